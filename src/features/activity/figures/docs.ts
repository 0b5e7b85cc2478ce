import { MAX_COUNTED_OF_CUSTOMER } from "./schema.ts";

const ID = "cus_01m5fk20va0000z8d3h6k9t1vw";

/** The OpenAPI text of the operation. */
export const DOCS = {
  read: {
    operationId: "readCustomerFigures",
    summary: "Count orders and returns of customers",
    description: `Returns what each of up to 100 customers has ordered, spent and returned.

- Of each customer the ${MAX_COUNTED_OF_CUSTOMER} orders and the ${MAX_COUNTED_OF_CUSTOMER} returns that were created last are counted; with more, \`isAtLeast\` is true, and \`spent\` and \`returnedOrders\` are those of the counted ones.
- *List orders* with \`customer_id\` lists the orders that are counted here, and *List returns* with \`customer_id\` the returns, besides rejected and deleted ones.
- An id that no customer has counts nothing.`,
    "x-example": { customerIds: [ID] },
    "x-response-examples": {
      200: {
        figures: [
          {
            customerId: ID,
            orders: { count: 4, isAtLeast: false },
            spent: [{ amount: "283.60", currency: "EUR" }],
            returns: { count: 1, isAtLeast: false },
            returnedOrders: 1,
          },
        ],
      },
    },
    "x-extension": true,
  },
};
