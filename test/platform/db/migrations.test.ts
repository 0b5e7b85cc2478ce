import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import { type Connection, connect } from "../../../src/platform/db/connect.ts";
import { migrate, migrateDatabase } from "../../../src/platform/db/migrate.ts";
import { emptyDatabase } from "../../support/database.ts";
import { olderDatabase } from "../../support/older-database.ts";

const FOLDER = join(import.meta.dir, "../../../drizzle");

/** The SHA-256 of each migration. A line is added for each new migration, and none is changed. */
const KNOWN: Record<string, string> = {
  "0000_start": "6f490e792da1338331800e87b722995aee553bcdb2e093fddeb0003e173d9d1c",
  "0001_change_feed": "650ab515809c53b891e4d6ff516e3713b71b2a2f808f40eb53387dc4bd131c47",
  "0002_find_by_fields": "db7cd5346bf9ee2ddbdff8b26b53fcb3495713d74bf99f5e78e79d834ea47704",
  "0003_client_origins": "7b0d43149ae7295df950101a38a2a5ff4c0c7226476653c552721d69835e54fd",
  "0004_list_storefront_events": "b7e8d7eac74591e97b51d681c3e20eb3a4436f318f1988215830eb0dd78acc22",
  "0005_segments": "5ce9a16aa5aaf11bf1315d97ddc28709fd30abe3550efc6e64e5c336b561fdbd",
  "0006_search_keys_as_compared": "2cbcc63da753e65c2314ff4f505f24a803f71f62eabfdcb2e0529d9076f69287",
  "0007_search": "8934c8766cf77d4e33a7b700f0d98b35c4e7865f70b349b0965d8ec8bdbd4b1e",
  "0008_list_events": "d9cdb55654e81fdff203bddac84acdfd5cdee3cee9d8f136a90b3c85e1da9f1d",
  "0009_erase_customers": "d0c2510d7837b34fb2cb43bc6e8f3b9954c21f2f9fb46c2a423c07d98230dbc9",
  "0010_log_requests": "fee9f109492ebc54e5c9c8cd81622fc89b8099b43c440d28b4af120fb488cc1d",
  "0011_people": "7fe2233203d4ae154235c136c90580285947a0ecdd91bea1d893a513075797fc",
  "0012_disable_webhooks": "046977eeb470350809fbd79f0833f079b1f98347e334506aff24f955889b433b",
  "0013_webhook_health": "310beb8e245b786dfba07d117f85782923ad3f013ee2eb01867266b4eef85ea6",
  "0014_delete_stores": "864ef446c5661aa52cdec201bd82969c5d8d78c1617925043ba65af9d0b684a0",
  "0015_carry_tracestate": "8c9346daab61cf5f434da2bd1b85e7cdedcdae358ae0416f6bc74932ed0a4940",
  "0016_table_settings": "43c3cc2a888f8f96405c4ce034ef714a5015c2ac3041bb51761c5d35a19cf928",
  "0017_integrations_and_retention": "b3425fe848d065e93f96105149bb8520b69fd4d85da1ab0c750efdeeeeecce18",
  "0018_console_pages": "669702608c0cf7aef727a03d497eed332bdb3858c0de82497d2f696e45a2d07c",
  "0019_cells": "a2bf1a46e2419404956911136993b07b8b58d646f0b5baa419a67c7ce53d6059",
  "0020_move_stores": "ecf6472b056f926ac5f7cd418bcf5cf9da2d27b7fe8b1291d2ee26319abe599c",
  "0021_batched_events": "3ba6a946b00332bab42040877e55776ba70326ab08e0daed0bbc2c3306b4ac28",
  "0022_order_visits": "baaf58ddc7bbb58330c49b0e36b7b48977b98d436b1e530b6f42dd27a3144e10",
  "0024_item_tax": "c92936352c2dc49870fe532faaa6adf4bd5beed76adc0e3a8f8cf0c59cb804bf",
  "0023_move_leases": "0e5182420812f125e2a867ce3eeb72980db942a47ce098807f38be4f15afa01d",
  "0025_prove_addresses": "195fb50384d277d04125a3be8ec2f841a635d85fe460b6437dc1c0f1736542e7",
  "0026_history_names_ids": "67cd8c426122eda1a0fbb84a77a91cfda852ac13ff9c82a538a75673aecbc771",
  "0027_record_backups": "6a26f740c3639d5cbc76abab72bd9d5603bfd7c9b9091304898204c67607c633",
  "0028_order_numbers": "61bba6fd8fd666ea008f0de3790e2b091f89be3a0cac6e388eec1260914c47b6",
  "0029_email_keys": "df4d78ab78cad328f56654b4325496f79574cfba2a5a6397d94c7950a88d38e5",
  "0030_merge_customers": "4999991b070311b38d13c8f35c503ebd873863b084d96e8fa76b719ca5df4728",
  "0031_find_items_by_unit": "335d24fb5a17ae6a20fab17a12a129ff12f7367e6e1c83f296eecb8e4a4e9071",
  "0032_ignored_fields": "eacd4abc78dbd7158b7cfe2b38b300f51d9ee782e8ff8fd7a67985da5b22fcfb",
};

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let connection: Connection;
let pool: pg.Pool;
beforeAll(async () => {
  database = await emptyDatabase();
  connection = connect(database.url, () => {});
  ({ pool } = connection);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

test("migrations are only added: a migration that databases may have run never changes", async () => {
  const entries = await readJournal();
  const hashes = entries.map(async ({ tag }) => {
    const content = await Bun.file(join(FOLDER, `${tag}.sql`)).bytes();
    return [tag, new Bun.CryptoHasher("sha256").update(content).digest("hex")] as const;
  });
  expect(Object.fromEntries(await Promise.all(hashes))).toEqual(KNOWN);
});

test("migrations are in the order of their times, because a database remembers the last one by its time", async () => {
  const times = (await readJournal()).map(({ when }) => when);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("a version doesn't start on a database that a newer one has migrated", async () => {
  const newer = await emptyDatabase();
  await migrateDatabase(newer.url);
  const client = new pg.Client({ connectionString: newer.url });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 9999999999999)",
  );
  await client.end();
  expect(migrateDatabase(newer.url)).rejects.toThrow("upgraded by a newer version");
  await newer.drop();
});

test("a migration that waits too long for a table names the session that has locked it", async () => {
  const older = await olderDatabase(1);
  const session = new pg.Client({ connectionString: older.url, application_name: "a long report" });
  const short = new pg.Pool({ connectionString: older.url, max: 1 });
  await session.connect();
  await session.query("begin");
  await session.query("select from orders, customers, events, returns, storefront_events");
  const { rows } = await session.query("select pg_backend_pid() as pid");
  const sentence = new RegExp(
    `^The migration \\d{4}_\\w+ waited too long for a table that the open transaction of another session \\(pid ${rows[0].pid}, ` +
      'application_name "a long report", user "\\w+", open since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\) has locked: ' +
      `end that session \\(select pg_terminate_backend\\(${rows[0].pid}\\)\\), then start again\\.$`,
  );
  await expect(migrate(short, 100)).rejects.toThrow(sentence);

  await session.query("commit");
  await session.end();
  expect(await migrate(short, 100)).toBeGreaterThan(0);
  await short.end();
  await older.drop();
});

test("an empty database runs every migration and accepts a shop's rows, and a second run changes nothing", async () => {
  expect(await migrate(pool)).toBe(Object.keys(KNOWN).length);
  for (const statement of SHOP) await pool.query(statement);
  expect(await migrate(pool)).toBe(0);
  expect(Object.values(await counts())).toEqual(SHOP.map(() => 1));
});

async function readJournal(): Promise<{ tag: string; when: number }[]> {
  const { entries } = await Bun.file(join(FOLDER, "meta/_journal.json")).json();
  return entries;
}

const AT = "'2026-03-01T10:00:00Z'";
/** A row of each table that a shop's requests add to, referenced tables first. */
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

async function counts(): Promise<Record<string, number>> {
  const names = SHOP.map((statement) => /insert into (\w+)/.exec(statement)?.[1] ?? "");
  const { rows } = await pool.query(
    `select ${names.map((name) => `(select count(*)::int from ${name}) as ${name}`).join(", ")}`,
  );
  return rows[0];
}
