import { type SQL, sql } from "drizzle-orm";

/** The JSON of an item without its strings. */
const ITEM_BYTES = 700;
/** The JSON of a payout without its reason. */
const PAYOUT_BYTES = 400;
/** The JSON of an order takes up to this many times its stored (compressed) size. */
const ORDER_FACTOR = 6;

/**
 * Returns an SQL expression that estimates the bytes of a return in a response, its order and notes included.
 * `name` is the name of the `returns` row in the statement. `entries` says whether the response has one entry
 * per item or per unit.
 */
export function bytesOfRow(name: string, entries: "items" | "units"): SQL<number> {
  return sql.raw(bytesOfRowText(name, entries)) as SQL<number>;
}

/** Returns the same as text, for prepared statements. */
export function bytesOfRowText(row: string, entries: "items" | "units"): string {
  const count = entries === "items" ? "1" : "least(item.quantity, 10000)::bigint";
  return `(octet_length(${row}.additions::text) + (
    select ${ORDER_FACTOR} * pg_column_size(body) from orders
    where orders.store_id = ${row}.store_id and orders.id = ${row}.order_id
  ) + (
    select coalesce(sum(octet_length(message)), 0) from return_notes as note
    where note.store_id = ${row}.store_id and note.return_id = ${row}.id
  ) + (
    select coalesce(sum(${count} * (octet_length(item.additions::text) + 2 * octet_length(item.reason) + ${ITEM_BYTES})), 0)
    from return_items as item where item.store_id = ${row}.store_id and item.return_id = ${row}.id
  ) + case when ${row}.has_payouts then (
    select coalesce(sum(${PAYOUT_BYTES} + coalesce(octet_length(payout.reason), 0)), 0) from payouts as payout
    where payout.store_id = ${row}.store_id and payout.return_id = ${row}.id
  ) else 0 end)::float8`;
}
