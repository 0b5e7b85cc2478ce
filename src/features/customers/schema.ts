import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable } from "../../lib/schema-types.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));

const CustomerLocation = Type.Object(
  {
    street1: field(Text(), "The street and house number.", "1 Road"),
    street2: field(Text(), "A second line of the street.", "Flat 2"),
    city: field(Text(), "The city.", "Leeds"),
    state: field(Text(), "State or province name.", "West Yorkshire"),
    stateCode: field(Text(), "State or province abbreviation.", "WYK"),
    postalCode: field(Text(), "The postal code.", "LS1 4AP"),
    country: field(Text(), "The country.", "GB"),
    countryCode: field(Text(), "ISO 3166-1 alpha-2.", "GB"),
    ianaTimeZoneName: field(Text(), "The IANA name of the time zone.", "Europe/London"),
    latitude: field(Type.Optional(Type.Number()), "Degrees north of the equator.", 53.8),
    longitude: field(Type.Optional(Type.Number()), "Degrees east of Greenwich.", -1.55),
  },
  { title: "Customer location" },
);

export type Customer = Static<typeof Customer>;
export const Customer = Type.Object(
  {
    id: field(Type.String(), "The customer's id.", "cus_01kb3e8m9g0000q2x7d4n8wvf5"),
    email: field(
      Nullable(Type.String({ format: "email" })),
      "Null for a customer without an e-mail address.",
    ),
    firstName: field(Text(), "The first name.", "Robin"),
    lastName: field(Text(), "The last name.", "Vale"),
    phoneNumber: field(Text(), "E.164.", "+4915112345678"),
    location: field(Type.Optional(CustomerLocation), "Where the customer lives."),
    customFields: Type.Optional(
      // Not a record: the framework rebuilds records and would lose a field named `__proto__`.
      Type.Unsafe<Record<string, string | number | boolean>>(
        Type.Object(
          {},
          {
            additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
            description: "Date fields are ISO 8601 date-times.",
            examples: [{ plan: "gold" }],
          },
        ),
      ),
    ),
    createdAt: field(Nullable(DateTime()), "When it was created."),
    updatedAt: field(Nullable(DateTime()), "When it last changed."),
  },
  { title: "Customer" },
);
