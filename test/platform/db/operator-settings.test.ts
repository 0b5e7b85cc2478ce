import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Db } from "../../../src/platform/db/connect.ts";
import { preparedByKey } from "../../../src/platform/db/prepared.ts";
import { SESSION_SETTINGS } from "../../../src/platform/db/session-settings.ts";
import { cloneDatabase, emptyDatabase } from "../../support/database.ts";
import { event, ingest, storedEvents } from "../../support/events.ts";
import { fullOrder, getOrder, ORDERS, postOrder } from "../../support/orders.ts";
import { answerOf, newReturn, readReturn } from "../../support/returns.ts";
import { startService } from "../../support/service.ts";
import { newWebhook, publishedEvents } from "../../support/webhooks.ts";

/** What a provider or an operator may have set for a database or a role, by the setting. */
const OF_OPERATORS: [setting: string, value: string][] = [
  ["search_path", "''"],
  ["search_path", "a_schema_of_its_own, public"],
  ["default_transaction_isolation", "'serializable'"],
  ["default_transaction_isolation", "'repeatable read'"],
  ["default_transaction_deferrable", "on"],
  ["standard_conforming_strings", "off"],
  ["TimeZone", "'Asia/Kolkata'"],
  ["DateStyle", "'SQL, DMY'"],
  ["IntervalStyle", "'sql_standard'"],
  ["bytea_output", "'escape'"],
  ["extra_float_digits", "-15"],
  ["xmloption", "'document'"],
  ["array_nulls", "off"],
  ["transform_null_equals", "on"],
  ["quote_all_identifiers", "on"],
  ["gin_fuzzy_search_limit", "1"],
  ["row_security", "off"],
  ["idle_session_timeout", "300"],
  // Those that the service leaves as they are.
  ["client_encoding", "'LATIN1'"],
  ["lc_messages", "'C'"],
  ["client_min_messages", "'debug1'"],
  ["synchronous_commit", "off"],
  ["statement_timeout", "1"],
  ["lock_timeout", "1"],
  ["idle_in_transaction_session_timeout", "1"],
  ["jit_above_cost", "0"],
  ["enable_indexscan", "off"],
  ["plan_cache_mode", "'force_custom_plan'"],
  ["work_mem", "'64kB'"],
];

test.each(OF_OPERATORS)("the service works where %s is set to %s", async (name, value) => {
  const database = await cloneDatabase();
  await set(database.url, [name, value]);
  const service = await startService({ databaseUrl: database.url, isSingle: true });
  const store = await service.newStore();
  const webhook = await newWebhook(store);
  const orderId = "É \\d+ '1'";
  expect((await postOrder(store, fullOrder(orderId))).status).toBe(200);
  const { id } = await newReturn(store);
  await ingest(service, store, "bulk", event({ customer: { id: "é\\n" }, data: { price: 0.1 } }));

  expect((await readReturn(store, id)).return).toMatchObject({ id, status: "open" });
  expect(await storedEvents(store)).toMatchObject([{ customer: expect.any(String), data: '{"price":0.1}' }]);
  expect(await publishedEvents(store, webhook.id)).toHaveLength(1);
  expect(await getOrder(store, orderId)).toMatchObject({
    body: { orderId, totalPrice: 20.85, createdAt: "2026-03-01T10:00:00.000Z" },
  });
  const orders = await answerOf(store.get(ORDERS));
  expect(orders.body).toMatchObject({ orders: { length: 2 } });
  await service.stop();
  await database.drop();
});

/** The two values of a setting apart: a database has one of them. */
const FIRST = new Map(OF_OPERATORS.toReversed());
const LAST = new Map(OF_OPERATORS);

test.each([
  ["first", FIRST],
  ["last", LAST],
])("a database is migrated where every setting has the %s of these values", async (_, values) => {
  const database = await emptyDatabase();
  await set(database.url, ...values);
  const service = await startService({ databaseUrl: database.url, isSingle: true });
  const usual = await startService({ isSingle: true });
  expect((await postOrder(await service.newStore(), fullOrder("1"))).status).toBe(200);
  expect(await schemaOf(service.ctx.db)).toEqual(await schemaOf(usual.ctx.db));
  await Promise.all([service.stop(), usual.stop()]);
  await database.drop();
});

test("each setting that every session gets is tried", () => {
  const tried = new Set(OF_OPERATORS.map(([name]) => name));
  expect(Object.keys(SESSION_SETTINGS).filter((name) => !tried.has(name))).toEqual([]);
});

/** Postgres 15 and 16, which refuse connections that set it, have none. */
test("a limit of transactions that the database has doesn't end the service's", async () => {
  const database = await emptyDatabase();
  if (await hasSetting(database.url, "transaction_timeout"))
    await set(database.url, ["transaction_timeout", "'300ms'"]);
  const service = await startService({ databaseUrl: database.url, isSingle: true });
  const { db, longDb, backgroundDb } = service.ctx;
  for (const each of [db, longDb, backgroundDb]) {
    await each.transaction(async (tx) => {
      await tx.execute(sql`select pg_sleep(0.6)`);
      await tx.execute(sql`select 1`);
    });
  }
  await service.stop();
  await database.drop();
});

test("a session of each kind has them, whatever the database has", async () => {
  const database = await emptyDatabase();
  await set(database.url, ["default_transaction_isolation", "'serializable'"]);
  await set(database.url, ["search_path", "''"]);
  const service = await startService({ databaseUrl: database.url, isSingle: true });
  const { db, longDb, backgroundDb } = service.ctx;
  const seen = [await read(db), await read(longDb), await read(backgroundDb), (await readByKey(db))[0]];
  expect(seen).toEqual(seen.map(() => ({ isolation: "read committed", path: "public" })));
  await service.stop();
  await database.drop();
});

const READ =
  "select current_setting('transaction_isolation') as isolation, current_setting('search_path') as path";
const readByKey = preparedByKey("session_settings_for_test", READ);

async function read(db: Db): Promise<unknown> {
  return (await db.execute(sql.raw(READ))).rows[0];
}

/** Returns every column and index of a database, each with its definition. */
async function schemaOf(db: Db): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid)) as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select indexdef from pg_indexes where schemaname = 'public' order by line`);
  return rows;
}

async function hasSetting(url: string, name: string): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query("select from pg_settings where name = $1", [name]);
  await client.end();
  return rowCount === 1;
}

/** In one session, to which none of them applies yet. */
async function set(url: string, ...settings: [name: string, value: string][]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query("select current_database() as name");
  await client.query("create schema if not exists a_schema_of_its_own");
  for (const [name, value] of settings)
    await client.query(`alter database ${rows[0].name} set ${name} = ${value}`);
  await client.end();
}
