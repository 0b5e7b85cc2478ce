import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Count, DateTime, field, Maybe, OneOf } from "../../../lib/schema-types.ts";
import { MoneySet, ShopId } from "./money-schema.ts";

const RefundedAmount = Type.Object(
  {
    amountSet: field(MoneySet, "What was refunded, without tax."),
    taxAmountSet: field(Maybe(MoneySet), "The tax that was refunded with it."),
    reason: field(Maybe(BoundedText()), "Why it was refunded.", "Arrived late"),
  },
  { title: "Refunded amount input" },
);

export type ShopRefund = Static<typeof ShopRefund>;
export const ShopRefund = Type.Object(
  {
    id: field(ShopId(), "The shop's id of the refund, unique in the order.", "WEB-20418-R1"),
    createdAt: field(DateTime(), "When it was refunded."),
    note: field(Maybe(BoundedText()), "A note about it.", "Torn seam"),
    lineItems: field(
      Maybe(
        Type.Array(
          Type.Object(
            {
              lineItemId: field(BoundedText(), "The shop's id of the line.", "WEB-20418-1"),
              quantity: field(Count(), "How many pieces.", 1),
              subtotalSet: field(MoneySet, "What was refunded for them, without tax."),
              totalTaxSet: field(MoneySet, "The tax that was refunded with it."),
            },
            { title: "Refunded line input" },
          ),
          { maxItems: 10_000 },
        ),
      ),
      "The lines that it refunds; those that the order doesn't have are ignored.",
    ),
    shippingRefunds: field(
      Maybe(Type.Array(RefundedAmount, { maxItems: 100 })),
      "What of the shipping was refunded.",
    ),
    orderLevelRefunds: field(Maybe(Type.Array(RefundedAmount, { maxItems: 100 })), "What else was refunded."),
  },
  { title: "Shop refund input" },
);

export type CancelReason = Static<typeof CancelReason>;
export const CancelReason = OneOf(["customer", "fraud", "inventory", "declined", "other", "staff"]);

const MAX_REFUNDS = 1_000;

export const Refunds = () => Type.Array(ShopRefund, { maxItems: MAX_REFUNDS });
