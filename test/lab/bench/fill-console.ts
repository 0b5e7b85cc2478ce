import { firstIdAt } from "../../../src/lib/ids.ts";
import { dropIndexes } from "./drop-indexes.ts";
import type { BenchStore, Environment } from "./environment.ts";
import { searchTermsOf } from "./pgbench.ts";

const DAYS = 60;
/** Deliveries are inserted in parts of this size, because their ids are made here. */
const PART = 50_000;
const STATUSES =
  "{open,in_transit,delivered,needs_review,complete,complete,complete,rejected,in_review,complete}";
const REASONS = "{Too small,Too large,Damaged,Changed my mind,Not as described}";
const EVENTS = "{Order shipped,Order placed,Product viewed,Checkout started}";
const ADDRESS = { line1: "1 Road", line2: "", city: "Town", state: "OH", postalCode: "43004", country: "US" };
const TABLES = [
  ...[
    "customers",
    "orders",
    "returns",
    "return_items",
    "return_history",
    "search_keys",
    "events",
    "requests",
  ],
  ...[
    "inventory_items",
    "inventory_levels",
    "webhook_streams",
    "webhook_events",
    "webhook_attempts",
    "webhook_payloads",
  ],
];

/**
 * Inserts `count` orders and returns of the last 60 days directly into the database, with customers, a delivery of each
 * return, `events` events, as many requests as orders and a tenth of levels. Builds the indexes of events at the
 * end, which is faster: the filling isn't measured.
 */
export async function fillConsole(
  { sql }: Environment,
  { id }: BenchStore,
  { count, events }: { count: number; events: number },
): Promise<void> {
  const at = `now() - (${count} - n) * interval '${DAYS} days' / ${count}`;
  const each = `from generate_series(1, ${count}) as n`;
  const people = Math.ceil(count / 5);
  const person = `'person-' || n % ${people}`;
  const status = `case when n % 5000 = 9 then 'flagged' else ('${STATUSES}'::text[])[n % 10 + 1] end`;
  const sku = "case when n % 5000 = 7 then 'RARE' when n % 2 = 0 then 'COMMON' else 'sku-' || n % 1000 end";
  const tracker = "'1Z' || lpad(n::text, 9, '0')";
  const label = `json_build_object('shipments', json_build_array(json_build_object('carrier', 'UPS', 'tracker', ${tracker},
    'status', 'in_transit', 'shipmentGroupId', '1')))`;
  const body = `json_build_object('orderId', '#' || n, 'createdAt', '2026-01-01T00:00:00Z', 'customer', json_build_object('id', ${person}),
    'lineItems', json_build_array(json_build_object('id', '1', 'productId', 'tee', 'title', 'Tee', 'quantity', 2, 'price', 20,
    'sku', ${sku})))`;
  const keys = (kind: string, key: string, prefix: string, where = "") =>
    `insert into search_keys (store_id, kind, key, at, id)
     select '${id}', '${kind}', lower(${key}), ${at}, '${prefix}' || n ${each} ${where}`;

  const indexes = await dropIndexes({ sql }, "events");
  for (const table of TABLES) await sql.query(`alter table ${table} disable trigger all`);
  for (const statement of [
    `insert into customers (store_id, id, email, email_key, first_name, last_name, created_at, updated_at)
     select '${id}', 'person-' || n, 'person-' || n || '@example.test', 'person-' || n || '@example.test', 'First' || n,
       'Last' || n % 5000, now(), now() from generate_series(0, ${people - 1}) as n`,
    `insert into orders (store_id, id, external_id, customer_id, currency, body, created_at, received_at)
     select '${id}', 'ord_' || n, '#' || n, ${person}, 'USD', ${body}, ${at}, ${at} ${each}`,
    `insert into returns (store_id, id, order_id, customer_id, status, provider, shipping_address, additions, created_at, updated_at)
     select '${id}', 'ret_' || n, 'ord_' || n, ${person}, ${status}, 'shopify', '${JSON.stringify(ADDRESS)}'::json,
       case when n % 10 in (1, 2) then ${label} else '{}' end, ${at}, ${at} ${each}`,
    `insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
       compensation, value, additions)
     select '${id}', 'ret_' || n, 'rit_' || n, 'ord_' || n, '1', 0, 1, '[[0,1]]', 'open', ('${REASONS}'::text[])[n % 5 + 1],
       'refund', 20, '{}' ${each}`,
    `insert into return_history (store_id, return_id, "to", at, by, request_id)
     select '${id}', 'ret_' || n, ${status}, ${at}, 'bench', '' ${each}`,
    keys("order.sku", sku, "ord_"),
    keys("return.sku", sku, "ret_"),
    keys("return.tracking", tracker, "ret_", "where n % 10 in (1, 2)"),
    `insert into locations (store_id, id, name, line1, line2, city, state, postal_code, country, phone_number, is_default, created_at)
     select '${id}', 'loc_' || n, 'Place ' || n, '', '', '', '', '', '', '', n = 1, now() from generate_series(1, 2) as n`,
    `insert into inventory_items (store_id, id, product_id, kind, name, sku, quantity, created_at, updated_at)
     select '${id}', 'itm_' || n, 'p-' || n, 'PRODUCT', 'Product ' || n, 'SKU-' || n, 2, now(), now() - n * interval '1 second'
     from generate_series(1, ${count / 20}) as n`,
    `insert into inventory_levels (store_id, id, item_id, location_id, quantity, committed, reserved, buildable, external_ids,
       created_at, updated_at)
     select '${id}', 'lvl_' || n || '_' || place, 'itm_' || n, 'loc_' || place, 1, 0, 0, 0, '{}', now(), now() - n * interval '1 second'
     from generate_series(1, ${count / 20}) as n, generate_series(1, 2) as place`,
    `insert into requests (store_id, id, method, route, status, client, duration_ms)
     select '${id}', (lpad(to_hex((extract(epoch from now() - n * interval '0.5 second') * 1000)::bigint), 12, '0') || '70008' ||
       lpad(to_hex(n), 15, '0'))::uuid, 'GET', '/v2.2/stores/:storeId/orders', case when n % 50 = 0 then 404 else 200 end,
       'Online shop', 3 ${each}`,
    `insert into events (store_id, id, event_name, customer_id, event_timestamp, value, value_currency, unique_id, data,
       search_terms, received_at)
     select '${id}', lpad(to_hex(n), 32, '0')::uuid, ('${EVENTS}'::text[])[n % 4 + 1], ${person}, now() - n * interval '${DAYS} days' / ${events},
       12.5, 'USD', 'filled-' || n, json_build_object('carrier', 'ups', 'parcels', n % 5 + 1), ${searchTermsOf("n")}::tsvector,
       now() - n * interval '${DAYS} days' / ${events} from generate_series(1, ${events}) as n`,
  ]) {
    await sql.query(statement);
  }
  for (const definition of indexes) await sql.query(definition);
  await fillDeliveries({ sql }, { id }, count);
  for (const table of TABLES) await sql.query(`alter table ${table} enable trigger all`);
}

/** Vacuums and analyzes what was inserted, after its transaction. */
export async function vacuumConsole({ sql }: Pick<Environment, "sql">): Promise<void> {
  for (const table of TABLES) await sql.query(`vacuum analyze ${table}`);
  await sql.query("checkpoint");
}

async function fillDeliveries(
  { sql }: Pick<Environment, "sql">,
  { id }: Pick<BenchStore, "id">,
  count: number,
): Promise<void> {
  await sql.query(
    `insert into webhooks (store_id, id, topic, url, signing_secret, created_at, updated_at)
     values ($1, 'hook-0', 'return', 'https://hooks.example.test/returns', '', now(), now())`,
    [id],
  );
  const now = Date.now();
  const timeOf = (n: number) => new Date(now - ((count - n) * DAYS * 86_400_000) / count);
  for (let from = 1; from <= count; from += PART) {
    const numbers = Array.from({ length: Math.min(PART, count - from + 1) }, (_, i) => from + i);
    const ids = numbers.map((n) => firstIdAt("whe", timeOf(n)) + String(n).padStart(16, "0"));
    const times = numbers.map((n) => timeOf(n).toISOString());
    await sql.query(
      `with made as (select $4::int + position as n, id, at from unnest($2::text[], $3::timestamptz[])
         with ordinality as made(id, at, position)),
       streams as (insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending)
         select $1, 'hook-0', 'ret_' || n, 1, 0 from made),
       payloads as (insert into webhook_payloads (store_id, id, return_id, body, created_at)
         select $1, 'pay-' || n, 'ret_' || n, '{"type":"created"}', at from made),
       attempts as (insert into webhook_attempts (store_id, webhook_id, return_id, seq, number, at, status, duration_ms)
         select $1, 'hook-0', 'ret_' || n, 1, 1, at, 200, 40 from made)
       insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, tries,
         attempts, created_at, finished_at)
       select $1, 'hook-0', 'ret_' || n, 1, id, 'created', at, 'pay-' || n, '',
         case when n % 100 = 0 then 'discarded' else 'delivered' end, 1, 1, at, at + interval '40 ms' from made`,
      [id, ids, times, from - 1],
    );
  }
}
