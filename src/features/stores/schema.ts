import { type Static, Type } from "@sinclair/typebox";
import { Currency, DateTime, Maybe, NonBlankText, OneOf, Text } from "../../lib/schema-types.ts";
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

export type StoreChange = Static<typeof StoreChange>;
export const StoreChange = Type.Object(
  {
    name: Type.Optional(NonBlankText(200)),
    currency: Type.Optional(Currency("ISO 4217: the currency of later orders that name none.")),
    firstStatus: Type.Optional(OneOf(FIRST_STATUSES, { description: "The status that new returns get." })),
  },
  { title: "Store update" },
);

const Line = () => Type.Optional(Text({ maxLength: 200 }));

export type LocationBody = Static<typeof LocationBody>;
export const LocationBody = Type.Object(
  {
    name: NonBlankText(200),
    address: Type.Optional(
      Type.Object({
        line1: Line(),
        line2: Line(),
        city: Line(),
        state: Line(),
        postalCode: Line(),
        country: Line(),
      }),
    ),
    phoneNumber: Maybe(Text({ maxLength: 50 })),
    isDefault: Type.Optional(
      Type.Boolean({ description: "Whether it becomes the default. The first location is it in any case." }),
    ),
  },
  { title: "Location settings" },
);
