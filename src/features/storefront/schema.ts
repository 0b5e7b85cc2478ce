import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Email, field, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";

const Opaque = () => Type.Object({}, { additionalProperties: true });

export const EVENT_NAMES = [
  "product_added_to_cart",
  "product_removed_from_cart",
  "product_viewed",
  "checkout_started",
  "checkout_completed",
  "checkout_contact_info_submitted",
  "page_viewed",
  "collection_viewed",
] as const;

/** Returns the schema of a storefront event; `source` is the configured source, the only valid one. */
export const storefrontEvent = (source: string) =>
  Type.Object(
    {
      eventId: field(Key(), "A repeated id returns 204 and is stored once.", "evt-58201"),
      eventName: field(OneOf(EVENT_NAMES), "The name of the event."),
      source: field(OneOf([source]), "Where the event comes from."),
      timestamp: field(DateTime(), "When the event occurred."),
      anonymousId: field(Maybe(Text()), "An id of the visitor before they are known.", "visitor-301"),
      cart: field(Type.Optional(Nullable(Opaque())), "The cart, as the shop sends it.", { id: "cart-1" }),
      cartLine: field(Type.Optional(Opaque()), "The line of the cart, as the shop sends it.", {
        quantity: 1,
      }),
      checkout: field(Type.Optional(Opaque()), "The checkout, as the shop sends it.", { token: "chk-1" }),
      collection: field(Type.Optional(Opaque()), "The collection, as the shop sends it.", {
        title: "Summer",
      }),
      customer: field(Type.Optional(Nullable(Opaque())), "The customer, as the shop sends them.", {
        id: "17",
      }),
      customerEmail: field(Maybe(Email()), "The customer's e-mail address."),
      customerPhone: field(Maybe(Text()), "The customer's phone number.", "+4915112345678"),
      productVariant: field(Type.Optional(Opaque()), "The variant, as the shop sends it.", {
        sku: "LIN-M",
      }),
      urlWithParams: field(
        Maybe(Text()),
        "The page's address with its query.",
        "https://shop.example/linen?size=m",
      ),
      urlWithoutParams: field(
        Maybe(Text()),
        "The page's address without its query.",
        "https://shop.example.com/linen-shirt",
      ),
    },
    { title: "Storefront event", additionalProperties: true },
  );

export type StorefrontEvent = Static<ReturnType<typeof storefrontEvent>>;

export const RecordedEvent = Type.Object(
  {
    eventId: field(Type.String(), "The event's id.", "evt-58201"),
    eventName: field(Type.String(), "The name of the event.", "product_viewed"),
    source: field(Type.String(), "Where the event comes from.", "storefront"),
    timestamp: field(DateTime(), "When it happened."),
    receivedAt: field(DateTime(), "When the service received it."),
  },
  {
    title: "Recorded storefront event",
    additionalProperties: Type.Unknown(),
    description:
      "The event as it was sent, and when it was received; a `receivedAt` of its own is not shown.",
  },
);
