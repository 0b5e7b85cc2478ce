import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Email, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";

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
      eventId: Key({ description: "A repeated id returns 204 and is stored once." }),
      eventName: OneOf(EVENT_NAMES),
      source: OneOf([source]),
      timestamp: DateTime({ description: "When the event occurred." }),
      anonymousId: Maybe(Text()),
      cart: Type.Optional(Nullable(Opaque())),
      cartLine: Type.Optional(Opaque()),
      checkout: Type.Optional(Opaque()),
      collection: Type.Optional(Opaque()),
      customer: Type.Optional(Nullable(Opaque())),
      customerEmail: Maybe(Email()),
      customerPhone: Maybe(Text()),
      productVariant: Type.Optional(Opaque()),
      urlWithParams: Maybe(Text()),
      urlWithoutParams: Maybe(Text()),
    },
    { title: "Storefront event", additionalProperties: true },
  );

export type StorefrontEvent = Static<ReturnType<typeof storefrontEvent>>;

export const RecordedEvent = Type.Object(
  {
    eventId: Type.String(),
    eventName: Type.String(),
    source: Type.String(),
    timestamp: DateTime(),
    receivedAt: DateTime(),
  },
  {
    title: "Recorded storefront event",
    additionalProperties: Type.Unknown(),
    description: "The event as it was sent, and when it was received.",
  },
);
