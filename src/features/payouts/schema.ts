import { type Static, Type } from "@sinclair/typebox";
import { Counted } from "../../core/http/count-included.ts";
import { field, MoneyInput, Text } from "../../lib/schema-types.ts";
import { Payout, PayoutType } from "../returns/payouts/schema.ts";

export type RefundBody = Static<typeof RefundBody>;
export const RefundBody = Type.Object(
  {
    amount: field(
      Type.Optional(MoneyInput),
      "How much, in the order's currency. Without it all that is due, and what was refused.",
    ),
    type: field(
      Type.Optional(PayoutType),
      "What is paid. Without it both, and of an amount a refund, unless only store credit is due.",
    ),
    paidElsewhere: field(
      Type.Optional(Type.Literal(true)),
      "Nothing is sent: the money has been paid already, by other means.",
    ),
    reference: field(
      Type.Optional(Text({ minLength: 1, maxLength: 255 })),
      "Your own id of the payment, until the payee gives its own.",
      "re_3MmlLrLkdIwHu7ix",
    ),
  },
  { title: "Refund" },
);

export const Payouts = Type.Object({
  payouts: field(Type.Array(Payout), "The return's payouts, in order."),
});

export type ListedPayout = Static<typeof ListedPayout>;
export const ListedPayout = Type.Composite(
  [
    Type.Object({
      returnId: field(Type.String(), "The return that it is of.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    }),
    Payout,
  ],
  { title: "Payout of a return" },
);

export const PayoutPage = Type.Object({
  payouts: field(Type.Array(ListedPayout), "The payouts."),
  ...Counted,
});
