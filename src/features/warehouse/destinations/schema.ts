import { type Static, Type } from "@sinclair/typebox";
import { field, Nullable } from "../../../lib/schema-types.ts";

export type Destination = Static<typeof Destination>;
export const Destination = Type.Object(
  {
    id: field(Type.Integer(), "The numeric id.", 7),
    type: field(Type.String(), "What kind of object it is.", "warehouse"),
    name: field(Type.String(), "The warehouse's name.", "Main warehouse"),
    enabled: field(Type.Boolean(), "Whether it is in use."),
    provider_location_id: field(
      Nullable(Type.Integer()),
      "The commerce platform's id of the location, if it is a number.",
      12,
    ),
    address: field(
      Type.Object({
        name: field(Type.String(), "The name on the address.", "Main warehouse"),
        address1: field(Type.String(), "The street and house number.", "1 Dock Rd"),
        address2: field(Nullable(Type.String()), "A second line of the street.", "Gate 2"),
        city: field(Type.String(), "The city.", "Columbus"),
        state: field(Type.String(), "The state or province.", "OH"),
        zip: field(Type.String(), "The postal code.", "43004"),
        country: field(Nullable(Type.String()), "The country.", "United States"),
        country_code: field(
          Nullable(Type.String()),
          "The ISO 3166-1 alpha-2 code of the country; null if the name is unknown.",
          "US",
        ),
        phone: field(Nullable(Type.String()), "The phone number.", "+4915112345678"),
      }),
      "The postal address.",
    ),
  },
  { title: "Warehouse destination" },
);
