import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Money, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { CreatedAt } from "../../../lib/shared-fields.ts";
import { PAYOUT_STATUSES, PAYOUT_TYPES } from "./states.ts";

export const PayoutType = OneOf(PAYOUT_TYPES, { title: "Payout type" });
const PayoutStatus = OneOf(PAYOUT_STATUSES, { title: "Payout status" });

export type Payout = Static<typeof Payout>;
export const Payout = Type.Object(
  {
    id: field(Type.String(), "The payout's id.", "pay_01m5zk7wq10000h2v8d3c6x9ty"),
    type: field(PayoutType, "Whether money is paid back or store credit is given."),
    status: field(
      PayoutStatus,
      "`unknown`: the payee was asked and hasn't said; it is asked again, and can't pay twice.",
    ),
    amount: field(Money, "What is to be paid; of a payout that is `paid`, what was paid."),
    reference: field(
      Nullable(Type.String()),
      "The payee's id of it; null without one.",
      "re_3MmlLrLkdIwHu7ix",
    ),
    reason: field(
      Nullable(Type.String()),
      "Why it is refused, unknown or held, in the payee's words; `amount_differs` where another amount was paid than was asked for; null otherwise.",
      "The card has expired.",
    ),
    attempts: field(Type.Integer(), "How many requests to the payee have ended.", 1),
    createdAt: CreatedAt,
    paidAt: field(Nullable(DateTime()), "When it was paid; null before."),
    held: field(
      Type.Optional(Type.Literal(true)),
      "Nothing pays it before a person asks: it fell due before its store had a payee, or before this version of the service, or with it more would be refunded than was paid for the order (`reason` is `refund_exceeds_paid`). Absent otherwise.",
    ),
  },
  { title: "Payout" },
);
