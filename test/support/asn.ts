import type pg from "pg";
import { residentMb } from "./resident-memory.ts";

/**
 * Statements that fill a store ($1) with $2 line items, two per return. The returns are created one second
 * apart, the last one second before 2026-03-01.
 */
const FILL = [
  `insert into orders (store_id, id, external_id, currency, body, created_at, received_at)
   select $1, 'ord_' || n, 'order-' || n, 'USD', json_build_object(
     'orderId', 'order-' || n, 'createdAt', '2026-01-01T00:00:00Z', 'customer', json_build_object('email', n || '@example.test'),
     'lineItems', json_build_array(
       json_build_object('id', 'a', 'productId', 'tee', 'title', 'Tee', 'sku', 'TEE-M', 'quantity', 1, 'price', 19.9, 'discount', 1),
       json_build_object('id', 'b', 'productId', 'mug', 'title', 'Mug', 'sku', 'MUG', 'quantity', 3, 'price', 8, 'discount', 2))),
     '2026-01-01', '2026-01-01'
   from generate_series(1, $2::int / 2) as n`,
  `insert into returns (store_id, id, order_id, status, provider, shipping_address, additions, created_at, updated_at)
   select $1, 'ret_' || n, 'ord_' || n, (array['open', 'complete', 'in_transit'])[n % 3 + 1], 'shopify',
     '{"line1": "", "line2": "", "city": "", "state": "", "postalCode": "", "country": "US"}',
     json_build_object('shipments', json_build_array(json_build_object('carrier', 'UPS', 'tracker', '1Z' || n,
       'status', 'in_transit', 'itemIds', json_build_array('rit_' || n || '_0', 'rit_' || n || '_1')))),
     timestamptz '2026-03-01' - n * interval '1 second', timestamptz '2026-03-01'
   from generate_series(1, $2::int / 2) as n`,
  `insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason,
     compensation, value, additions)
   select $1, 'ret_' || n, 'rit_' || n || '_' || p, 'ord_' || n, chr(97 + p), p, 1, '[[0,1]]', 'open', 'Too small',
     'refund', 5, '{}'
   from generate_series(1, $2::int / 2) as n, generate_series(0, 1) as p`,
  `insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
   select $1, 'ret_' || n, s."from", s."to", timestamptz '2026-03-01', 'tester', 'r'
   from generate_series(1, $2::int / 2) as n, (values (null, 'open'), ('open', 'complete')) as s("from", "to")
   where s."to" = 'open' or n % 3 = 1`,
];

/**
 * Inserts line items directly into the database. Foreign keys are not checked: the statements make them
 * valid.
 */
export async function fillLines(client: pg.Client, storeId: string, lines: number): Promise<void> {
  await client.query("set session_replication_role = replica");
  for (const statement of FILL) await client.query(statement, [storeId, lines]);
  await client.query("set session_replication_role = origin");
  await client.query("analyze");
}

export type Measured = { rows: number; firstByteMs: number; totalMs: number; grownMb: number };

/**
 * Reads a report from a service process and returns its size, its times and the process's peak memory growth.
 */
export async function measureReport(of: { pid: number; address: string; secret: string }): Promise<Measured> {
  const before = await residentMb(of.pid);
  let peak = before;
  const start = performance.now();
  const answer = await fetch(of.address, { headers: { "X-Authorization": of.secret } });
  const measured = { rows: 0, firstByteMs: 0 };
  let sampledAt = 0;
  for await (const piece of answer.body ?? []) {
    const now = performance.now();
    measured.firstByteMs ||= now - start;
    measured.rows += occurrences(piece, ROW);
    if (now - sampledAt < 50) continue;
    sampledAt = now;
    peak = Math.max(peak, await residentMb(of.pid));
  }
  return { ...measured, totalMs: performance.now() - start, grownMb: peak - before };
}

/**
 * The first byte of each row. A chunk may end anywhere in a row, so counting this byte counts each row once.
 */
const ROW = "{".charCodeAt(0);

function occurrences(piece: Uint8Array, byte: number): number {
  let count = 0;
  for (let at = piece.indexOf(byte); at >= 0; at = piece.indexOf(byte, at + 1)) count++;
  return count;
}
