import { MAX_COUNTED, MAX_COUNTED_EVENTS } from "./schema.ts";

const counted = (count: number) => ({ count, isAtLeast: false });

/** The documentation of the operation. */
export const DOCS = {
  summarize: {
    operationId: "readSummary",
    summary: "Get a summary",
    description: `Returns the numbers of the last 24 hours, or of today and the 29 days before. Days are those of the store's \`timeZone\`.

- \`returns\` are the returns created in the period, by their present status. Their refunds are those of *Get a return with its order*, without rejected items and without returns that are \`rejected\`, \`deleted\`, or \`complete\` with \`completeWithNoAction\`.
- \`events\` are the custom events with an \`eventTimestamp\` in the period, \`rejections\` the elements of bulk requests that were not accepted, as long as they are kept.
- \`deliveries\` of webhooks are counted by the time of their event, \`pending\` ones whatever their time.
- Counts are exact up to ${MAX_COUNTED}, for events up to ${MAX_COUNTED_EVENTS}; above it, \`isAtLeast\` is true.
- \`orders\` are those with a \`createdAt\` in the period, \`requests\` those of the log as long as they are kept, among the newest ${MAX_COUNTED} that were refused or failed. These and \`eventsPerInterval\` are only there when \`parts\` names them.
- A secret gets the parts of its scopes: orders with \`orders_read\`, returns with \`returns_read\`, events with \`customers_read\`, rejections with \`customer_events_write\`, deliveries with \`webhooks_read\`, requests with \`store_read\`. It needs the scope of at least one part that it asks for.
- With \`compare=before\`, \`before\` has the period before, but for parts of which rows were already removed by age. Where it has more than ${MAX_COUNTED} returns their sums are left out, and \`isPartial\` is true.`,
    "x-response-examples": {
      200: {
        summary: {
          since: "2026-03-08T16:10:00.000Z",
          until: "2026-03-09T16:10:00.000Z",
          returns: {
            byStatus: [
              { status: "open", ...counted(12) },
              { status: "in_transit", ...counted(31) },
            ],
            perInterval: [
              { since: "2026-03-08T16:10:00.000Z", ...counted(0) },
              { since: "2026-03-08T17:10:00.000Z", ...counted(4) },
            ],
            reasons: [{ reason: "Too small", units: 29 }],
            refunds: [{ amount: "2140.50", currency: "GBP" }],
            storeCredits: [],
            exchanges: [],
            isPartial: false,
          },
          events: counted(48_211),
          rejections: counted(3),
          deliveries: {
            delivered: counted(172),
            discarded: counted(0),
            pending: counted(1),
            p95Ms: 84,
          },
        },
      },
    },
    "x-extension": true,
  },
};
