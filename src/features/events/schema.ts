import { type Static, Type } from "@sinclair/typebox";
import {
  AnyNumber,
  Currency,
  DateTime,
  Email,
  field,
  Key,
  MAX_BYTES,
  Maybe,
  Phone,
  Text,
} from "../../lib/schema-types.ts";
import { MAX_CUSTOM_FIELDS } from "../customers/custom-fields.ts";

export const MAX_TEXT_BYTES = 100 * 1024;
const MAX_PROPERTIES = 400;
export const MAX_EVENTS = 100;

const LongText = (options: { minLength?: number } = {}) =>
  Text({ maxLength: MAX_TEXT_BYTES, [MAX_BYTES]: MAX_TEXT_BYTES, ...options });

const LocationPatch = Type.Object(
  {
    street1: field(Maybe(LongText()), "The street and house number.", "12 St James's Square"),
    street2: field(Maybe(LongText()), "A second line of the street.", "Flat 2"),
    city: field(Maybe(LongText()), "The city.", "London"),
    state: field(Maybe(LongText()), "The state or province; may be empty.", "England"),
    stateCode: field(Maybe(LongText()), "The abbreviation of the state or province.", "ENG"),
    postalCode: field(Maybe(LongText()), "The postal code.", "SW1Y 4JH"),
    country: field(Maybe(LongText()), "The country.", "GB"),
    countryCode: field(Maybe(LongText()), "The ISO 3166-1 alpha-2 code of the country.", "GB"),
    ianaTimeZoneName: field(Maybe(LongText()), "The IANA name of the time zone.", "Europe/London"),
    latitude: field(Maybe(AnyNumber()), "Degrees north of the equator.", 51.51),
    longitude: field(Maybe(AnyNumber()), "Degrees east of Greenwich.", -0.13),
  },
  { title: "Customer location patch" },
);

const CustomField = Type.Union([LongText(), AnyNumber(), Type.Boolean(), Type.Null()]);

const EventCustomer = Type.Object({
  id: field(Maybe(Key()), "Not `.` or `..`, which no URL can contain.", "cus_01kb3e8m9g0000q2x7d4n8wvf5"),
  email: field(Maybe(Email()), "The e-mail address. It is unique per store, and compared without case."),
  phoneNumber: Maybe(Phone()),
  firstName: field(Maybe(LongText()), "The first name.", "Ada"),
  lastName: field(Maybe(LongText()), "The last name.", "Byron"),
  location: field(Maybe(LocationPatch), "Where the customer lives."),
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
          examples: [{ plan: "gold" }],
        },
      ),
    ),
  ),
});

/** An event as clients send it. */
export type CustomEvent = Static<typeof CustomEvent>;
export const CustomEvent = Type.Object(
  {
    eventName: field(LongText({ minLength: 1 }), "The name of the event.", "Fitting booked"),
    customer: field(EventCustomer, "The customer."),
    eventTimestamp: field(Maybe(DateTime()), "Defaults to the time of ingestion."),
    value: field(Maybe(AnyNumber()), "A monetary or conversion value.", 25),
    valueCurrency: Maybe(Currency("ISO 4217.")),
    uniqueId: field(
      Maybe(Key()),
      "An event whose `uniqueId` the store has accepted before is dropped silently.",
      "booking-7731",
    ),
    data: field(
      Maybe(Type.Record(Type.String(), Type.Unknown(), { maxProperties: MAX_PROPERTIES })),
      "Segments can filter on top-level strings (at most 100 KB each), numbers, booleans and dates; `0`, null and an empty string count as unset. `$extra` is an object that is stored unchanged.",
      { total: 80 },
    ),
  },
  { title: "Custom event" },
);

export const BulkEvents = Type.Object({
  events: field(Type.Array(CustomEvent, { minItems: 1, maxItems: MAX_EVENTS }), "The events."),
});

export const StoredEvent = Type.Object(
  {
    eventId: field(Type.String(), "The event's id.", "019cae24-3f40-7a55-9c8e-5f2a1b7d3e60"),
    eventName: field(Type.String(), "The name of the event.", "Fitting booked"),
    customerId: field(
      Type.String(),
      "The customer that the event was accepted for.",
      "cus_01m5fk20va0000z8d3h6k9t1vw",
    ),
    eventTimestamp: field(DateTime(), "When it happened; by default when it was received."),
    value: field(Type.Optional(Type.Number()), "A monetary or conversion value.", 25),
    valueCurrency: field(Type.Optional(Type.String()), "The ISO 4217 code of the value's currency.", "GBP"),
    uniqueId: field(
      Type.Optional(Type.String()),
      "Your own id of the event. It counts once per store, for ever.",
      "booking-7731",
    ),
    data: field(
      Type.Optional(
        // Not a record: the framework rebuilds records and would lose a field named `__proto__`.
        Type.Object({}, { additionalProperties: Type.Unknown() }),
      ),
      "Without unset values; dates in UTC. `$extra` as it was sent.",
      { total: 80 },
    ),
    receivedAt: field(DateTime(), "When the service received it."),
  },
  { title: "Stored custom event" },
);

export type Rejection = Static<typeof Rejection>;
export const Rejection = Type.Object({
  receivedAt: field(DateTime(), "When the service received it."),
  index: field(Type.Integer(), "Its index in the request, from 0.", 0),
  event: field(Type.Unknown(), "The element as it was sent.", {
    eventName: "order_reviewed",
    customer: {},
    data: { stars: 4 },
  }),
  errors: field(
    Type.Array(
      Type.Object({
        detail: field(
          Type.String(),
          "What is wrong, for people.",
          "customer needs an id, an email or a phoneNumber.",
        ),
        pointer: field(
          Type.Optional(Type.String()),
          "The JSON pointer of the value in the event; empty for the event itself.",
          "/customer",
        ),
      }),
    ),
    "What is wrong, one entry for each fault.",
  ),
});
