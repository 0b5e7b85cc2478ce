import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, value } from "../columns.ts";
import { impliedStoreId, locations, storeId } from "./stores.ts";

/**
 * The time of a store's last stock change. A transaction that changes stock locks this row until it ends, so
 * that the order of `updatedAt` is the order of commits.
 */
export const inventoryClocks = pgTable("inventory_clocks", {
  storeId: storeId().primaryKey(),
  at: instant().notNull(),
});

export type StockKind = "PRODUCT" | "RETURN" | "UNDECLARED" | "UNKNOWN";

/**
 * A product in one kind of stock; `quantity` is the sum of its levels. The index of products doesn't begin
 * with the store: while a table is new, the planner would take such an index to be as good as the key, and
 * foreign key checks keep the plan.
 */
export const inventoryItems = pgTable(
  "inventory_items",
  {
    storeId: storeId(),
    id: text().notNull(),
    productId: text().notNull(),
    kind: text().$type<StockKind>().notNull(),
    name: text().notNull(),
    sku: text(),
    upc: text(),
    imageUrl: text(),
    quantity: bigint({ mode: "number" }).notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("inventory_items_product").on(table.productId, table.kind, table.storeId),
    index("inventory_items_sku").on(table.storeId, table.sku).where(sql`${table.sku} is not null`),
    index("inventory_items_listed")
      .on(table.storeId, table.updatedAt, table.id)
      .where(sql`${table.quantity} > 0`),
    index("inventory_items_listed_by_kind")
      .on(table.storeId, table.kind, table.updatedAt, table.id)
      .where(sql`${table.quantity} > 0`),
  ],
);

/** The stock of an item at a location. */
export const inventoryLevels = pgTable(
  "inventory_levels",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    itemId: text().notNull(),
    locationId: text().notNull(),
    quantity: integer().notNull(),
    committed: integer().notNull(),
    reserved: integer().notNull(),
    buildable: integer().notNull(),
    externalIds: value<Record<string, string>>().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("inventory_levels_place").on(table.storeId, table.itemId, table.locationId),
    index("inventory_levels_updated_at").on(table.storeId, table.updatedAt, table.id),
    index("inventory_levels_location").on(table.storeId, table.locationId, table.updatedAt, table.id),
    foreignKey({
      columns: [table.storeId, table.itemId],
      foreignColumns: [inventoryItems.storeId, inventoryItems.id],
    }),
    foreignKey({
      columns: [table.storeId, table.locationId],
      foreignColumns: [locations.storeId, locations.id],
    }),
  ],
);

/**
 * What a change has made of a level; a new level has nothing before. The times of a store's changes differ, so they
 * are in the key, which is the only index: the retention reads by it. Without a foreign key, whose check would cost
 * as much as the row.
 */
export const inventoryLevelHistory = pgTable(
  "inventory_level_history",
  {
    storeId: impliedStoreId(),
    levelId: text().notNull(),
    at: instant().notNull(),
    /** The name and the id of the API client or the person. */
    by: text().notNull(),
    countedById: text(),
    requestId: text().notNull(),
    quantityBefore: integer(),
    committedBefore: integer(),
    reservedBefore: integer(),
    buildableBefore: integer(),
    quantityAfter: integer().notNull(),
    committedAfter: integer().notNull(),
    reservedAfter: integer().notNull(),
    buildableAfter: integer().notNull(),
    /** The return whose change has changed the level. */
    forReturnId: text(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.levelId, table.at] })],
);
