import { type Static, Type } from "@sinclair/typebox";
import { asResponse, DateTime, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";

export const KINDS = ["PRODUCT", "RETURN", "UNDECLARED", "UNKNOWN"] as const;
export type Kind = (typeof KINDS)[number];

export const MAX_LEVELS = 500;

/** A count that fits a 32-bit column. */
const Stock = (options: object = {}) => Type.Integer({ minimum: 0, maximum: 2_147_483_647, ...options });

const ExternalIds = Type.Unsafe<Record<string, string>>(
  // Not a TypeBox record: its pattern for names does not match a line break.
  Type.Object(
    {},
    {
      additionalProperties: Text(),
      maxProperties: 250,
      description: "The ids in other systems, by the name of the system.",
    },
  ),
);

/** A level in a request. */
export type LevelBody = Static<typeof LevelBody>;
export const LevelBody = Type.Object(
  {
    product: Type.Object({
      id: Key({ description: "The merchant's id of the product." }),
      title: Text(),
      sku: Maybe(Text({ maxLength: 255 })),
      upc: Maybe(Text({ maxLength: 255 })),
      image_url: Maybe(Text({ maxLength: 2048 })),
    }),
    location_id: Text({ description: "A location of the store (`loc_…`)." }),
    quantity: Stock({ description: "The units in stock." }),
    committed: Maybe(Stock({ description: "The units of these that are promised to orders; 0 by default." })),
    reserved: Maybe(Stock({ description: "The units of these that are held back; 0 by default." })),
    buildable: Maybe(Stock({ description: "The additional units that could be assembled; 0 by default." })),
    kind: Maybe(OneOf(KINDS, { description: "`PRODUCT` by default." })),
    external_ids: Maybe(ExternalIds),
  },
  { title: "New inventory level" },
);

export type LevelsBody = Static<typeof LevelsBody>;
export const LevelsBody = Type.Object({
  inventory_levels: Type.Array(LevelBody, { maxItems: MAX_LEVELS }),
});

export type InventoryLevel = Static<typeof InventoryLevel>;
export const InventoryLevel = Type.Object(
  {
    id: Type.String({ examples: ["li_01kb3e8m9g0000q2x7d4n8wvf5"] }),
    product: Type.Object({
      id: Type.String(),
      title: Type.String(),
      sku: Nullable(Type.String()),
      upc: Nullable(Type.String()),
      image_url: Nullable(Type.String()),
    }),
    location: Type.Object({ id: Type.String(), name: Type.String() }),
    quantity: Type.Integer(),
    available: Type.Integer({ description: "`quantity - committed - reserved`; negative when oversold." }),
    committed: Type.Integer(),
    reserved: Type.Integer(),
    buildable: Type.Integer(),
    total_available: Type.Integer({ description: "`available + buildable`" }),
    updated_at: DateTime(),
    created_at: DateTime(),
    external_ids: asResponse(ExternalIds),
  },
  { title: "Inventory level" },
);

export type InventoryItem = Static<typeof InventoryItem>;
export const InventoryItem = Type.Object(
  {
    id: Type.String({ examples: ["ii_01kb3e8m9g0000q2x7d4n8wvf5"] }),
    sku: Nullable(Type.String()),
    name: Type.String({ description: "The product's title." }),
    kind: OneOf(KINDS),
    quantity: Type.Integer({ description: "The sum over `locations`." }),
    locations: Type.Array(
      Type.Object({
        location_id: Type.String(),
        location_name: Type.String(),
        quantity: Type.Integer(),
      }),
    ),
    created_at: DateTime(),
    updated_at: DateTime(),
  },
  { title: "Inventory item" },
);

const MAX_FILE_CHARACTERS = 2_000_000;
export const FILE_COLUMNS =
  "CSV with a header line, or JSON Lines. The columns are `product_id`, `location_id`, `quantity` and, optional, `title` (required for a new product), `sku`, `upc`, `image_url`, `committed`, `reserved`, `buildable`, `kind`, `external_ids` (a JSON object). What has no column stays as it is; an empty cell is a value. Fields are separated by `,`, `;` or tabs.";

export const ImportBody = Type.Object(
  { file: Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS, description: FILE_COLUMNS }) },
  { title: "Inventory file" },
);

export const LineError = Type.Object(
  { line: Type.Integer({ description: "From 1, the header included." }), detail: Type.String() },
  { title: "Line error" },
);

export type ImportResult = Static<typeof ImportResult>;
export const ImportResult = Type.Object(
  {
    lines: Type.Integer({ description: "The lines read, without the header." }),
    changed: Type.Integer({ description: "The levels that were created or changed." }),
    broken: Type.Integer({ description: "The lines that were skipped because they are not valid." }),
    errors: Type.Array(LineError, { description: "The errors of the first 100 of them." }),
  },
  { title: "Inventory import" },
);
