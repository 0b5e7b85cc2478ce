import { type Static, Type } from "@sinclair/typebox";
import { asResponse, field, Key, Maybe, Nullable, OneOf, Text } from "../../lib/schema-types.ts";
import { CreatedAt, UpdatedAt } from "../../lib/shared-fields.ts";

export const KINDS = ["PRODUCT", "RETURN", "UNDECLARED", "UNKNOWN"] as const;
export type Kind = (typeof KINDS)[number];

export const MAX_LEVELS = 500;
/** Of a product's id, SKU and bar code in characters: an index entry has a maximum size. */
export const MAX_PRODUCT_KEY = 255;

/** The orders of the list of levels. */
export type LevelSort = Static<typeof LevelSort>;
export const LevelSort = OneOf(["-updated_at", "updated_at"], {
  description: "The order: by `updated_at`, with a `-` the latest first; by default `-updated_at`.",
});

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
      examples: [{ shopify: "4711" }],
    },
  ),
);

/** A level in a request. */
export type LevelBody = Static<typeof LevelBody>;
export const LevelBody = Type.Object(
  {
    product: field(
      Type.Object({
        id: field(Key({ maxLength: MAX_PRODUCT_KEY }), "The merchant's id of the product.", "linen-shirt-m"),
        title: field(Text(), "The product's title.", "Linen shirt, M"),
        sku: field(
          Maybe(Text({ maxLength: MAX_PRODUCT_KEY })),
          "The merchant's stock keeping unit.",
          "LIN-M",
        ),
        upc: field(
          Maybe(Text({ maxLength: MAX_PRODUCT_KEY })),
          "The bar code of the product.",
          "0614141999996",
        ),
        image_url: field(
          Maybe(Text({ maxLength: 2048 })),
          "The address of a picture of the product.",
          "https://shop.example/linen.jpg",
        ),
      }),
      "The product.",
    ),
    location_id: field(Text(), "A location of the store (`loc_…`).", "loc_01kb3e8m9g0000q2x7d4n8wvf5"),
    quantity: field(Stock(), "The units in stock.", 40),
    committed: field(Maybe(Stock()), "The units of these that are promised to orders; 0 by default.", 6),
    reserved: field(Maybe(Stock()), "The units of these that are held back; 0 by default.", 2),
    buildable: field(Maybe(Stock()), "The additional units that could be assembled; 0 by default.", 0),
    kind: field(Maybe(OneOf(KINDS)), "`PRODUCT` by default."),
    external_ids: Maybe(ExternalIds),
  },
  { title: "New inventory level" },
);

export type LevelsBody = Static<typeof LevelsBody>;
export const LevelsBody = Type.Object({
  inventory_levels: field(Type.Array(LevelBody, { maxItems: MAX_LEVELS }), "The levels."),
});

export type InventoryLevel = Static<typeof InventoryLevel>;
export const InventoryLevel = Type.Object(
  {
    id: field(Type.String(), "The level's id.", "li_01m60q9pn20000cnd58gdmdwy0"),
    product: field(
      Type.Object({
        id: field(Type.String(), "The merchant's own id of the product.", "linen-shirt-m"),
        title: field(Type.String(), "The product's title.", "Linen shirt, M"),
        sku: field(Nullable(Type.String()), "The merchant's stock keeping unit.", "LIN-M"),
        upc: field(Nullable(Type.String()), "The bar code of the product.", "0614141999996"),
        image_url: field(
          Nullable(Type.String()),
          "The address of a picture of the product.",
          "https://shop.example/linen.jpg",
        ),
      }),
      "The product.",
    ),
    location: field(
      Type.Object({
        id: field(Type.String(), "The location's id.", "loc_01kb3e8m9g0000q2x7d4n8wvf5"),
        name: field(Type.String(), "The location's name.", "Main warehouse"),
      }),
      "Where the stock is.",
    ),
    quantity: field(Type.Integer(), "How many pieces.", 40),
    available: field(Type.Integer(), "`quantity - committed - reserved`; negative when oversold.", 32),
    committed: field(Type.Integer(), "How many pieces are promised to orders.", 6),
    reserved: field(Type.Integer(), "How many pieces are held back.", 2),
    buildable: field(Type.Integer(), "How many pieces can be assembled from parts.", 0),
    total_available: field(Type.Integer(), "`available + buildable`", 32),
    updated_at: UpdatedAt,
    created_at: CreatedAt,
    external_ids: asResponse(ExternalIds),
  },
  { title: "Inventory level" },
);

export type InventoryItem = Static<typeof InventoryItem>;
export const InventoryItem = Type.Object(
  {
    id: field(Type.String(), "The item's id.", "ii_01m60q9pn100007vhgj68fdkme"),
    sku: field(Nullable(Type.String()), "The merchant's stock keeping unit.", "LIN-M"),
    name: field(Type.String(), "The product's title.", "Linen shirt, M"),
    kind: field(OneOf(KINDS), "What kind of stock it is."),
    quantity: field(Type.Integer(), "The sum over `locations`.", 40),
    locations: field(
      Type.Array(
        Type.Object({
          location_id: field(Type.String(), "The location's id.", "loc_01kb3e8m9g0000q2x7d4n8wvf5"),
          location_name: field(Type.String(), "The location's name.", "Main warehouse"),
          quantity: field(Type.Integer(), "How many pieces.", 40),
        }),
      ),
      "The locations.",
    ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
  { title: "Inventory item" },
);

const MAX_FILE_CHARACTERS = 2_000_000;
export const FILE_COLUMNS =
  "CSV with a header line, or JSON Lines. The columns are `product_id`, `location_id`, `quantity` and, optional, `title` (required for a new product), `sku`, `upc`, `image_url`, `committed`, `reserved`, `buildable`, `kind`, `external_ids` (a JSON object). What has no column stays as it is; an empty cell is a value. Fields are separated by `,`, `;` or tabs.";

export const ImportBody = Type.Object(
  {
    file: field(
      Text({ minLength: 1, maxLength: MAX_FILE_CHARACTERS }),
      FILE_COLUMNS,
      "product_id,title,location_id,quantity",
    ),
  },
  { title: "Inventory file" },
);

export const LineError = Type.Object(
  {
    line: field(Type.Integer(), "From 1, the header included.", 17),
    detail: field(Type.String(), "What went wrong, for people.", "The store has no location loc_1."),
  },
  { title: "Line error" },
);

export type ImportResult = Static<typeof ImportResult>;
export const ImportResult = Type.Object(
  {
    lines: field(Type.Integer(), "The lines read, without the header.", 1),
    changed: field(Type.Integer(), "The levels that were created or changed.", 1),
    broken: field(Type.Integer(), "The lines that were skipped because they are not valid.", 0),
    errors: field(Type.Array(LineError), "The errors of the first 100 of them."),
  },
  { title: "Inventory import" },
);
