import { type Static, Type } from "@sinclair/typebox";
import {
  AnyNumber,
  Text as BoundedText,
  Count,
  DateTime,
  field,
  Key,
  Maybe,
  OfFormat,
} from "../../../lib/schema-types.ts";
import { discounts, Metafields, MoneySet, taxLines } from "./money-schema.ts";

const Text = () => Maybe(BoundedText());
const Units = () => Count({ minimum: 0 });

const DAY_CHARACTERS = 10;
const NOT_KEPT = "Accepted, and not kept.";

export type ShopLine = Static<typeof ShopLine>;
export const ShopLine = Type.Object(
  {
    id: field(
      BoundedText({ minLength: 1 }),
      "The shop's id of the line, which returns name; unique in the order.",
      "WEB-20418-1",
    ),
    quantity: field(Units(), "How many pieces; 0 removes the line.", 2),
    priceSet: field(
      MoneySet,
      "The price of one piece, before discounts; without tax, unless the order says `taxesIncluded`.",
    ),
    returnableQuantity: field(
      Maybe(Units()),
      "How many of the pieces may be returned, all returns together; all where it is null. Pieces that a refund of the order names for a return here may be left out: they count once, as of the return.",
      2,
    ),
    title: field(BoundedText(), "The product's title.", "Linen shirt"),
    variantTitle: field(Text(), NOT_KEPT, "M"),
    vendor: field(Text(), NOT_KEPT, "Linen & Co"),
    fulfillmentService: field(Text(), NOT_KEPT, "manual"),
    productId: field(
      BoundedText(),
      "The shop's id of the product; empty for a line without a product.",
      "linen-shirt",
    ),
    variantId: field(Text(), "The shop's id of the variant.", "linen-shirt-m"),
    additionalProductId: field(Text(), NOT_KEPT, "17"),
    sku: field(BoundedText(), "The merchant's stock keeping unit; may be empty.", "LIN-M"),
    properties: field(
      Maybe(
        Type.Array(
          Type.Object(
            {
              name: field(BoundedText(), "The name.", "engraving"),
              value: field(BoundedText(), "The value.", "A.B."),
            },
            { title: "Line property input" },
          ),
          { maxItems: 250 },
        ),
      ),
      NOT_KEPT,
    ),
    tags: field(
      Maybe(Type.Array(BoundedText(), { maxItems: 250 })),
      "Words of the merchant's own about the product, which rules of the store's policy can name.",
      ["sale"],
    ),
    metafields: field(Metafields(), NOT_KEPT),
    weight: field(
      Maybe(
        Type.Object({
          value: field(AnyNumber(), "The weight in grams.", 210),
          unit: field(BoundedText(), "The unit.", "g"),
        }),
      ),
      NOT_KEPT,
    ),
    image: field(
      Maybe(BoundedText({ maxLength: 2048 })),
      "The address of a picture of the product.",
      "https://shop.example/linen.jpg",
    ),
    images: field(
      Maybe(
        Type.Array(
          Type.Object(
            {
              url: field(BoundedText(), "The address.", "https://shop.example/linen-2.jpg"),
              data: field(Maybe(BoundedText({ maxLength: 1_000_000 })), "The picture in base64.", null),
            },
            { title: "Line picture input" },
          ),
          { maxItems: 250 },
        ),
      ),
      "More pictures; accepted, and not kept.",
    ),
    discounts: field(Maybe(discounts()), "What was taken off the line, for all its pieces together."),
    taxLines: field(Maybe(taxLines()), "The tax of the line, for all its pieces together."),
  },
  { title: "Shop line input" },
);

export type ShippingLine = Static<typeof ShippingLine>;
export const ShippingLine = Type.Object(
  {
    id: field(BoundedText(), "The shop's id of the shipping line.", "ship-1"),
    title: field(BoundedText(), "The name of the shipping method.", "Standard"),
    code: field(Text(), "The code of the shipping method; not kept.", "standard"),
    priceSet: field(
      MoneySet,
      "The price, before discounts; without tax, unless the order says `taxesIncluded`.",
    ),
    discounts: field(Maybe(discounts()), "What was taken off the shipping."),
    taxLines: field(Maybe(taxLines()), "The tax of the shipping."),
  },
  { title: "Shipping line input" },
);

export type ShopFulfillment = Static<typeof ShopFulfillment>;
export const ShopFulfillment = Type.Object(
  {
    id: field(Key(), "The shop's id of the fulfillment.", "WEB-20418-F1"),
    trackingNumbers: field(
      Maybe(
        Type.Array(
          Type.Object(
            {
              carrier: field(Text(), "The carrier.", "Royal Mail"),
              trackingNumber: field(BoundedText(), "The number.", "AB123456785GB"),
            },
            { title: "Tracking number input" },
          ),
          { maxItems: 100 },
        ),
      ),
      "Of several the first is kept.",
    ),
    trackingUrls: field(Maybe(Type.Array(BoundedText(), { maxItems: 100 })), NOT_KEPT, [
      "https://track.example/AB123456785GB",
    ]),
    lineItems: field(
      Type.Array(
        Type.Object(
          {
            id: field(BoundedText({ minLength: 1 }), "The shop's id of the line.", "WEB-20418-1"),
            quantity: field(Units(), "How many pieces.", 2),
          },
          { title: "Fulfilled line input" },
        ),
        { maxItems: 10_000 },
      ),
      "The lines that were sent.",
    ),
    shippingDate: field(Maybe(ShopDate()), "When it was sent.", "2026-03-02T09:30:00Z"),
    deliveryDate: field(Maybe(ShopDate()), "When it was delivered.", "2026-03-04T15:12:00Z"),
  },
  { title: "Shop fulfillment input" },
);

/** A date and time, or a day, which begins at midnight in UTC. */
function ShopDate() {
  return Type.Union([DateTime(), OfFormat("date", DAY_CHARACTERS)]);
}
