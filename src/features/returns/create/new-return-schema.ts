import { type Static, Type } from "@sinclair/typebox";
import { Count, field, Key, Maybe, OneOf, Text } from "../../../lib/schema-types.ts";
import { NewExchangeInput } from "../exchange-schema.ts";

export const MAX_ITEMS = 10_000;
/** For all items of a return together. */
export const MAX_UNITS = 100_000;
/** What a customer may get for an item. */
export const COMPENSATIONS = ["refund", "store_credit", "exchange"] as const;

const MaybeText = () => Maybe(Text());

const Label = Type.Object({
  trackingNumber: field(MaybeText(), "The tracking number.", "AB123456785GB"),
  carrier: field(MaybeText(), "The carrier.", "Royal Mail"),
  trackingUrl: field(
    MaybeText(),
    "The carrier's page about the parcel.",
    "https://carrier.example/1Z999AA10123456784",
  ),
  postageLabelUrl: field(
    MaybeText(),
    "The address of the postage label.",
    "https://labels.example/1Z999.pdf",
  ),
  formLabelUrl: field(
    MaybeText(),
    "The address of the form to put into the parcel.",
    "https://labels.example/form.pdf",
  ),
});

export type ReturnBody = Static<typeof ReturnBody>;
export const ReturnBody = Type.Object(
  {
    data: field(
      Type.Object({
        provider: field(
          Key(),
          "The commerce platform's name, as in the response's `<provider>OrderIds`.",
          "shopify",
        ),
        externalOrderId: field(Text({ minLength: 1 }), "The merchant's own id of the order.", "WEB-20418"),
        items: field(
          Type.Array(
            Type.Object({
              lineItemId: field(
                Text({ minLength: 1 }),
                "The merchant's own id of the order's line.",
                "WEB-20418-1",
              ),
              quantity: field(Count({ maximum: MAX_UNITS }), "How many pieces.", 1),
              reason: field(Text(), "Why it is returned, in words.", "Too small"),
              reasonCode: field(MaybeText(), "A code of the merchant's own for the reason.", "SIZE"),
              notes: field(MaybeText(), "Becomes the item's `customerComment`.", "Please ring the bell"),
              compensation: field(
                Maybe(OneOf(COMPENSATIONS, { default: "refund" })),
                "What the customer gets.",
              ),
              exchangeItem: field(
                Maybe(NewExchangeInput),
                "With the compensation `exchange`, what the customer gets instead, at the same price; the same again by default.",
              ),
            }),
            { minItems: 1, maxItems: MAX_ITEMS },
          ),
          `At most ${MAX_UNITS} units in all items together.`,
        ),
        shippingAddress: field(
          Type.Object({
            line1: field(Text(), "The street and house number.", "12 St James's Square"),
            line2: field(MaybeText(), "A second line of the street; may be empty.", "Flat 2"),
            city: field(Text(), "The city.", "London"),
            state: field(Text(), "The state or province; may be empty.", "London"),
            postalCode: field(Text(), "The postal code.", "SW1Y 4JH"),
            country: field(Text(), "The country.", "GB"),
          }),
          "Where the customer sends the parcel from.",
        ),
        notes: field(
          MaybeText(),
          "The first of the return's `notes`.",
          "Would like the next size if it comes back in.",
        ),
        label: field(Maybe(Label), "The label that the parcel has."),
      }),
      "The return.",
    ),
    options: field(
      Maybe(
        Type.Object({
          enforcePolicy: field(
            Maybe(Type.Boolean({ default: false })),
            "Whether the store's policy counts: what it doesn't allow is 409, and its fees and bonuses are in the amounts.",
          ),
          createExternalRMAs: field(
            Maybe(Type.Boolean({ default: false })),
            "Whether every integration of the store is called with the return.",
          ),
          language: field(
            Maybe(Text({ maxLength: 35, pattern: "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$" })),
            "The language that the shopper reads, of the mails about the return. The store's first where it is not given.",
            "de-AT",
          ),
        }),
      ),
      "Settings of this request.",
    ),
  },
  { title: "New return" },
);
