import { type Static, Type } from "@sinclair/typebox";
import {
  Currency,
  DateTime,
  field,
  Maybe,
  NonBlankText,
  OfFormat,
  OneOf,
  Text,
} from "../../lib/schema-types.ts";
import { ById, CreatedAt, PhoneNumber } from "../../lib/shared-fields.ts";
import { ChangedParts, FIRST_STATUSES, ShownParts } from "./settings-schema.ts";

/** A store shows the last changes of its settings, so many. */
export const MAX_HISTORY = 50;

const SETTINGS = ["name", "currency", "firstStatus", "timeZone"] as const;

const SettingChange = Type.Object(
  {
    at: field(DateTime(), "When it was changed."),
    by: field(Type.String(), "The name of the API client or person, or the command.", "Ada Lovelace"),
    byId: ById,
    setting: field(OneOf(SETTINGS), "What was changed."),
    from: field(Type.String(), "What it was.", "UTC"),
    to: field(Type.String(), "What it became.", "Europe/Berlin"),
  },
  { title: "Change of a store's setting" },
);

export type Store = Static<typeof Store>;
export const Store = Type.Object(
  {
    id: field(Type.String(), "The store's id, as in paths.", "sto_01m5fk20v10000k3v8d2r6w9xz"),
    name: field(Type.String(), "The store's name.", "Green Shop"),
    currency: field(Type.String(), "ISO 4217: the currency of amounts that name none.", "EUR"),
    timeZone: field(
      Type.String(),
      "The time zone (IANA) of the store's days and of times in the console. UTC at first.",
      "Europe/Berlin",
    ),
    firstStatus: field(OneOf(FIRST_STATUSES), "The status that a new return gets."),
    createdAt: CreatedAt,
    history: field(
      Type.Array(SettingChange),
      `The last ${MAX_HISTORY} changes of these settings, the newest first; not of those below.`,
    ),
    ...ShownParts,
  },
  { title: "Store" },
);

export type Location = Static<typeof Location>;
export const Location = Type.Object(
  {
    id: field(
      Type.String(),
      "`loc_…`, as in `locationId` of orders and `location_id` of stock.",
      "loc_01m5fk20v30000w2n8c4t7y1xe",
    ),
    name: field(Type.String(), "The location's name.", "Main warehouse"),
    address: field(
      Type.Object({
        line1: field(Type.String(), "The street and house number.", "1 Dock Rd"),
        line2: field(Type.String(), "A second line of the street; may be empty.", "Gate 2"),
        city: field(Type.String(), "The city.", "Columbus"),
        state: field(Type.String(), "The state or province; may be empty.", "OH"),
        postalCode: field(Type.String(), "The postal code.", "43004"),
        country: field(Type.String(), "The country.", "US"),
      }),
      "The postal address.",
    ),
    phoneNumber: PhoneNumber,
    isDefault: field(Type.Boolean(), "Returns of orders without a location go to the default one."),
    createdAt: CreatedAt,
  },
  { title: "Location" },
);

export type StoreChange = Static<typeof StoreChange>;
export const StoreChange = Type.Object(
  {
    name: Type.Optional(NonBlankText(200, { examples: ["Linen & Co"] })),
    currency: Type.Optional(Currency("ISO 4217: the currency of later orders that name none.")),
    timeZone: field(
      Type.Optional(OfFormat("time-zone", 64)),
      "The time zone (IANA) of the store's days and of times in the console.",
      "Europe/Berlin",
    ),
    firstStatus: field(Type.Optional(OneOf(FIRST_STATUSES)), "The status that new returns get."),
    ...ChangedParts,
  },
  { title: "Store update" },
);

const Line = () => Type.Optional(Text({ maxLength: 200 }));

export type LocationBody = Static<typeof LocationBody>;
export const LocationBody = Type.Object(
  {
    name: NonBlankText(200, { examples: ["Linen & Co"] }),
    address: field(
      Type.Optional(
        Type.Object({
          line1: field(Line(), "The street and house number.", "1 Dock Rd"),
          line2: field(Line(), "A second line of the street; may be empty.", "Gate 2"),
          city: field(Line(), "The city.", "Columbus"),
          state: field(Line(), "The state or province; may be empty.", "England"),
          postalCode: field(Line(), "The postal code.", "SW1Y 4JH"),
          country: field(Line(), "The country.", "US"),
        }),
      ),
      "The postal address.",
    ),
    phoneNumber: field(Maybe(Text({ maxLength: 50 })), "The phone number in E.164 form.", "+4915112345678"),
    isDefault: field(
      Type.Optional(Type.Boolean()),
      "Whether it becomes the default. The first location is it in any case.",
    ),
  },
  { title: "Location settings" },
);
