const AT = { updated_at: "2026-03-10T09:00:44.007Z", created_at: "2026-03-10T09:00:44.007Z" };

export const LEVEL = {
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

/** The documentation of each operation, with the choices where the specification is silent. */
export const DOCS = {
  readLevel: {
    operationId: "readInventoryLevel",
    summary: "Get an inventory level",
    description:
      "Returns the stock of a product at a location. `available` is `quantity - committed - reserved`, and `total_available` is `available + buildable`. Both are negative when the product is oversold.",
  },
  readItem: {
    operationId: "readInventoryItem",
    summary: "Get an inventory item",
    description:
      "Returns the stock of a product at all locations: one item per product and `kind`. `name` is the product's title, and `quantity` is always the sum over `locations`. Items out of stock are included.",
  },
  listItems: {
    operationId: "listInventoryItems",
    summary: "List inventory items",
    description: `Lists items in stock, last changed first.

- An item changes with its product and with each of its levels.
- With \`location_id\`: items in stock at that location; \`quantity\` and \`locations\` then cover only that location.
- Items that change while you read the pages are repeated at the end, so that none is missed.`,
  },
  listLevels: {
    operationId: "listInventoryLevels",
    summary: "List inventory levels",
    description: `Lists levels, last changed first unless \`sort\` says otherwise, including those with a quantity of 0. Filters can be combined.

- Levels that change while you read the pages are repeated at the end, in either order, so that none is missed.
- A later change always has a later \`updated_at\`. To poll for changes, send the latest one that you have received as \`updated_at_min\`.`,
    "x-extension": true,
  },
  readHistory: {
    operationId: "readInventoryLevelHistory",
    summary: "Get an inventory level's history",
    description: `Lists the changes of a level, newest first: who has changed it, when, and its counts before and after.

- \`from\` is null when the level was created. Where the counts are the same, its \`external_ids\` were changed.
- \`return_id\` names the return that has changed it: what came back, or what is sent in exchange.
- A change is kept for 90 days, unless the operator has set another time.`,
    "x-extension": true,
  },
  importLevels: {
    operationId: "importInventoryLevels",
    summary: "Import inventory levels",
    description: `Creates or replaces the levels of a file, as *Upsert inventory levels* does, 500 lines at a time.

- A row that isn't valid is skipped and reported by its line; the others are stored. A file without a valid header or without a row is 400.
- A second row for a level is reported, and the first one counts. An unchanged level keeps its \`updated_at\`, so a file can be imported again.
- In a CSV file, what has no column stays as it is: a file of \`product_id,location_id,quantity\` changes quantities alone.
- A file has at most 2,000,000 characters; \`cli inventory import\` takes files of any size.`,
    "x-example": {
      file: 'product_id,title,location_id,quantity\nlinen-shirt-m,"Linen shirt, M",loc_01kb3e8m9g0000q2x7d4n8wvf5,40\n',
    },
    "x-response-examples": {
      200: { lines: 1, changed: 1, broken: 0, errors: [] },
    },
    "x-extension": true,
  },
  putLevels: {
    operationId: "putInventoryLevels",
    summary: "Upsert inventory levels",
    description: `Creates or replaces up to 500 levels; this is how stock enters the service. Returns change levels too: they add units to what was put, and take them away.

- A level is identified by its product, \`kind\` and location. Absent or null counts are 0, absent \`external_ids\` are empty, and the default \`kind\` is \`PRODUCT\`.
- A product's title, \`sku\`, \`upc\` and \`image_url\` are the latest ones of any of its levels of that \`kind\`; absent ones are null.
- Either all levels are stored or none. A repeated level or an unknown location is 400.
- The response has the levels in the order of the request.
- An unchanged level keeps its \`updated_at\`, so a request can be repeated safely.`,
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
  },
};
