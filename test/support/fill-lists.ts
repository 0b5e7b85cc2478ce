import { type SQL, sql } from "drizzle-orm";
import { returnOf } from "./fixtures.ts";

type Run = { execute(statement: SQL): Promise<unknown> };

const STATUSES = "{open,in_transit,delivered,needs_review,in_review,complete,rejected,complete,deleted,open}";

/**
 * Inserts orders directly into the database, one second apart, each with one return of one item. Order n of a
 * store belongs to customer n % people, but customer 0 has every even n. The SKU is COMMON for every even n,
 * RARE for one in 5,000 orders, else one of a thousand. Every tenth return has its own tracking number, and
 * one in 5,000 is flagged.
 */
export async function fillLists(
  db: Run,
  stores: string[],
  { count, people }: { count: number; people: number },
) {
  const address = JSON.stringify({ ...returnOf("").data.shippingAddress, line2: "" });
  const at = sql`timestamptz '2026-01-01' + n * interval '1 second'`;
  const rows = sql`unnest(${sql.param(stores)}::text[]) as store, generate_series(1, ${sql.raw(`${count}`)}) as n`;
  const customer = sql`'person-' || case when n % 2 = 0 then 0 else n % ${sql.raw(`${people}`)} end`;
  const sku = sql`case when n % 5000 = 7 then 'RARE' when n % 2 = 0 then 'COMMON' else 'sku-' || n % 1000 end`;
  const tracker = sql`'1Z' || lpad(n::text, 9, '0')`;
  const body = sql`json_build_object('orderId', 'order-' || n, 'createdAt', '2026-01-01T00:00:00Z', 'customer', json_build_object('id', ${customer}),
    'lineItems', json_build_array(json_build_object('id', 'line-1', 'productId', 'tee', 'title', 'Tee', 'quantity', 2, 'price', 5, 'sku', ${sku})))`;
  const shipments = sql`case when n % 10 = 0 then json_build_object('shipments', json_build_array(json_build_object('tracker', ${tracker}))) else '{}' end`;
  const status = sql`case when n % 5000 = 9 then 'flagged' else (${STATUSES}::text[])[n % 10 + 1] end`;
  const keys = (kind: string, key: SQL, id: string, where = sql``) => sql`
    insert into search_keys (store_id, kind, key, at, id)
    select store, ${kind}, lower(${key}), ${at}, ${id}::text || n from ${rows} ${where}`;
  const tables = ["customers", "orders", "returns", "return_items"];
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} disable trigger all`));
  for (const statement of [
    sql`insert into customers (store_id, id, email, email_key, phone_number, first_name, last_name)
      select store, 'person-' || n, 'person-' || n || '@example.test', 'person-' || n || '@example.test',
        '+12015' || lpad(n::text, 6, '0'), 'First' || n, 'Last' || n % 5000
      from unnest(${sql.param(stores)}::text[]) as store, generate_series(0, ${sql.raw(`${people - 1}`)}) as n`,
    sql`insert into orders (store_id, id, external_id, customer_id, currency, body, created_at, received_at)
      select store, 'ord_' || n, 'order-' || n, ${customer}, 'USD', ${body}, ${at}, ${at} from ${rows}`,
    sql`insert into returns (store_id, id, order_id, customer_id, status, provider, shipping_address, additions, created_at, updated_at)
      select store, 'ret_' || n, 'ord_' || n, ${customer}, ${status}, 'shopify', ${address}::json, ${shipments}, ${at}, ${at} from ${rows}`,
    sql`insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason, compensation, value, additions)
      select store, 'ret_' || n, 'rit_' || n, 'ord_' || n, 'line-1', 0, 1, '[[0,1]]', 'open', 'r', 'refund', 5, '{}' from ${rows}`,
    keys("order.sku", sku, "ord_"),
    keys("return.sku", sku, "ret_"),
    keys("return.tracking", tracker, "ret_", sql`where n % 10 = 0`),
  ]) {
    await db.execute(statement);
  }
  for (const table of tables) await db.execute(sql.raw(`alter table ${table} enable trigger all`));
}

/** Adds stores, which have no clients, and returns the ids of them. */
export async function fillStores(db: Run, count: number): Promise<string[]> {
  await db.execute(sql`
    insert into stores (store_id, name, currency, first_status, created_at)
    select 'sto_small_' || n, 'Small shop', 'USD', 'open', now() from generate_series(1, ${count}::int) as n`);
  return Array.from({ length: count }, (_, i) => `sto_small_${i + 1}`);
}
