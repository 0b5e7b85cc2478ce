import { type Static, Type } from "@sinclair/typebox";
import { DateTime, OneOf } from "../lib/schema-types.ts";
import { FIRST_STATUSES } from "./create-store.ts";

export type Store = Static<typeof Store>;
export const Store = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    currency: Type.String({ description: "ISO 4217: the currency of amounts that name none." }),
    firstStatus: OneOf(FIRST_STATUSES, { description: "The status that a new return gets." }),
    createdAt: DateTime(),
  },
  { title: "Store" },
);

export type Location = Static<typeof Location>;
export const Location = Type.Object(
  {
    id: Type.String({ description: "`loc_…`, as in `locationId` of orders and `location_id` of stock." }),
    name: Type.String(),
    address: Type.Object({
      line1: Type.String(),
      line2: Type.String(),
      city: Type.String(),
      state: Type.String(),
      postalCode: Type.String(),
      country: Type.String(),
    }),
    phoneNumber: Type.String(),
    isDefault: Type.Boolean({ description: "Returns of orders without a location go to the default one." }),
    createdAt: DateTime(),
  },
  { title: "Location" },
);
