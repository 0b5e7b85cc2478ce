import { Type } from "@sinclair/typebox";
import { field, Money, OneOf } from "../../lib/schema-types.ts";
import { itemAdditions, Refund } from "./additions-schema.ts";

const Text = () => Type.Optional(Type.String());
export const Wrapped = Type.Object({ amount: field(Money, "The amount.") });

export const ReturnItem = Type.Object(
  {
    id: field(Type.String(), "The item's id.", "rit_01m5zk7wq40000b6m9t2y4e8gs"),
    orderItem: field(
      Type.Object({
        id: field(
          Type.String(),
          "The id of the order's line, as `order.items[].id`.",
          "ord_01m5fk20v40000q7c1x5w8r3nb_1",
        ),
        line_item_id: field(Type.String(), "The merchant's own id of the order's line.", "WEB-20418-1"),
      }),
      "The line of the order.",
    ),
    quantity: field(Type.Number(), "How many pieces.", 1),
    reason: field(Type.String(), "Why it is returned, in words.", "Too small"),
    reasons: field(Type.Array(Type.String()), "Every reason, in words.", ["Too small"]),
    reasonCode: field(Text(), "A code of the merchant's own for the reason.", "SIZE"),
    reasonCodes: field(Type.Array(Type.String()), "Every reason as a code.", ["SIZE"]),
    customerComment: field(Text(), "What the customer says about the item.", "Tight at the shoulders"),
    productId: field(Type.String(), "The merchant's own id of the product.", "linen-shirt"),
    variantId: field(Text(), "The merchant's own id of the variant.", "linen-shirt-m"),
    sku: field(Text(), "The merchant's stock keeping unit.", "LIN-M"),
    shipmentGroupIds: field(Type.Array(Type.String()), "The parcels that the item is in.", ["parcel-1"]),
    status: field(OneOf(["open", "complete", "rejected"]), "The item's status."),
    refund: field(Refund, "What the customer gets back."),
    productValueNoTaxNoAdjustment: field(
      Wrapped,
      "The value of the returned pieces, without tax and adjustments.",
    ),
    ...itemAdditions,
  },
  { title: "Return item" },
);
