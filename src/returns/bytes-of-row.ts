import { type SQL, sql } from "drizzle-orm";

/** What an item takes without its texts, and how much less a stored order takes than one that is shown. */
const ITEM_BYTES = 700;
const ORDER_FACTOR = 6;

/**
 * About how many bytes a row of `returns`, under this name in a statement, takes as it is shown with its order and notes. Of each
 * item there may be as many entries as it has units.
 */
export function bytesOfRow(name: string, entries: "items" | "units"): SQL<number> {
  const row = sql.identifier(name);
  const count = entries === "items" ? sql`1` : sql`least(item.quantity, 10000)::bigint`;
  return sql<number>`(octet_length(${row}.additions::text) + (
    select ${ORDER_FACTOR}::int * pg_column_size(body) from orders
    where orders.store_id = ${row}.store_id and orders.id = ${row}.order_id
  ) + (
    select coalesce(sum(octet_length(message)), 0) from return_notes as note
    where note.store_id = ${row}.store_id and note.return_id = ${row}.id
  ) + (
    select coalesce(sum(${count} * (octet_length(item.additions::text) + 2 * octet_length(item.reason) + ${ITEM_BYTES}::int)), 0)
    from return_items as item where item.store_id = ${row}.store_id and item.return_id = ${row}.id
  ))::float8`;
}
