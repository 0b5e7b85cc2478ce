import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import type { FulfilledLines, OrderDocument, TrackingDocument } from "../documents/order.ts";
import { impliedStoreId } from "./stores.ts";

/**
 * An order is a document: `body` as posted or as its shop sends it, `createdAt` and `currency` as returned.
 * `sourceUpdatedAt` is when the shop changed it last, where it says so; `connectorId` is what it came by last;
 * `isBlanked`: its customer is erased, and doesn't come back with it. `number` is its id in the warehouse API, in a range
 * that no platform's own ids reach and that `numeric_ids` begins above. `customerId` has no foreign key: erased customers
 * are removed before their orders are rewritten.
 */
export const orders = pgTable(
  "orders",
  {
    storeId: impliedStoreId(),
    id: text().notNull(),
    number: bigint({ mode: "number" })
      .generatedAlwaysAsIdentity({ startWith: 8e15, maxValue: 9e15 - 1 })
      .notNull(),
    externalId: text().notNull(),
    customerId: text(),
    locationId: text(),
    currency: text().notNull(),
    body: document<OrderDocument>().notNull(),
    createdAt: instant().notNull(),
    receivedAt: instant().notNull(),
    sourceUpdatedAt: instant(),
    connectorId: text(),
    isBlanked: boolean().default(false).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("orders_number").on(table.storeId, table.number),
    uniqueIndex("orders_external_id").on(table.storeId, table.externalId),
    // Found by prefixes without case, in the Unicode form NFC, whatever the database's locale.
    index("orders_search")
      .on(table.storeId, sql`lower(normalize(${table.externalId})) collate "C"`, table.id)
      .concurrently(),
    index("orders_created_at").on(table.storeId, table.createdAt, table.id),
    index("orders_customer")
      .on(table.storeId, table.customerId, table.createdAt, table.id)
      .where(sql`${table.customerId} is not null`),
  ],
);

/**
 * `id` is the merchant's `fulfillmentId`, or a generated one; `fulfilledAt` is when it was sent, if that was said. `isSynced`:
 * it came with its order, as the shop sends it.
 */
export const fulfillments = pgTable(
  "fulfillments",
  {
    storeId: impliedStoreId(),
    orderId: text().notNull(),
    id: text().notNull(),
    lineItems: document<FulfilledLines>().notNull(),
    trackingCompany: text(),
    trackingNumber: text(),
    trackingHistory: document<TrackingDocument[]>().notNull(),
    createdAt: instant().notNull(),
    fulfilledAt: instant(),
    isSynced: boolean().default(false).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.orderId, table.id] }),
    foreignKey({ columns: [table.storeId, table.orderId], foreignColumns: [orders.storeId, orders.id] }),
  ],
);
