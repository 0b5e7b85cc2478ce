import { type Static, Type } from "@sinclair/typebox";
import { field, Key, Money } from "../../../lib/schema-types.ts";
import { Counted } from "../summary/schema.ts";

/** Of each customer so many orders and returns are counted, those that were created last. */
export const MAX_COUNTED_OF_CUSTOMER = 500;
const MAX_CUSTOMERS = 100;

export const FiguresQuery = Type.Object(
  {
    customerIds: field(
      Type.Array(Key(), { minItems: 1, maxItems: MAX_CUSTOMERS }),
      "The ids of the customers.",
      ["cus_01m5fk20va0000z8d3h6k9t1vw"],
    ),
  },
  { title: "Customers to count for" },
);

export type CustomerFigures = Static<typeof CustomerFigures>;
const CustomerFigures = Type.Object(
  {
    customerId: field(Type.String(), "The customer's id.", "cus_01m5fk20va0000z8d3h6k9t1vw"),
    orders: field(Counted, "The customer's orders, cancelled ones included."),
    spent: field(
      Type.Array(Money),
      "What the orders cost that weren't cancelled, per currency: their `totalPrice`, before any refund.",
    ),
    returns: field(Counted, "The customer's returns that aren't rejected or deleted."),
    returnedOrders: field(Type.Integer({ minimum: 0 }), "How many orders have such a return.", 1),
  },
  { title: "Figures of a customer" },
);

export const FiguresAnswer = Type.Object({
  figures: field(Type.Array(CustomerFigures), "The figures, in the order of `customerIds`."),
});
