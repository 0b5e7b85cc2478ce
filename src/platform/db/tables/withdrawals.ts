import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { document, instant } from "../columns.ts";
import type { PeriodDocument, StatedItem } from "../documents/withdrawal.ts";
import { storeId } from "./stores.ts";

/**
 * Statements by which consumers withdraw from a contract, with their receipts. `number` has no gaps within a store.
 * `orderName` is the order as it was typed, `orderId` the order that has this number or id, and `isIdentified` whether
 * the sender is known to be entitled to it. `givenItems` is null for the whole order; `unitsInOtherReturns` is null where no return
 * was to be made. Of an erased person `statement`,
 * `name` and `email` are empty. Never deleted: a receipt can be read for ever.
 */
export const withdrawals = pgTable(
  "withdrawals",
  {
    storeId: storeId(),
    id: text().notNull(),
    number: integer().notNull(),
    receiptToken: text().notNull(),
    statement: text().notNull(),
    /** With the offset of the place, to the second, as on the receipt. */
    receivedAt: text().notNull(),
    language: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    emailKey: text(),
    orderName: text().notNull(),
    orderId: text(),
    isIdentified: boolean().notNull(),
    givenItems: document<StatedItem[]>(),
    returnId: text(),
    unitsInOtherReturns: integer(),
    isLate: boolean().notNull(),
    periodEnd: instant(),
    period: document<PeriodDocument>(),
    by: text().notNull(),
    writtenById: text(),
    requestId: text().notNull(),
    createdAt: instant().notNull(),
    erasedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.storeId, table.id] }),
    uniqueIndex("withdrawals_number").on(table.storeId, table.number),
    uniqueIndex("withdrawals_receipt").on(table.storeId, table.receiptToken),
    index("withdrawals_created_at").on(table.storeId, table.createdAt, table.id),
    index("withdrawals_email")
      .on(table.storeId, table.emailKey, table.createdAt, table.id)
      .where(sql`${table.emailKey} is not null`),
    // Found by prefixes without case, in the Unicode form NFC, whatever the database's locale.
    index("withdrawals_search_name")
      .on(table.storeId, sql`lower(btrim(normalize(${table.name}))) collate "C"`, table.id)
      .concurrently(),
    index("withdrawals_search_order")
      .on(table.storeId, sql`lower(normalize(${table.orderName})) collate "C"`, table.id)
      .concurrently(),
    index("withdrawals_search_email")
      .on(table.storeId, sql`${table.emailKey} collate "C"`, table.id)
      .where(sql`${table.emailKey} is not null`)
      .concurrently(),
    index("withdrawals_order")
      .on(table.storeId, table.orderId, table.createdAt, table.id)
      .where(sql`${table.orderId} is not null`),
  ],
);
