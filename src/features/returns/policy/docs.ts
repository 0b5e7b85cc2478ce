import { MAX_AT_ONCE, MAX_KEPT, MAX_RETURNS } from "./dry-run/schema.ts";

/** The documentation of each operation. */
export const DOCS = {
  eligibility: {
    operationId: "decideEligibility",
    summary: "Decide what may be returned",
    description: `Returns what the store's policy says of an order's lines now, or \`at\` another moment: whether they may be returned, until when, for what, at what cost, and why. It changes nothing.

- \`orderId\` is read as by *Get an order*. Without \`items\` each line is decided, without a reason; with them each of these, in their order.
- Without a policy \`version\` is null, and everything may be returned for ever.
- \`returnable\` are the units that are in no return, whatever the policy says.
- \`reasons\` are those that the shopper may choose for the line, each with what of the decision would be different by it.
- \`because\` says what has decided: \`rule\` is a JSON pointer into the policy of this version.`,
    "x-errors": {
      400: "The order doesn't have a line item or as many units of it; or the decisions are too large (`decisions_too_large`).",
    },
    "x-example": { items: [{ lineItemId: "WEB-20418-1", quantity: 1, reasonCode: "damaged" }] },
    "x-extension": true,
  },
  dryRun: {
    operationId: "dryRunPolicy",
    summary: "Try a policy on past returns",
    description: `Decides the store's latest returns, as of their creation, by a policy that isn't saved, and counts how many it would allow and refuse, and how many the policy in force decides differently.

- The last ${MAX_AT_ONCE} returns are decided by default and at once. For more, up to ${MAX_RETURNS}, the response is 202 with the id of a dry run that is made in the background; *Get a dry run* says how far it has come.
- What the store knew of the parcels then counts; segments are those that the customers are in now.
- The store's latest ${MAX_KEPT} dry runs are kept. Two may be unfinished at a time.`,
    "x-errors": {
      400: "The policy has faults; `errors` names each. Or its segments take too long to read (`segment_too_broad`).",
      429: "The store has two unfinished dry runs (`too_many_at_once`).",
    },
    "x-example": {
      policy: { timeZone: "Europe/Berlin", window: { days: 14, from: "delivered" } },
      last: 500,
    },
    "x-extension": true,
  },
  readDryRun: {
    operationId: "readPolicyDryRun",
    summary: "Get a dry run",
    description: "Returns how far a dry run in the background has come, and what it has found so far.",
    "x-errors": { 404: "The store has no such dry run, or no longer (`dry_run_not_found`)." },
    "x-extension": true,
  },
};
