import { type Static, Type } from "@sinclair/typebox";
import {
  Amount,
  asResponse,
  Text as BoundedText,
  Count,
  Currency,
  DateTime,
  field,
  Key,
  Maybe,
  Nullable,
  OneOf,
} from "../../lib/schema-types.ts";
import { CreatedAt } from "../../lib/shared-fields.ts";
import { Fulfillment, MAX_LINES } from "./fulfillment-schema.ts";
import { CancelReason, Refunds } from "./upsert/refund-schema.ts";

const Text = () => Maybe(BoundedText());

const Address = Type.Object(
  {
    address1: field(Text(), "The street and house number.", "12 St James's Square"),
    address2: field(Text(), "A second line of the street.", "Flat 2"),
    city: field(Text(), "The city.", "London"),
    province: field(Text(), "The state or province.", "England"),
    country: field(Text(), "The country.", "GB"),
    postalCode: field(Text(), "The postal code.", "SW1Y 4JH"),
  },
  { title: "Order address input" },
);

const lineFields = {
  id: field(BoundedText({ minLength: 1 }), "Your own id of the line, which returns name.", "WEB-20418-1"),
  productId: field(
    Nullable(BoundedText({ minLength: 1 })),
    "Null for a line without a product.",
    "linen-shirt",
  ),
  title: field(BoundedText(), "The product's title.", "Linen shirt"),
  variantId: field(Text(), "The merchant's own id of the variant.", "linen-shirt-m"),
  sku: field(Text(), "The merchant's stock keeping unit.", "LIN-M"),
  imageUrl: field(
    Maybe(BoundedText({ maxLength: 2048 })),
    "The address of a picture of the product.",
    "https://shop.example/linen.jpg",
  ),
  quantity: field(Count(), "How many pieces.", 2),
  price: field(Maybe(Amount()), "Per unit, before discounts.", 49.5),
  discount: field(Maybe(Amount()), "For the whole line.", 9.9),
  tags: field(
    Maybe(Type.Array(BoundedText(), { maxItems: 250 })),
    "Words of the merchant's own about the product, which rules of the store's policy can name.",
    ["sale"],
  ),
};

const LineItem = Type.Object(lineFields, { title: "Line item input" });

const StoredLine = Type.Object(
  {
    ...lineFields,
    tax: field(Type.Optional(Amount()), "The tax of the whole line, where the source names it.", 1.98),
    returnableQuantity: field(
      Type.Optional(Type.Integer()),
      "How many of the pieces may be returned, all returns together, where the source limits them. It may leave out pieces of returns that it has refunded by their line.",
      2,
    ),
  },
  { title: "Line item input" },
);

const OrderCustomer = Type.Object({
  id: field(Maybe(Key()), "Not `.` or `..`, which no URL can contain.", "cus_01kb3e8m9g0000q2x7d4n8wvf5"),
  email: field(
    Maybe(BoundedText()),
    "An invalid one reads back as sent, and identifies no customer.",
    "ada@example.com",
  ),
  phoneNumber: field(
    Maybe(BoundedText()),
    "E.164; any other text reads back as sent, and identifies no customer.",
    "+4915112345678",
  ),
  name: field(Text(), "The whole name.", "Ada Byron"),
  firstName: field(Text(), "The first name.", "Ada"),
  lastName: field(Text(), "The last name.", "Byron"),
});

const shippingFields = {
  method: field(Text(), "The name of the shipping method.", "standard"),
  cost: field(Maybe(Amount()), "The cost of shipping, in the order's currency.", 4.9),
  address: field(Maybe(Address), "Where the order is shipped to."),
};

const orderFields = {
  orderId: field(
    Key(),
    "The merchant's own id, unique per store; not `.` or `..`, which no URL can contain.",
    "WEB-20418",
  ),
  createdAt: CreatedAt,
  lineItems: field(Type.Array(LineItem, { minItems: 1, maxItems: MAX_LINES }), "The lines."),
  customer: field(Maybe(OrderCustomer), "The customer."),
  shipping: field(Maybe(Type.Object(shippingFields)), "How the order is shipped."),
  totalPrice: field(
    Maybe(Amount()),
    "Including tax and shipping: what was paid. The order's refunds are at most this.",
    94,
  ),
  subtotalPrice: field(Maybe(Amount()), "Excluding tax and shipping.", 55.98),
  totalTax: field(Maybe(Amount()), "Refunded with the units, in proportion to what was paid for them.", 4),
  totalDiscount: field(
    Maybe(Amount()),
    "Of the whole order; what it has beyond the lines' discounts is spread over the lines.",
    9.9,
  ),
  billingAddress: field(Maybe(Address), "The address of the invoice."),
  tags: field(Maybe(Type.Array(BoundedText(), { maxItems: 250 })), "Words of the merchant's own.", ["vip"]),
  currencyCode: Maybe(Currency("ISO 4217; the store's currency by default.")),
  locationId: field(Maybe(Key()), "A location of the store (`loc_…`).", "loc_01kb3e8m9g0000q2x7d4n8wvf5"),
};

export type OrderBody = Static<typeof OrderBody>;
export const OrderBody = Type.Object(orderFields, { title: "New order" });

/** What an order has beside what is posted: the fields of the operation that upserts it. */
const syncedFields = {
  lineItems: field(Type.Array(StoredLine), "The lines."),
  shipping: field(
    Maybe(
      Type.Object({
        ...shippingFields,
        tax: field(Type.Optional(Amount()), "The tax of the shipping, where the source names it.", 0.98),
      }),
    ),
    "How the order is shipped.",
  ),
  orderName: field(
    Type.Optional(Type.String()),
    "What the shop calls the order towards its customers, where that isn't its id. It finds the order as the id does.",
    "#1001",
  ),
  cancelledAt: field(Type.Optional(DateTime()), "When the order was cancelled; absent for one that isn't."),
  cancelReason: field(Type.Optional(CancelReason), "Why the order was cancelled."),
  refunds: field(Type.Optional(Refunds()), "The refunds that the shop has paid itself."),
};

/**
 * An order as it is stored. `linePositions` are the numbers of its lines, where they aren't 0, 1, 2 …, and `nextLinePosition` that
 * of the next new one, where it isn't one more than the highest; `shopLineIds` the shop's ids of those lines that have
 * another one here; `erasedContacts` what an erasure has taken of the customer, because it was another person's; `fileOf` the
 * kind of shop of whose file the order is.
 */
export type StoredOrder = Static<typeof StoredOrder>;
export const StoredOrder = Type.Object({
  ...orderFields,
  ...syncedFields,
  linePositions: Type.Optional(Type.Array(Type.Integer())),
  nextLinePosition: Type.Optional(Type.Integer()),
  shopLineIds: Type.Optional(Type.Array(Type.Object({ id: Type.String(), shopId: Type.String() }))),
  erasedContacts: Type.Optional(Type.Array(OneOf(["email", "phoneNumber"]))),
  fileOf: Type.Optional(OneOf(["shopify", "woocommerce"])),
});

export type OrderCreated = Static<typeof OrderCreated>;
export const OrderCreated = Type.Object(
  {
    orderId: field(Type.String(), "The service's own id.", "ord_01m5fk20v40000q7c1x5w8r3nb"),
    externalOrderId: field(Type.String(), "The merchant's id.", "WEB-20418"),
  },
  { title: "Order created" },
);

export type Order = Static<typeof Order>;
export const Order = Type.Object(
  {
    ...asResponse(OrderBody).properties,
    ...asResponse(Type.Object(syncedFields)).properties,
    totalPrice: field(
      Nullable(asResponse(Amount())),
      "The total with tax and shipping, in the order's currency.",
      94,
    ),
    subtotalPrice: field(
      Nullable(asResponse(Amount())),
      "The total without tax and shipping, in the order's currency.",
      55.98,
    ),
    totalTax: field(Nullable(asResponse(Amount())), "The tax, in the order's currency.", 4),
    totalDiscount: field(
      Nullable(asResponse(Amount())),
      "All discounts together, in the order's currency.",
      9.9,
    ),
    tags: field(Nullable(Type.Array(Type.String())), "Words of the merchant's own.", ["vip"]),
    currencyCode: field(Nullable(Type.String()), "The ISO 4217 code of the order's currency.", "GBP"),
    locationId: field(
      Nullable(Type.String()),
      "The location that sends the order.",
      "loc_01kb3e8m9g0000q2x7d4n8wvf5",
    ),
    fulfillments: field(Type.Array(Fulfillment), "The parcels of the order."),
  },
  { title: "Order" },
);
