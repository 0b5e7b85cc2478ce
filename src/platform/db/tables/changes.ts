import { bigint, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { storeId } from "./stores.ts";

export type ChangeType =
  | "order.created"
  | "order.updated"
  | "return.created"
  | "return.updated"
  | "customer.created"
  | "customer.updated"
  | "customer.merged"
  | "customer.erased"
  | "level.updated"
  | "item.updated"
  | "withdrawal.created"
  | "withdrawal.updated";

/**
 * The numbering of a store's change feed: `last` is the highest number given, `removed` the highest that
 * retention has removed. Only numbering and retention lock this row; a write never does.
 */
export const changeFeeds = pgTable("change_feeds", {
  storeId: storeId().primaryKey(),
  last: bigint({ mode: "number" }).notNull().default(0),
  removed: bigint({ mode: "number" }).notNull().default(0),
});

/**
 * Changes that have no number yet, inserted by the transaction that makes the change. `id` is drawn while the
 * object's row is locked, so the changes of one object have ascending ids. Without a foreign key: the
 * statements that write the object have checked its store.
 */
export const unnumberedChanges = pgTable(
  "unnumbered_changes",
  {
    storeId: text().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    type: text().$type<ChangeType>().notNull(),
    objectId: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.id] })],
);

/** The change feed: committed changes in the order of `sequence`, which has no gaps. */
export const changes = pgTable(
  "changes",
  {
    storeId: text().notNull(),
    sequence: bigint({ mode: "number" }).notNull(),
    type: text().$type<ChangeType>().notNull(),
    objectId: text().notNull(),
    at: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.sequence] })],
);
