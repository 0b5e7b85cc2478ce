import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Count, Maybe, Money, OneOf } from "../../lib/schema-types.ts";
import { MAX_ITEMS, MAX_UNITS } from "./schema.ts";

export type PreviewBody = Static<typeof PreviewBody>;
export const PreviewBody = Type.Object(
  {
    data: Type.Object({
      externalOrderId: BoundedText({ minLength: 1 }),
      items: Maybe(
        Type.Array(
          Type.Object({
            lineItemId: BoundedText({ minLength: 1 }),
            quantity: Count({ maximum: MAX_UNITS }),
            compensation: Maybe(OneOf(["refund", "store_credit"], { default: "refund" })),
          }),
          { maxItems: MAX_ITEMS, description: "What would be returned; nothing by default." },
        ),
      ),
    }),
  },
  { title: "Return preview input" },
);

const Line = Type.Object(
  {
    lineItemId: Type.String(),
    title: Type.String(),
    sku: Type.Optional(Type.String()),
    imageUrl: Type.Optional(Type.String()),
    price: Type.Object({ amount: Money }),
    quantity: Type.Integer({ description: "How many units were ordered." }),
    returnable: Type.Integer({ description: "How many units are in no return." }),
    value: Type.Object({ amount: Money }, { description: "What was paid for all returnable units." }),
  },
  { title: "Returnable line" },
);

export type ReturnPreview = Static<typeof ReturnPreview>;
export const ReturnPreview = Type.Object(
  {
    lines: Type.Array(Line),
    items: Type.Array(
      Type.Object({
        lineItemId: Type.String(),
        quantity: Type.Integer(),
        refund: Type.Object({ amount: Money, type: OneOf(["refund", "store_credit"]) }),
      }),
    ),
    totals: Type.Object({
      refund: Type.Object({ amount: Money }),
      storeCredit: Type.Object({ amount: Money }),
    }),
  },
  { title: "Return preview" },
);
