import { SHOP_ORDER } from "./docs-example.ts";

/** The documentation of the operation. */
export const DOCS = {
  upsert: {
    operationId: "upsertOrder",
    summary: "Create or update an order of a shop",
    description: `Stores an order as a shop has it, and updates it when it is sent again: send the whole order on every change.

- The amounts of \`presentmentMoney\` count, in \`presentmentCurrency\`. *Get an order* shows them as \`price\`, \`discount\` and \`tax\` of the lines and the shipping, with totals that are computed: prices less discounts and with tax, rounded half up to the currency's smallest unit. \`shipping.cost\` is what is left after the discounts of the shipping, which \`totalDiscount\` doesn't have.
- Tax that a line or the shipping names is the tax of its units. It comes on top of the prices, unless \`taxesIncluded\` says that they include it.
- A request with an earlier \`updatedAt\` than that of the stored order changes nothing. The same content again adds no change to the change feed.
- Amounts of returns stay as they are. A line that returns hold can't be removed, nor have fewer pieces than they hold, nor can the currency change when there are returns; deleted returns hold nothing.
- A cancelled order can be returned: what was shipped comes back.
- \`refunds\` count towards what was paid for the order, of which returns refund at most the rest. No request fails because of them.
- \`customer\` is matched as in *Create an order*. Once a customer is erased, their orders are updated without customer and addresses.
- Parcels that were recorded by *Record a fulfillment*, and scans, stay.`,
    "x-errors": {
      409: "Returns hold the line or more units of it, or the order has returns in another currency (`line_has_returns`).",
      503: "A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`).",
    },
    "x-example": SHOP_ORDER,
    "x-extension": true,
  },
};
