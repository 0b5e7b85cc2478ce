import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

/**
 * The directory, in one database of a service of several cells: its cells, with their encrypted addresses. New stores
 * are created in those that are `open`.
 */
export const cells = pgTable("cells", {
  name: text().primaryKey(),
  url: text().notNull(),
  open: boolean().notNull(),
  createdAt: instant().notNull(),
});

/** The directory: the cell of each store. `epoch` grows with each move, so an older entry is known as such. */
export const storeCells = pgTable(
  "store_cells",
  {
    storeId: storeId().primaryKey(),
    cell: text()
      .notNull()
      .references(() => cells.name),
    epoch: bigint({ mode: "number" }).notNull(),
  },
  (table) => [index("store_cells_cell").on(table.cell)],
);

/** The directory: the store of each secret, by the part of it that identifies it. */
export const secretStores = pgTable(
  "secret_stores",
  { storeId: storeId(), secretLookup: text().notNull() },
  (table) => [
    primaryKey({ columns: [table.storeId, table.secretLookup] }),
    index("secret_stores_lookup").on(table.secretLookup),
  ],
);

/**
 * In each cell: whether a store lives in it. A store without a row does. `paused`: no write of it is accepted for a
 * moment; `moved`: it lives in another cell, and its rows here are removed or about to be.
 */
export const storeStates = pgTable("store_states", {
  storeId: storeId().primaryKey(),
  state: text().$type<"here" | "paused" | "moved">().notNull(),
  epoch: bigint({ mode: "number" }).notNull(),
  since: instant().notNull(),
});
