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
};
