const AT = { updated_at: "2026-03-10T09:00:44.007Z", created_at: "2026-03-10T09:00:44.007Z" };

const LEVEL = {
  id: "li_01m60q9pn20000cnd58gdmdwy0",
  product: {
    id: "linen-shirt-m",
    title: "Linen shirt, M",
    sku: "LIN-M",
    upc: "0614141999996",
    image_url: null,
  },
  location: { id: "loc_01kb3e8m9g0000q2x7d4n8wvf5", name: "Main warehouse" },
  quantity: 40,
  available: 32,
  committed: 6,
  reserved: 2,
  buildable: 0,
  total_available: 32,
  ...AT,
  external_ids: { netsuite: "88213" },
};

const ITEM = {
  id: "ii_01m60q9pn100007vhgj68fdkme",
  sku: "LIN-M",
  name: "Linen shirt, M",
  kind: "PRODUCT",
  quantity: 40,
  locations: [
    { location_id: "loc_01kb3e8m9g0000q2x7d4n8wvf5", location_name: "Main warehouse", quantity: 40 },
  ],
  ...AT,
};

/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  readLevel: {
    operationId: "readInventoryLevel",
    summary: "Get an inventory level",
    description:
      "What there is of a product at a location. `available` is `quantity - committed - reserved`, and `total_available` is `available + buildable`; both are below 0 where more is promised than there is.",
    "x-response-examples": { 200: { inventory_level: LEVEL } },
  },
  readItem: {
    operationId: "readInventoryItem",
    summary: "Get an inventory item",
    description:
      "What there is of a product in all locations together: one item per product and `kind`. `name` is the product's title, and `quantity` is always the sum over `locations`. It can be read when nothing is left, too.",
    "x-response-examples": { 200: { inventory_item: ITEM } },
  },
  listItems: {
    operationId: "listInventoryItems",
    summary: "List inventory items",
    description:
      "The items of which there are some, the one that changed last first: an item changes with its product and with each of its levels. With `location_id` those of which there are some there; `quantity` and `locations` then tell of that location alone. Items may change while the pages are read: none that is there throughout is missed, and what changed after the first page was read comes again at the end.",
    "x-response-examples": { 200: { inventory_items: [ITEM] } },
  },
  listLevels: {
    operationId: "listInventoryLevels",
    summary: "List inventory levels",
    description:
      "The level that changed last first, empty ones included. Filters may be combined. Levels may change while the pages are read: none that is there throughout is missed, and what changed after the first page was read comes again at the end. Whatever changes later has a later `updated_at`, so the latest one that was seen can be the next `updated_at_min`.",
    "x-extension": true,
    "x-response-examples": { 200: { inventory_levels: [LEVEL] } },
  },
  putLevels: {
    operationId: "putInventoryLevels",
    summary: "Upsert inventory levels",
    description:
      "How stock enters the service. Each element is a level as a whole, found by its product, `kind` and location, and made when there is none: counts that are absent or null are 0, `external_ids` are none, and `kind` is `PRODUCT`. A product's title, `sku`, `upc` and `image_url` are those that were put last, by whichever of its levels of that `kind`; absent or null ones are null. All elements are stored or none; a level that comes twice and a location that the store doesn't have are 400. The answer has the levels in the order given. What is put again as it is changes nothing, `updated_at` included, so a request without an answer can be repeated.",
    "x-example": {
      inventory_levels: [
        {
          product: { id: "linen-shirt-m", title: "Linen shirt, M", sku: "LIN-M", upc: "0614141999996" },
          location_id: "loc_01kb3e8m9g0000q2x7d4n8wvf5",
          quantity: 40,
          committed: 6,
          reserved: 2,
          external_ids: { netsuite: "88213" },
        },
      ],
    },
    "x-extension": true,
    "x-response-examples": { 200: { inventory_levels: [LEVEL] } },
  },
};
