import { type Static, Type } from "@sinclair/typebox";
import {
  asResponse,
  Text as BoundedText,
  Count,
  DateTime,
  field,
  Key,
  Maybe,
  Nullable,
  OneOf,
} from "../../lib/schema-types.ts";
import { CreatedAt } from "../../lib/shared-fields.ts";

/** For an order or a fulfillment. */
export const MAX_LINES = 10_000;

const Text = () => Maybe(BoundedText());

const FulfilledLine = Type.Object({
  id: field(Type.String(), "The merchant's own id of the line.", "WEB-20418-1"),
  quantity: field(Type.Integer(), "How many pieces.", 2),
  title: field(Type.String(), "The product's title.", "Linen shirt"),
  productId: field(Nullable(Type.String()), "The merchant's own id of the product.", "linen-shirt"),
  variantId: field(Maybe(Type.String()), "The merchant's own id of the variant.", "linen-shirt-m"),
  sku: field(Maybe(Type.String()), "The merchant's stock keeping unit.", "LIN-M"),
});

const TrackingLocation = Type.Object({
  city: field(Text(), "The city.", "London"),
  state: field(Text(), "The state or province; may be empty.", "England"),
  country: field(Text(), "The country.", "GB"),
  postalCode: field(Text(), "The postal code.", "SW1Y 4JH"),
});

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
    message: field(BoundedText(), "What the carrier says.", "Handed to a neighbour"),
    status: field(OneOf(SHIPMENT_STATUSES), "Where the parcel is in its course.", "delivered"),
    datetime: field(DateTime(), "When the carrier reported it."),
    location: field(Maybe(TrackingLocation), "Where the parcel was."),
  },
  { title: "Tracking event input" },
);

export type Fulfillment = Static<typeof Fulfillment>;
export const Fulfillment = Type.Object(
  {
    id: field(Type.String(), "The merchant's own id of the parcel, or the service's.", "WEB-20418-F1"),
    createdAt: CreatedAt,
    lineItems: field(Type.Array(FulfilledLine), "The lines."),
    trackingHistory: field(Type.Array(asResponse(TrackingEvent)), "What the carrier reported, oldest first."),
    trackingCompany: field(Type.Optional(Type.String()), "The carrier.", "Royal Mail"),
    trackingNumber: field(Type.Optional(Type.String()), "The tracking number.", "AB123456785GB"),
    estimatedDeliveryDate: field(Type.Optional(Type.String()), "When the parcel is expected.", "2026-03-04"),
    fulfilledAt: field(
      Type.Optional(DateTime()),
      "When the parcel was sent, if that was said.",
      "2026-03-03T10:15:00.000Z",
    ),
    deliveredAt: field(Type.Optional(DateTime()), "When the parcel arrived.", "2026-03-05T14:02:00.000Z"),
  },
  { title: "Fulfillment" },
);

export type FulfillmentBody = Static<typeof FulfillmentBody>;
export const FulfillmentBody = Type.Object(
  {
    fulfillmentId: field(
      Maybe(Key()),
      "The merchant's own id, unique per order; not `.` or `..`, which no URL can contain.",
      "WEB-20418-F1",
    ),
    lineItems: field(
      Type.Array(
        Type.Object({
          id: field(BoundedText({ minLength: 1 }), "The merchant's own id of the line.", "WEB-20418-1"),
          quantity: field(Count(), "How many pieces.", 2),
        }),
        {
          minItems: 1,
          maxItems: MAX_LINES,
        },
      ),
      "The lines.",
    ),
    tracking: field(
      Maybe(
        Type.Object({
          carrier: field(Text(), "The carrier.", "Royal Mail"),
          code: field(Text(), "The tracking number.", "AB123456785GB"),
        }),
      ),
      "How the parcel is tracked.",
    ),
    fulfilledAt: field(
      Maybe(DateTime()),
      "When the parcel was sent. Without it, it counts as sent when it is recorded.",
      "2026-03-03T10:15:00Z",
    ),
  },
  { title: "New fulfillment" },
);
