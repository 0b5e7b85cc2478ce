import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Currency, DateTime, Email, Key, Maybe, Phone, Text } from "../../lib/schema-types.ts";
import { MAX_CUSTOM_FIELDS } from "../customers/custom-fields.ts";

/** 100 KB of ASCII. */
export const MAX_TEXT_CHARACTERS = 100 * 1024;
const MAX_PROPERTIES = 400;
export const MAX_EVENTS = 100;

const LongText = () => Text({ maxLength: MAX_TEXT_CHARACTERS });

const LocationPatch = Type.Object(
  {
    street1: Maybe(LongText()),
    street2: Maybe(LongText()),
    city: Maybe(LongText()),
    state: Maybe(LongText()),
    stateCode: Maybe(LongText()),
    postalCode: Maybe(LongText()),
    country: Maybe(LongText()),
    countryCode: Maybe(LongText()),
    ianaTimeZoneName: Maybe(LongText()),
    latitude: Maybe(AnyNumber()),
    longitude: Maybe(AnyNumber()),
  },
  { title: "Customer location patch" },
);

const CustomField = Type.Union([LongText(), AnyNumber(), Type.Boolean(), Type.Null()]);

const EventCustomer = Type.Object({
  id: Maybe(Key({ description: "Not `.` or `..`, which no URL can contain." })),
  email: Maybe(Email()),
  phoneNumber: Maybe(Phone()),
  firstName: Maybe(LongText()),
  lastName: Maybe(LongText()),
  location: Maybe(LocationPatch),
  customFields: Maybe(
    // Not a record: its pattern of names doesn't match names with a line break.
    Type.Unsafe<Record<string, Static<typeof CustomField>>>(
      Type.Object(
        {},
        {
          additionalProperties: CustomField,
          maxProperties: MAX_CUSTOM_FIELDS,
          description:
            "Merged key by key; `0`, `false` and an empty string are values, null changes nothing. A profile has at most 400 fields of 256 KB together (names and values as JSON).",
        },
      ),
    ),
  ),
});

/** An event as clients send it. */
export type CustomEvent = Static<typeof CustomEvent>;
export const CustomEvent = Type.Object(
  {
    eventName: Text({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS }),
    customer: EventCustomer,
    eventTimestamp: Maybe(DateTime({ description: "Defaults to the time of ingestion." })),
    value: Maybe(AnyNumber({ description: "A monetary or conversion value." })),
    valueCurrency: Maybe(Currency("ISO 4217.")),
    uniqueId: Maybe(
      Key({ description: "An event whose `uniqueId` the store has accepted before is dropped silently." }),
    ),
    data: Maybe(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: MAX_PROPERTIES,
        description:
          "Segments can filter on top-level strings, numbers, booleans and dates; `0`, null and an empty string count as unset. `$extra` is an object that is stored unchanged.",
      }),
    ),
  },
  { title: "Custom event" },
);

export const BulkEvents = Type.Object({
  events: Type.Array(CustomEvent, { minItems: 1, maxItems: MAX_EVENTS }),
});

export const StoredEvent = Type.Object(
  {
    eventId: Type.String(),
    eventName: Type.String(),
    customerId: Type.String({ description: "The customer that the event was accepted for." }),
    eventTimestamp: DateTime(),
    value: Type.Optional(Type.Number()),
    valueCurrency: Type.Optional(Type.String()),
    uniqueId: Type.Optional(Type.String()),
    data: Type.Optional(
      // Not a record: the framework rebuilds records and would lose a field named `__proto__`.
      Type.Object(
        {},
        {
          additionalProperties: Type.Unknown(),
          description: "Without unset values; dates in UTC. `$extra` as it was sent.",
        },
      ),
    ),
    receivedAt: DateTime(),
  },
  { title: "Stored custom event" },
);

export type Rejection = Static<typeof Rejection>;
export const Rejection = Type.Object({
  receivedAt: DateTime(),
  index: Type.Integer({ description: "Its index in the request, from 0." }),
  event: Type.Unknown({
    description: "The element as it was sent.",
    examples: [{ eventName: "order_reviewed", customer: {}, data: { stars: 4 } }],
  }),
  errors: Type.Array(Type.Object({ detail: Type.String(), pointer: Type.Optional(Type.String()) })),
});
