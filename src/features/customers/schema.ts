import { type Static, Type } from "@sinclair/typebox";
import { DateTime, Nullable } from "../../lib/schema-types.ts";

const Text = (options: object = {}) => Type.Optional(Type.String(options));

const CustomerLocation = Type.Object(
  {
    street1: Text(),
    street2: Text(),
    city: Text(),
    state: Text({ description: "State or province name." }),
    stateCode: Text({ description: "State or province abbreviation." }),
    postalCode: Text(),
    country: Text(),
    countryCode: Text({ description: "ISO 3166-1 alpha-2." }),
    ianaTimeZoneName: Text(),
    latitude: Type.Optional(Type.Number()),
    longitude: Type.Optional(Type.Number()),
  },
  { title: "Customer location" },
);

export type Customer = Static<typeof Customer>;
export const Customer = Type.Object(
  {
    id: Type.String(),
    email: Nullable(
      Type.String({ format: "email", description: "Null for a customer without an e-mail address." }),
    ),
    firstName: Text(),
    lastName: Text(),
    phoneNumber: Text({ description: "E.164." }),
    location: Type.Optional(CustomerLocation),
    customFields: Type.Optional(
      // Not a record: the framework rebuilds records and would lose a field named `__proto__`.
      Type.Unsafe<Record<string, string | number | boolean>>(
        Type.Object(
          {},
          {
            additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
            description: "Date fields are ISO 8601 date-times.",
          },
        ),
      ),
    ),
    createdAt: Nullable(DateTime()),
    updatedAt: Nullable(DateTime()),
  },
  { title: "Customer" },
);
