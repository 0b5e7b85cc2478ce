import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Count, field, Maybe, Money, OneOf } from "../../../lib/schema-types.ts";
import { COMPENSATIONS, MAX_ITEMS, MAX_UNITS } from "./new-return-schema.ts";

export type PreviewBody = Static<typeof PreviewBody>;
export const PreviewBody = Type.Object(
  {
    data: field(
      Type.Object({
        externalOrderId: field(
          BoundedText({ minLength: 1 }),
          "The merchant's own id of the order.",
          "WEB-20418",
        ),
        items: field(
          Maybe(
            Type.Array(
              Type.Object({
                lineItemId: field(
                  BoundedText({ minLength: 1 }),
                  "The merchant's own id of the order's line.",
                  "WEB-20418-1",
                ),
                quantity: field(Count({ maximum: MAX_UNITS }), "How many pieces.", 1),
                reasonCode: field(
                  Maybe(BoundedText()),
                  "A code of the merchant's own for the reason, on which rules of the policy may depend.",
                  "SIZE",
                ),
                compensation: field(
                  Maybe(OneOf(COMPENSATIONS, { default: "refund" })),
                  "What the customer gets.",
                ),
              }),
              { maxItems: MAX_ITEMS },
            ),
          ),
          "What would be returned; nothing by default.",
        ),
      }),
      "The return that is thought of.",
    ),
    options: field(
      Maybe(
        Type.Object({
          enforcePolicy: field(
            Maybe(Type.Boolean({ default: false })),
            "Whether the store's policy counts, as in the creation of a return.",
          ),
        }),
      ),
      "Settings of this request.",
    ),
  },
  { title: "Return preview input" },
);

const Line = Type.Object(
  {
    lineItemId: field(Type.String(), "The merchant's own id of the order's line.", "WEB-20418-1"),
    title: field(Type.String(), "The product's title.", "Linen shirt"),
    sku: field(Type.Optional(Type.String()), "The merchant's stock keeping unit.", "LIN-M"),
    imageUrl: field(
      Type.Optional(Type.String()),
      "The address of a picture of the product.",
      "https://shop.example/linen.jpg",
    ),
    price: field(
      Type.Object({ amount: field(Money, "The amount as a decimal string.") }),
      "The price of one piece, in the order's currency.",
    ),
    quantity: field(Type.Integer(), "How many units were ordered.", 2),
    returnable: field(Type.Integer(), "How many units are in no return.", 2),
    value: field(
      Type.Object({
        amount: field(Money, "The amount as a decimal string, with the digits of its currency."),
      }),
      "What was paid for all returnable units.",
    ),
  },
  { title: "Returnable line" },
);

export type ReturnPreview = Static<typeof ReturnPreview>;
export const ReturnPreview = Type.Object(
  {
    lines: field(Type.Array(Line), "The lines."),
    items: field(
      Type.Array(
        Type.Object({
          lineItemId: field(Type.String(), "The merchant's own id of the order's line.", "WEB-20418-1"),
          quantity: field(Type.Integer(), "How many pieces.", 1),
          refund: field(
            Type.Object({
              amount: field(Money, "The amount."),
              type: field(OneOf(COMPENSATIONS), "How it is refunded."),
            }),
            "What the customer gets back.",
          ),
          productAdjustment: field(
            Type.Optional(Type.String()),
            "The bonus of an enforced policy less its fee; `refund` has it already.",
            "-4.90",
          ),
          fee: field(Type.Optional(Money), "The fee of an enforced policy, if there is one."),
          bonus: field(Type.Optional(Money), "The bonus of an enforced policy, if there is one."),
        }),
      ),
      "The lines.",
    ),
    totals: field(
      Type.Object({
        refund: field(Type.Object({ amount: field(Money, "The amount.") }), "What the customer gets back."),
        storeCredit: field(
          Type.Object({ amount: field(Money, "The amount.") }),
          "What the customer gets as store credit.",
        ),
        exchange: field(
          Type.Optional(Type.Object({ amount: field(Money, "The amount.") })),
          "The value of the exchange. Only where an item has the compensation `exchange`.",
        ),
        charge: field(
          Type.Optional(Type.Object({ amount: field(Money, "The amount.") })),
          "What the customer pays for the exchange: its fee. Only where an item has the compensation `exchange`.",
        ),
      }),
      "The sums of the return.",
    ),
  },
  { title: "Return preview" },
);
