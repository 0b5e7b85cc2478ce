import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { type Connection, connect } from "../../src/db/connect.ts";
import { migrate } from "../../src/db/migrate.ts";
import { emptyDatabase } from "../support/database.ts";

const FOLDER = join(import.meta.dir, "../../drizzle");
/** The last version in which every write held its store. */
const BEFORE = "0017_identifiers_in_byte_order";

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let connection: Connection;
let pool: pg.Pool;
beforeAll(async () => {
  database = await emptyDatabase();
  connection = connect(database.url, () => {}, 2);
  ({ pool } = connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test("a database with a shop's data in it is brought up to date, and keeps every row", async () => {
  await migrateUpTo(BEFORE);
  for (const statement of SHOP) await pool.query(statement);
  const before = await counts();
  expect(await migrate(pool)).toBeGreaterThan(0);
  expect(await counts()).toEqual(before);
  expect(Object.values(before)).toEqual(SHOP.map(() => 1));
});

const AT = "'2026-03-01T10:00:00Z'";
/** A row of each table that a write of a shop's day adds to, the tables that others refer to first. */
const SHOP = [
  `insert into stores values ('shop', 'Shop', 'USD', 'open', ${AT})`,
  `insert into locations (store_id, id, name, line1, line2, city, state, postal_code, country, phone_number, is_default, created_at)
   values ('shop', 'loc', 'Main', '', '', '', '', '', '', '', true, ${AT})`,
  `insert into customers (store_id, id, email, email_key) values ('shop', 'ann', 'ann@example.test', 'ann@example.test')`,
  `insert into orders (store_id, id, external_id, customer_id, location_id, currency, body, created_at, received_at)
   values ('shop', 'ord', '1001', 'ann', 'loc', 'USD', '{"lineItems": []}', ${AT}, ${AT})`,
  `insert into fulfillments values ('shop', 'ord', 'ful', '[]', null, null, '[]', null, ${AT})`,
  `insert into returns (store_id, id, order_id, status, provider, shipping_address, destination_id, additions, created_at, updated_at)
   values ('shop', 'ret', 'ord', 'open', 'shopify', '{}', 'loc', '{}', ${AT}, ${AT})`,
  `insert into return_items (store_id, return_id, id, order_id, line_item_id, position, quantity, units, status, reason, compensation, value, additions)
   values ('shop', 'ret', 'rit', 'ord', '1', 0, 1, '[[0,1]]', 'open', 'r', 'refund', 5, '{}')`,
  `insert into return_history (store_id, return_id, "to", at, by, request_id) values ('shop', 'ret', 'open', ${AT}, 'me', 'req')`,
  `insert into storefront_events values ('shop', 'viewed', 'page_viewed', ${AT}, '{}', ${AT})`,
  `insert into idempotency_keys values ('shop', 'orders', 'key', 'print', '{}', ${AT})`,
  `insert into event_rejections (store_id, received_at, index, errors) values ('shop', ${AT}, 0, '[]')`,
];

/** Applies the migrations up to one of them, as the version that ended with it did. */
async function migrateUpTo(tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "aftersale-migrations-"));
  await cp(FOLDER, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = await Bun.file(path).json();
  const last = journal.entries.findIndex((entry: { tag: string }) => entry.tag === tag);
  await Bun.write(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  await applyMigrations(drizzle(pool), { migrationsFolder: folder });
  await rm(folder, { recursive: true });
}

async function counts(): Promise<Record<string, number>> {
  const names = SHOP.map((statement) => /insert into (\w+)/.exec(statement)?.[1] ?? "");
  const { rows } = await pool.query(
    `select ${names.map((name) => `(select count(*)::int from ${name}) as ${name}`).join(", ")}`,
  );
  return rows[0];
}
