import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import type { ShopUnitDocument } from "../documents/return.ts";
import { returns } from "./returns.ts";
import { impliedStoreId, storeId } from "./stores.ts";

export type ShopStockStatus = "waiting" | "done" | "refused" | "unknown";

/**
 * What a return has done to the stock, or why it could not: `units` of a product at a location, negative when they were
 * taken back or released. `reason` is why there was nothing to change. Where the order came by a connector, the row is also
 * what its shop is to change: `shopUnit` of the stream `shopStream`, under the id `shopChangeId`, which another change
 * never has, and what has become of that.
 */
export const returnStockChanges = pgTable(
  "return_stock_changes",
  {
    storeId: impliedStoreId(),
    returnId: text().notNull(),
    number: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    kind: text().$type<"restocked" | "reserved">().notNull(),
    units: integer().notNull(),
    /** The item that came back; null for what is sent in exchange. */
    itemId: text(),
    productId: text(),
    locationId: text(),
    reason: text().$type<"no_product" | "no_location" | "not_stocked">(),
    at: instant().notNull(),
    by: text().notNull(),
    changedById: text(),
    requestId: text().notNull(),
    shopStream: text(),
    shopChangeId: text(),
    shopUnit: document<ShopUnitDocument>(),
    shopStatus: text().$type<ShopStockStatus>(),
    /** How many the shop has changed. */
    shopUnits: integer(),
    shopReason: text(),
    shopAttempts: integer().notNull().default(0),
    shopAttemptedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.returnId, table.number] }),
    index("return_stock_changes_shop")
      .on(table.storeId, table.shopStream, table.number)
      .where(sql`${table.shopStatus} in ('waiting', 'unknown')`)
      .concurrently(),
    index("return_stock_changes_said")
      .on(table.storeId, sql`(${table.shopUnit} ->> 'connectorId')`, table.shopAttemptedAt)
      .where(sql`${table.shopStatus} in ('done', 'refused')`)
      .concurrently(),
    foreignKey({ columns: [table.storeId, table.returnId], foreignColumns: [returns.storeId, returns.id] }),
  ],
);

/**
 * A stream: changes of stock in one shop, which are sent one by one: those of an order, or of a product. `id` is that of its
 * connector, and the shop's of the order or product.
 */
export const restockStreams = pgTable(
  "restock_streams",
  {
    storeId: storeId(),
    id: text().notNull(),
    dueAt: instant(),
    leasedUntil: instant(),
    /** Incremented by each lease: a holder whose lease lapsed writes nothing. */
    fence: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    index("restock_streams_due").on(table.storeId, table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);
