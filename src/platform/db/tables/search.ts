import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { byteOrderedText, instant } from "../columns.ts";

/** What a key is: whose it is, and which of its fields. */
export type SearchKind =
  | "order.mention"
  | "order.name"
  | "order.number"
  | "order.sku"
  | "order.tracking"
  | "return.mention"
  | "return.sku"
  | "return.tracking";

/**
 * The fields that orders and returns are found by and that their own rows have inside of documents. `key` is
 * the field as it is compared, `at` and `id` are the creation and the id of the order or return, so that a
 * list and a prefix are read in order. A mention is an e-mail address or phone number of another person than
 * the customer, as a digest. Without a foreign key: a row is written in the transaction that writes
 * the order or return, and these are never deleted.
 */
export const searchKeys = pgTable(
  "search_keys",
  {
    storeId: text().notNull(),
    kind: byteOrderedText().$type<SearchKind>().notNull(),
    key: byteOrderedText().notNull(),
    at: instant().notNull(),
    id: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.kind, table.key, table.at, table.id] })],
);
