import { type Static, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable } from "../../lib/schema-types.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));

const CustomerLocation = Type.Object(
  {
    street1: field(Text(), "The street and house number.", "12 St James's Square"),
    street2: field(Text(), "A second line of the street.", "Flat 2"),
    city: field(Text(), "The city.", "London"),
    state: field(Text(), "State or province name.", "England"),
    stateCode: field(Text(), "State or province abbreviation.", "ENG"),
    postalCode: field(Text(), "The postal code.", "SW1Y 4JH"),
    country: field(Text(), "The country.", "GB"),
    countryCode: field(Text(), "ISO 3166-1 alpha-2.", "GB"),
    ianaTimeZoneName: field(Text(), "The IANA name of the time zone.", "Europe/London"),
    latitude: field(Type.Optional(Type.Number()), "Degrees north of the equator.", 51.51),
    longitude: field(Type.Optional(Type.Number()), "Degrees east of Greenwich.", -0.13),
  },
  { title: "Customer location" },
);

export type Customer = Static<typeof Customer>;
export const Customer = Type.Object(
  {
    id: field(Type.String(), "The customer's id.", "cus_01m5fk20va0000z8d3h6k9t1vw"),
    email: field(
      Nullable(Type.String({ format: "email" })),
      "Null for a customer without an e-mail address.",
    ),
    firstName: field(Text(), "The first name.", "Ada"),
    lastName: field(Text(), "The last name.", "Byron"),
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
