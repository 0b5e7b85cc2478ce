import { Type } from "@sinclair/typebox";
import { asResponse, Text as BoundedText, field, MoneyInput, OneOf } from "../../lib/schema-types.ts";

/** How many items an exchange may have. */
export const MAX_EXCHANGE_ITEMS = 250;
/** The maximum quantity of an exchange item. */
const MAX_EXCHANGED = 1_000_000;
const MAX_WEIGHT_KG = 1_000_000;

const Text = () => Type.Optional(BoundedText());
const Decimal = (maximum: number) => Type.Number({ minimum: 0, maximum });

const exchangeItem = {
  id: field(Text(), "The item's id.", "rit_01m5zk7wq10000h2v8d3c6x9ty"),
  quantity: field(Type.Optional(Decimal(MAX_EXCHANGED)), "How many pieces.", 2),
  variant: field(
    Type.Optional(
      Type.Object({
        name: field(Text(), "The variant's name.", "M"),
        externalId: field(Text(), "The merchant's own id of the variant.", "linen-shirt-m"),
        sku: field(Text(), "The merchant's stock keeping unit.", "LIN-M"),
        weight: field(
          Type.Optional(Type.Object({ kg: field(Decimal(MAX_WEIGHT_KG), "The weight in kilograms.", 0.25) })),
          "The weight of one piece.",
        ),
      }),
    ),
    "The variant of the product.",
  ),
  originalPrice: field(Type.Optional(MoneyInput), "The price before discounts."),
  price: field(
    Type.Optional(Type.Object({ ...MoneyInput.properties, tax: field(Text(), "The tax.", "2.10") })),
    "The price of one piece.",
  ),
  product: field(
    Type.Optional(
      Type.Object({
        name: field(Text(), "The product's name.", "Linen shirt"),
        externalId: field(Text(), "The merchant's own id of the product.", "linen-shirt"),
      }),
    ),
    "The product.",
  ),
};

const exchange = {
  items: field(
    Type.Optional(Type.Array(Type.Object(exchangeItem), { maxItems: MAX_EXCHANGE_ITEMS })),
    "The pieces that the customer gets.",
  ),
  provision: field(
    Type.Optional(OneOf(["instant", "deferred"])),
    "When the exchange is sent: at once, or when the return has arrived.",
  ),
  itemCount: field(Type.Optional(Decimal(MAX_EXCHANGED)), "How many pieces are exchanged.", 1),
  order: field(
    Type.Optional(Type.Object({ externalId: field(Text(), "The id of the exchange's order.", "A-2") })),
    "The order of the exchange.",
  ),
  totalTax: field(Type.Optional(MoneyInput), "The tax, in the order's currency."),
};

const Whole = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: MAX_EXCHANGED }));

/** What is stored may have fractions of units; new quantities are whole. */
export const ExchangeInput = Type.Object(
  {
    ...exchange,
    items: field(
      Type.Optional(
        Type.Array(Type.Object({ ...exchangeItem, quantity: field(Whole(1), "How many pieces.", 2) }), {
          maxItems: MAX_EXCHANGE_ITEMS,
        }),
      ),
      "The pieces that the customer gets.",
    ),
    itemCount: field(Whole(0), "How many pieces are exchanged.", 1),
  },
  { title: "Exchange input" },
);

const exchangedFor = {
  product: field(
    Type.Optional(
      Type.Object({
        externalId: field(Text(), "The merchant's own id of the product.", "linen-shirt"),
        name: field(Text(), "The product's name.", "Linen shirt"),
      }),
    ),
    "The product.",
  ),
  variant: field(
    Type.Optional(
      Type.Object({
        externalId: field(Text(), "The merchant's own id of the variant.", "linen-shirt-m"),
        name: field(Text(), "The variant's name.", "M"),
      }),
    ),
    "The variant of the product.",
  ),
};

export const ItemExchangeInput = Type.Object(
  { ...exchangedFor, quantity: field(Whole(1), "How many pieces.", 2) },
  { title: "Return item exchange input" },
);

/** As many pieces as are returned. */
export const NewExchangeInput = Type.Object(exchangedFor, { title: "New return item exchange" });

export const StoredExchange = Type.Object(exchange, { title: "Exchange" });

export const Exchange = asResponse(Type.Object(exchange, { title: "Exchange input" }));
