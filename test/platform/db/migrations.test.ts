import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import pg from "pg";
import { type Connection, connect } from "../../../src/platform/db/connect.ts";
import { migrate, migrateDatabase } from "../../../src/platform/db/migrate.ts";
import { readMigrations } from "../../../src/platform/db/migration-files.ts";
import { cloneDatabase, emptyDatabase } from "../../support/database.ts";
import { withNextMigration } from "../../support/next-version.ts";

const FOLDER = join(import.meta.dir, "../../../drizzle");

/** The SHA-256 of each migration. A line is added for each new migration, and none is changed. */
const KNOWN: Record<string, string> = {
  "0000_start": "0cad99f5516e607cf8d9ca5614188db765df1763d708485905eca070a900fc37",
  "0001_fulfilled_at": "bf503c0bbfa601678ce53b63eff2c34f8b9c551ef6d41def8c6202ac71cc84b9",
  "0002_store_settings": "c737c6daea046c2aa70a5886796a6859060de2fed78dd8d5609423fb83faa926",
  "0003_return_policies": "01285af7a71a7a90a41caba013ff9fbbfb53e57a8aebbe482f9d91afd44269db",
  "0004_mails": "18203c80f24cbd666de3352bd7b72a7ff21ffad330aabe20230d9acdd41625e5",
  "0005_shopper_links": "f5be9e17b8b543a90124beb7079ba5e8cf13232991605393f14f28d5681a7a57",
  "0006_withdrawals": "74f1d2eada8580f3b0cd72c05da2e9f46f8d7ce1dc9eee830e5872771ab27ac6",
  "0007_shopper_language": "37fb40d9c63c834772c9006260ec7ea7a1a8a4ecc212a254440b0adcf01c4761",
  "0008_policy_of_returns": "bebd598770840d01ad34b0833640fc8f79b4dcc7d0da5da2bf53fc399631b45e",
  "0009_policy_dry_runs": "894f442bb0dff3570f6280a25f4f699dd9ea48d3bf428629eede3c07770ba7ba",
  "0010_who_saved_a_policy": "654c98ade76b035369ac8b5eb229c95e7dc83276748728934f42efd6d47cd5a1",
  "0011_payouts": "b68f90c8ebca3d4b2af456e45c5b664ae540cb51ad0f852198ac3164083595bf",
  "0012_orders_of_shops": "8674510ddb323d960cbc0697d8585f0bc066e14c55f9478bc436a30025329ce4",
  "0013_keep_reason_of_status": "4dc720d464028f9d26b4e3206c91a4e017a5f5b286fa69e441e64a216ad407f1",
  "0014_restock_of_returns": "76d4c9b99e4474a3b9481ce4be12dcaa007386758c290aee7229d9e547789e2d",
  "0015_find_withdrawals": "ed57dce21b83731c9bdf0206b773121f4e8d4bf050be875fe15982ea83b6e602",
  "0016_connectors": "179e7073d391f3522517d6e597fcfc093991abfb95c0bba73339b4df3c4f609f",
  "0017_import_orders": "b0a2ae4b8e4fdbd8ada67414e0acfa01ca5c651e7994331580d2b72e20ba8a86",
  "0018_stock_of_shops": "39391cf59deccee955e26f4f1a4e633c811e3f30ddbb96e689346550b8b55106",
  "0019_store_time_zone": "441802b35a616a7b8823dedc11e56d481142b12e056e90ffebee41b5656d6623",
  "0020_what_shops_said": "93cfaefbff04b8a237b35abb9e3af99eadd761119c71472d803df2182736e99e",
  "0021_answer_headers": "585d9275fbfae34d8458abf1bba6bda7e692eaad51210815a1c744400248ba29",
  "0022_keep_views_and_notes": "acfbd2ca55848e203272ee0eb01561b453953b57d770dafb63be8dffcabe723e",
  "0023_withdrawn_payouts": "89b80f07a264bec370f20edd82f4e576ecf8533e2f014360438661950cd6fb7c",
  "0024_payouts_to_look_at": "663d060a81660aa5f081bdf932398d252d1ede737bdd323e92c62f269c68ceff",
  "0025_sort_customers": "fc84c30cf4f11f97e385ebf6500c321fb6f6880ecb07e0954a113c1a8d7e6659",
  "0026_search_composed": "814257b513cc7bc68199c447bc236b9f8520a9c90eba5d35a1b95a91e14cef30",
  "0027_payouts_that_differ": "8644d26a517564c59d6ce3cb0b8d3fa9a277de2195c06ae569eb5663736e83d6",
  "0028_location_changes": "21854c31ba8b4563f7bb9f15927697c165c57af7d343a02a955ed581b980121d",
  "0029_deleted_in_the_shop": "42283277538be7d00798c4e2b64bb6bfd9b6dfaac7a44ea73a7cfb401d26fda9",
  "0030_units_in_other_returns": "d96a98ec189e2ee3e1be9593b719afba9591434343de8253d046e81949d70d55",
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
  const what = "A new migration is added to KNOWN; one that is there never changes";
  expect(Object.fromEntries(await Promise.all(hashes)), what).toEqual(KNOWN);
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

test("a version doesn't start on a database from before the first release, and says what to do", async () => {
  const unreleased = await emptyDatabase();
  const client = new pg.Client({ connectionString: unreleased.url });
  await client.connect();
  await client.query("create table stores (store_id text primary key)");
  await client.query("create schema drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  // The first and the last migration of an unreleased version, whose last may be later than all of this one's.
  for (const at of [1_769_000_000_000, 9_999_999_999_999]) {
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      "6f490e792da1338331800e87b722995aee553bcdb2e093fddeb0003e173d9d1c",
      at,
    ]);
    await expect(migrateDatabase(unreleased.url)).rejects.toThrow(
      "The database was made by an unreleased version of the service, from before 0.1.0, and can't be upgraded: " +
        "name an empty database in DATABASE_URL, or another folder in DATA_DIR",
    );
  }
  const { rows } = await client.query(
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
  expect(rows).toEqual([{ relname: "stores" }, { relname: "stores_pkey" }]);
  await client.end();
  await unreleased.drop();
});

test("a migration that waits too long for a table names the session that has locked it", async () => {
  const older = await cloneDatabase();
  const migrations = await withNextMigration();
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
  await expect(migrate(short, { patienceMs: 100, migrations })).rejects.toThrow(sentence);

  await session.query("commit");
  await session.end();
  expect(await migrate(short, { patienceMs: 100, migrations })).toBe(1);
  await short.end();
  await older.drop();
});

test("fields that were stored with letters apart from their accents are found in either form, each once", async () => {
  const older = await emptyDatabase();
  const pool = new pg.Pool({ connectionString: older.url, max: 1 });
  const migrations = await readMigrations();
  const before = migrations.findIndex(({ name }) => name === "0026_search_composed");
  await migrate(pool, { migrations: migrations.slice(0, before) });
  const keys = ["zoë", "chloé", "plain", "ångström"];
  const stored = [...keys.map((key) => key.normalize("NFD")), "zoë".normalize("NFC")];
  for (const key of stored)
    await pool.query(`insert into search_keys values ('shop', 'order.name', $1, ${AT}, 'o')`, [key]);
  await migrate(pool, { migrations });
  const { rows } = await pool.query<{ key: string }>("select key from search_keys order by key");
  expect(rows.map(({ key }) => key).sort()).toEqual(keys.map((key) => key.normalize("NFC")).sort());
  await pool.end();
  await older.drop();
});

test("an empty database runs every migration and accepts a shop's rows, and a second run changes nothing", async () => {
  expect(await migrate(pool)).toBe((await readJournal()).length);
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
  `insert into fulfillments values ('shop', 'ord', 'ful', '[]', null, null, '[]', ${AT})`,
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
