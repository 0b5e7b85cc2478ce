import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../../../lib/schema-types.ts";

export type Destination = Static<typeof Destination>;
export const Destination = Type.Object(
  {
    id: Type.Integer(),
    type: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    provider_location_id: Nullable(Type.Integer()),
    address: Type.Object({
      name: Type.String(),
      address1: Type.String(),
      address2: Nullable(Type.String()),
      city: Type.String(),
      state: Type.String(),
      zip: Type.String(),
      country: Nullable(Type.String()),
      country_code: Nullable(Type.String()),
      phone: Nullable(Type.String()),
    }),
  },
  { title: "Warehouse destination" },
);
