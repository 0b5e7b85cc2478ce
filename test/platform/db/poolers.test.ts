import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import { type Connection, connect, type Db } from "../../../src/platform/db/connect.ts";
import { inspectDatabase, trustOwnDatabase } from "../../../src/platform/db/inspect-database.ts";
import { preparedByKey } from "../../../src/platform/db/prepared.ts";
import { createCli } from "../../support/cli.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { event, ingest, storedEvents } from "../../support/events.ts";
import { PGBOUNCER, startPgBouncer } from "../../support/pgbouncer.ts";
import { type Pooler, startPooler } from "../../support/pooler.ts";
import { newReturn } from "../../support/returns.ts";
import { startService } from "../../support/service.ts";
import { runInside, startInside } from "../../support/service-inside.ts";
import { slowdown } from "../../support/slowdown.ts";
import { newWebhook, publishedEvents } from "../../support/webhooks.ts";

const KEY = { ENCRYPTION_KEY: "a key for tests only" };
const REFUSED = "leads to a connection pooler in transaction or statement mode";
const LIMITS = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
  current_setting('enable_seqscan') as scans`;
const limitsByKey = preparedByKey("limits_behind_a_pooler", LIMITS);

type Start = (databaseUrl: string) => Promise<Pooler>;

/** Poolers of our own, and PgBouncer's modes. */
const POOLING: [name: string, start: Start][] = [
  ["refuses options", (url) => startPooler(url, { keeps: "transaction", options: "refused" })],
  ["drops options", (url) => startPooler(url, { keeps: "transaction", options: "dropped" })],
];
const KEEPING: [name: string, start: Start][] = [
  ["refuses options", (url) => startPooler(url, { keeps: "connection", options: "refused" })],
  ["drops options", (url) => startPooler(url, { keeps: "connection", options: "dropped" })],
];
const DROPS = { ignore_startup_parameters: "options" };
if (PGBOUNCER) {
  POOLING.push(
    ["is PgBouncer in transaction mode", (url) => startPgBouncer(url, "transaction")],
    ["is PgBouncer in transaction mode without options", (url) => startPgBouncer(url, "transaction", DROPS)],
    ["is PgBouncer in statement mode", (url) => startPgBouncer(url, "statement", DROPS)],
    [
      "is PgBouncer that resets after each transaction",
      (url) => startPgBouncer(url, "transaction", { ...DROPS, server_reset_query_always: "1" }),
    ],
    [
      "is PgBouncer with one connection",
      (url) => startPgBouncer(url, "transaction", { ...DROPS, default_pool_size: "1" }),
    ],
    [
      "is PgBouncer that takes its connections in turn",
      (url) => startPgBouncer(url, "transaction", { ...DROPS, server_round_robin: "1", min_pool_size: "2" }),
    ],
  );
  KEEPING.push(
    ["is PgBouncer in session mode", (url) => startPgBouncer(url, "session")],
    ["is PgBouncer in session mode without options", (url) => startPgBouncer(url, "session", DROPS)],
  );
}
const withPgBouncer = PGBOUNCER ? test : test.skip;

/** Returns an empty database and a pooler before it, of a `describe`. */
function usePooler(start: Start): { database: TestDatabase; pooler: Pooler } {
  const [database, pooler] = [{} as TestDatabase, {} as Pooler];
  beforeAll(async () => {
    Object.assign(database, await emptyDatabase());
    Object.assign(pooler, await start(database.url));
  });
  afterAll(async () => {
    await pooler.stop();
    await database.drop();
  });
  return { database, pooler };
}

describe.each(POOLING)("behind a pooler of transactions that %s", (_, start) => {
  const { database, pooler } = usePooler(start);

  test("a start ends with a sentence, and has locked and written nothing", async () => {
    const { code, output } = await runInside({ DATABASE_URL: pooler.url, ...KEY });
    expect(output).toContain(REFUSED);
    expect(output).toContain("pool_mode = session");
    expect(code).toBe(1);
    expect(await stateOf(database.url)).toEqual({ tables: 0, locks: 0 });
  });
});

describe("where a session ends with each transaction", () => {
  const { pooler } = usePooler((url) => startPooler(url, { keeps: "transaction", options: "refused" }));

  test.each([
    ["store create --name Shop", {}],
    ["backup /dev/null", {}],
    ["restore test/platform/db/versions/0.1.0.backup", {}],
    ["cell list", { CELLS: "*" }],
  ])("the command %s is refused", async (call, env) => {
    const ended = await createCli({ DATABASE_URL: pooler.url, ...KEY, ...env }).run(call);
    expect(ended.err).toContain(REFUSED);
    expect(ended.code).toBe(1);
  });

  test("a directory is refused", async () => {
    const { code, output } = await runInside({ DATABASE_URL: pooler.url, CELLS: "*", ...KEY });
    expect(output).toContain(REFUSED);
    expect(code).toBe(1);
  });
});

describe.each(KEEPING)("behind a pooler of sessions that %s", (_, start) => {
  const { database, pooler } = usePooler(start);

  test("every session has its limits and settings", async () => {
    await inspectDatabase(pooler.url);
    const { db, longDb, monitorDb, close } = connect(pooler.url, () => {});
    const limits = [await limitsOf(db), await limitsOf(longDb), await limitsOf(monitorDb)];
    expect([...limits, ...(await limitsByKey(db))]).toEqual([
      { statement: "15s", lock: "7s", idle: "5s", zone: "UTC", scans: "on" },
      { statement: "5min", lock: "1min", idle: "5s", zone: "UTC", scans: "on" },
      { statement: "2s", lock: "1s", idle: "5s", zone: "UTC", scans: "on" },
      { statement: "15s", lock: "7s", idle: "5s", zone: "UTC", scans: "off" },
    ]);
    await close();
  });

  test("a statement that runs longer than its limit is cancelled", async () => {
    await inspectDatabase(pooler.url);
    const { monitorDb, close } = connect(pooler.url, () => {});
    const began = performance.now();
    const error = await monitorDb.execute(sql`select pg_sleep(60)`).catch((failure: Error) => failure);
    expect(error).toMatchObject({ cause: { code: "57014" } });
    expect(performance.now() - began).toBeLessThan(10_000 * slowdown());
    await close();
  });

  test("requests, jobs and webhooks work", async () => {
    const service = await startService({ databaseUrl: pooler.url, isSingle: true });
    const store = await service.newStore();
    const webhook = await newWebhook(store);
    await newReturn(store);
    await ingest(service, store, "bulk", event());
    expect(await storedEvents(store)).toHaveLength(1);
    expect(await publishedEvents(store, webhook.id)).toHaveLength(1);
    await service.stop();
  });

  test("a process starts, and hears of changes that another has made", async () => {
    const own = await startInside({ DATABASE_URL: pooler.url, ...KEY });
    expect(own.output()).toContain("reached through a pooler");
    const service = await startService({ databaseUrl: database.url, isSingle: true });
    const store = await service.newStore();
    const changes = `${own.origin}/v2.2/stores/${store.id}/changes?after=latest`;
    const headers = { Authorization: `Bearer ${store.secret}` };
    const { next } = (await (await fetch(changes, { headers })).json()) as { next: string };
    const waiting = fetch(`${own.origin}/v2.2/stores/${store.id}/changes?after=${next}&wait=20`, { headers });
    await Bun.sleep(300);
    const began = performance.now();
    await newReturn(store);
    expect(((await (await waiting).json()) as { changes: unknown[] }).changes.length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(3_000 * slowdown());
    await service.stop();
    own.signal("SIGTERM");
    await own.exited;
  });

  test("options in the address are set too", async () => {
    const address = new URL(pooler.url);
    address.searchParams.set("options", "-c statement_timeout=33s -c work_mem=8MB --search-path=x");
    await inspectDatabase(address.href);
    const { db, close } = connect(address.href, () => {});
    const read = sql`select ${sql.raw(LIMITS.slice("select ".length))},
      current_setting('work_mem') as memory, current_setting('search_path') as path`;
    expect((await db.execute(read)).rows).toEqual([
      {
        ...{ statement: "33s", lock: "7s", idle: "5s", zone: "UTC", scans: "on" },
        memory: "8MB",
        path: "public",
      },
    ]);
    await close();
  });
});

withPgBouncer("a pooler that doesn't reset sessions is refused", async () => {
  const database = await emptyDatabase();
  const pooler = await startPgBouncer(database.url, "session", { ...DROPS, server_reset_query: "" });
  await expect(inspectDatabase(pooler.url)).rejects.toThrow("server_reset_query = DISCARD ALL");
  await pooler.stop();
  await database.drop();
});

withPgBouncer("a pooler of sessions with one connection is refused", async () => {
  const database = await emptyDatabase();
  const pooler = await startPgBouncer(database.url, "session", { ...DROPS, default_pool_size: "1" });
  await expect(inspectDatabase(pooler.url)).rejects.toThrow("only one connection");
  await pooler.stop();
  await database.drop();
});

test("a database that isn't in UTF-8 is refused before anything is written", async () => {
  const database = await emptyDatabase("encoding 'LATIN1' locale 'C'");
  const { code, output } = await runInside({ DATABASE_URL: database.url, ...KEY });
  expect(output).toContain("must be encoded in UTF-8, and this one is in LATIN1");
  expect(code).toBe(1);
  expect(await stateOf(database.url)).toEqual({ tables: 0, locks: 0 });
  await database.drop();
});

test("the embedded database, which is known, isn't inspected", async () => {
  const unreachable = "postgres://aftersale@127.0.0.1:9/embedded";
  trustOwnDatabase(unreachable);
  expect(await inspectDatabase(unreachable)).toMatchObject({ passesOptions: true });
});

if (!PGBOUNCER)
  console.warn("PgBouncer isn't installed: its modes are not tried (apt-get install pgbouncer)");

async function limitsOf(db: Connection["db"] | Db): Promise<unknown> {
  return (await db.execute(sql.raw(LIMITS))).rows[0];
}

async function stateOf(url: string): Promise<unknown> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`
    select (select count(*)::int from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as tables,
      (select count(*)::int from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())) as locks`);
  await client.end();
  return rows[0];
}
