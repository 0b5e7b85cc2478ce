import { type Static, Type } from "@sinclair/typebox";
import {
  Amount,
  asResponse,
  Text as BoundedText,
  Count,
  Currency,
  DateTime,
  Key,
  Maybe,
  Nullable,
  OneOf,
} from "../../lib/schema-types.ts";

/** For an order or a fulfillment. */
const MAX_LINES = 10_000;

const Text = () => Maybe(BoundedText());

const Address = Type.Object(
  {
    address1: Text(),
    address2: Text(),
    city: Text(),
    province: Text(),
    country: Text(),
    postalCode: Text(),
  },
  { title: "Order address input" },
);

const LineItem = Type.Object(
  {
    id: BoundedText({ minLength: 1 }),
    productId: Nullable(BoundedText({ minLength: 1, description: "Null for a line without a product." })),
    title: BoundedText(),
    variantId: Text(),
    sku: Text(),
    imageUrl: Maybe(BoundedText({ maxLength: 2048 })),
    quantity: Count(),
    price: Maybe(Amount({ description: "Per unit, before discounts." })),
    discount: Maybe(Amount({ description: "For the whole line." })),
  },
  { title: "Line item input" },
);

const OrderCustomer = Type.Object({
  id: Maybe(Key({ description: "Not `.` or `..`, which no URL can contain." })),
  email: Maybe(
    BoundedText({ description: "An invalid one reads back as sent, and identifies no customer." }),
  ),
  phoneNumber: Maybe(
    BoundedText({ description: "E.164; any other text reads back as sent, and identifies no customer." }),
  ),
  name: Text(),
  firstName: Text(),
  lastName: Text(),
});

const orderFields = {
  orderId: Key({
    description: "The merchant's own id, unique per store; not `.` or `..`, which no URL can contain.",
  }),
  createdAt: DateTime(),
  lineItems: Type.Array(LineItem, { minItems: 1, maxItems: MAX_LINES }),
  customer: Maybe(OrderCustomer),
  shipping: Maybe(Type.Object({ method: Text(), cost: Maybe(Amount()), address: Maybe(Address) })),
  totalPrice: Maybe(
    Amount({
      description: "Including tax and shipping: what was paid. The order's refunds are at most this.",
    }),
  ),
  subtotalPrice: Maybe(Amount({ description: "Excluding tax and shipping." })),
  totalTax: Maybe(
    Amount({ description: "Refunded with the units, in proportion to what was paid for them." }),
  ),
  totalDiscount: Maybe(
    Amount({
      description: "Of the whole order; what it has beyond the lines' discounts is spread over the lines.",
    }),
  ),
  billingAddress: Maybe(Address),
  tags: Maybe(Type.Array(BoundedText(), { maxItems: 250 })),
  currencyCode: Maybe(Currency("ISO 4217; the store's currency by default.")),
  locationId: Maybe(Key({ description: "A location of the store (`loc_…`)." })),
};

export type OrderBody = Static<typeof OrderBody>;
export const OrderBody = Type.Object(orderFields, { title: "New order" });

export type OrderCreated = Static<typeof OrderCreated>;
export const OrderCreated = Type.Object(
  {
    orderId: Type.String({ description: "The service's own id." }),
    externalOrderId: Type.String({ description: "The merchant's id." }),
  },
  { title: "Order created" },
);

const FulfilledLine = Type.Object({
  id: Type.String(),
  quantity: Type.Integer(),
  title: Type.String(),
  productId: Nullable(Type.String()),
  variantId: Maybe(Type.String()),
  sku: Maybe(Type.String()),
});

const TrackingLocation = Type.Object({ city: Text(), state: Text(), country: Text(), postalCode: Text() });

/** The statuses of a shipment to the customer or of a return. */
export const SHIPMENT_STATUSES = [
  "unknown",
  "pre_transit",
  "in_transit",
  "out_for_delivery",
  "available_for_pickup",
  "cancelled",
  "delivered",
  "error",
  "failure",
  "return_to_sender",
  "expired",
] as const;

export type TrackingEvent = Static<typeof TrackingEvent>;
export const TrackingEvent = Type.Object(
  {
    message: BoundedText(),
    status: OneOf(SHIPMENT_STATUSES),
    datetime: DateTime(),
    location: Maybe(TrackingLocation),
  },
  { title: "Tracking event input" },
);

export type Fulfillment = Static<typeof Fulfillment>;
export const Fulfillment = Type.Object(
  {
    id: Type.String(),
    createdAt: DateTime(),
    lineItems: Type.Array(FulfilledLine),
    trackingHistory: Type.Array(asResponse(TrackingEvent)),
    trackingCompany: Type.Optional(Type.String()),
    trackingNumber: Type.Optional(Type.String()),
    estimatedDeliveryDate: Type.Optional(Type.String()),
    deliveredAt: Type.Optional(DateTime()),
  },
  { title: "Fulfillment" },
);

export type Order = Static<typeof Order>;
export const Order = Type.Object(
  {
    ...asResponse(OrderBody).properties,
    totalPrice: Nullable(asResponse(Amount())),
    subtotalPrice: Nullable(asResponse(Amount())),
    totalTax: Nullable(asResponse(Amount())),
    totalDiscount: Nullable(asResponse(Amount())),
    tags: Nullable(Type.Array(Type.String())),
    currencyCode: Nullable(Type.String()),
    locationId: Nullable(Type.String()),
    fulfillments: Type.Array(Fulfillment),
  },
  { title: "Order" },
);

export type FulfillmentBody = Static<typeof FulfillmentBody>;
export const FulfillmentBody = Type.Object(
  {
    fulfillmentId: Maybe(
      Key({
        description: "The merchant's own id, unique per order; not `.` or `..`, which no URL can contain.",
      }),
    ),
    lineItems: Type.Array(Type.Object({ id: BoundedText({ minLength: 1 }), quantity: Count() }), {
      minItems: 1,
      maxItems: MAX_LINES,
    }),
    tracking: Maybe(Type.Object({ carrier: Text(), code: Text() })),
  },
  { title: "New fulfillment" },
);
