import { type Static, Type } from "@sinclair/typebox";
import { Text as BoundedText, Currency, DecimalText, field, Key, Maybe } from "../../../lib/schema-types.ts";

const ShopMoney = Type.Object(
  {
    amount: field(DecimalText(), "The amount as a decimal string of at most 15 digits.", "49.50"),
    currencyCode: Currency("The ISO 4217 code of the currency."),
  },
  { title: "Shop money input" },
);

export type MoneySet = Static<typeof MoneySet>;
export const MoneySet = Type.Object(
  {
    presentmentMoney: field(ShopMoney, "The amount that the customer saw and paid, which counts."),
    shopMoney: field(ShopMoney, "The same in the shop's own currency."),
  },
  { title: "Money set input" },
);

const Discount = Type.Object(
  {
    amountSet: field(MoneySet, "What was taken off, for all units together."),
    discountId: field(BoundedText(), "The id of the discount.", "spring-sale"),
    discountTitle: field(Maybe(BoundedText()), "The name of the discount.", "Spring sale"),
    discountCode: field(Maybe(BoundedText()), "The code that the customer typed.", "SPRING10"),
  },
  { title: "Shop discount input" },
);

const TaxLine = Type.Object(
  {
    priceSet: field(MoneySet, "The tax, for all units together."),
    rate: field(Maybe(BoundedText()), "The rate as a decimal string; null when it is unknown.", "0.2"),
    title: field(Maybe(BoundedText()), "The name of the tax.", "VAT"),
  },
  { title: "Tax line input" },
);

const MAX_METAFIELDS = 250;

/** Accepted as the published operation has them, and not kept. */
export const Metafields = () =>
  Maybe(
    Type.Array(
      Type.Object(
        {
          namespace: field(BoundedText(), "The namespace.", "shop"),
          key: field(BoundedText(), "The key.", "season"),
          value: field(BoundedText(), "The value.", "summer"),
        },
        { title: "Metafield input" },
      ),
      { maxItems: MAX_METAFIELDS },
    ),
  );

const MAX_ENTRIES = 250;

/** An array of entries that a line, shipping or the order has few of. */
export const discounts = () => Type.Array(Discount, { maxItems: MAX_ENTRIES });
export const taxLines = () => Type.Array(TaxLine, { maxItems: MAX_ENTRIES });

/** An id of the shop's own that isn't empty. */
export const ShopId = () => Key();
