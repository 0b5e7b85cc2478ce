import { afterEach, beforeEach, expect, test } from "bun:test";
import pg from "pg";
import { pino } from "pino";
import { buildIndexesInBackground } from "../../../src/platform/db/build-indexes.ts";
import { inMigration, largeIndexes } from "../../../src/platform/db/large-indexes.ts";
import { migrate } from "../../../src/platform/db/migrate.ts";
import { readMigrations } from "../../../src/platform/db/migration-files.ts";
import { cloneDatabase } from "../../support/database.ts";
import { withNextMigration } from "../../support/next-version.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";

const NAMES = largeIndexes(await readMigrations()).map(({ name }) => name);
const ALL_VALID = NAMES.map(() => "valid");
const ALL_MISSING = NAMES.map(() => "missing");
const FIRST_INVALID = ALL_MISSING.with(0, "invalid");
const WITHIN_MS = 30_000;

let database: { url: string; drop(): Promise<void> };
let client: pg.Client;
/** Holds back every concurrent build until it ends: a build waits for the transactions before it. */
let earlier: pg.Client;
let processes: ServiceProcess[];
beforeEach(async () => {
  processes = [];
  database = await cloneDatabase();
  [client, earlier] = [await connected(), await connected()];
  // As a migration leaves them that was the first to declare them.
  for (const name of NAMES) await client.query(`drop index "${name}"`);
  await client.query("insert into stores values ('shop', 'Shop', 'USD', 'open', now())");
  await client.query(
    `insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
     select 'shop', gen_random_uuid(), 'visited', 'ann', now(), '', now() from generate_series(1, 1000)`,
  );
});
afterEach(async () => {
  for (const one of processes) one.signal("SIGKILL");
  await Promise.all([...processes.map(({ exited }) => exited), client.end(), earlier.end()]);
  await database.drop();
});

async function connected(): Promise<pg.Client> {
  const created = new pg.Client({ connectionString: database.url });
  created.on("error", () => {});
  await created.connect();
  return created;
}

async function beginEarlier(): Promise<void> {
  await earlier.query("begin isolation level repeatable read");
  // Its snapshot is older than every build, and it locks no table that a migration changes.
  await earlier.query("select 1");
}

async function start(): Promise<ServiceProcess> {
  const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for tests only", DEMO: "0" };
  const started = await startProcess(env);
  processes.push(started);
  return started;
}

/** Returns the state of the large indexes: missing, invalid or valid. */
async function states(): Promise<string[]> {
  const { rows } = await client.query(
    `select coalesce((select case when indisvalid then 'valid' else 'invalid' end from pg_index where indexrelid = to_regclass(name)), 'missing') as state
     from unnest($1::text[]) with ordinality as asked(name, position) order by position`,
    [NAMES],
  );
  return rows.map(({ state }) => state);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WITHIN_MS; !(await condition()); await Bun.sleep(20)) {
    if (performance.now() > end) throw new Error(`the wait timed out: ${await states()}`);
  }
}
const become = (wanted: string[]) => until(async () => Bun.deepEquals(await states(), wanted));

/** Returns the identity of the first index, which another index of the same name hasn't. */
async function firstIndex(): Promise<number> {
  const { rows } = await client.query("select to_regclass($1)::oid::int as oid", [NAMES[0]]);
  return rows[0]?.oid;
}

/** Waits until the first index is being built and held back, and returns the process id of the session that builds it. */
async function held(): Promise<number> {
  // A build begins before its index is in the catalog.
  await become(FIRST_INVALID);
  await until(async () => (await builders()).length === 1);
  const [pid] = await builders();
  if (pid === undefined) throw new Error("the build has ended");
  return pid;
}

/** Returns the process ids of the sessions that build. */
async function builders(): Promise<number[]> {
  const { rows } = await client.query(
    "select pid from pg_stat_activity where datname = current_database() and state = 'active' and query ilike 'create index concurrently%'",
  );
  return rows.map(({ pid }) => pid);
}

test("a start is ready and writes while the indexes of large tables are built", async () => {
  await beginEarlier();
  const { origin } = await start();
  await held();

  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  for (const table of ["events", "storefront_events"]) {
    await client.query("begin");
    await client.query(`lock table ${table} in row exclusive mode nowait`);
    await client.query("commit");
  }
  expect(await states()).toEqual(FIRST_INVALID);
  await earlier.query("commit");
  await become(ALL_VALID);
});

test("a build that Postgres ended is begun again, in place of the invalid index that it left", async () => {
  await beginEarlier();
  const service = await start();
  const pid = await held();
  const left = await firstIndex();
  await client.query("select pg_terminate_backend($1)", [pid]);
  await until(async () => service.output().includes("can't build an index"));
  // What the build has left, or the next one has begun.
  await become(FIRST_INVALID);
  await earlier.query("commit");
  await become(ALL_VALID);
  expect(await firstIndex()).not.toBe(left);
});

test("a build outlives a process that is killed, and the next process builds the rest", async () => {
  await beginEarlier();
  const first = await start();
  const pid = await held();
  first.signal("SIGKILL");
  await first.exited;
  const second = await start();
  expect(await builders()).toEqual([pid]);
  await earlier.query("commit");
  await become(ALL_VALID);
  expect(second.output()).not.toContain("can't build an index");
});

test("of several processes one builds, and no wait for it is a deadlock", async () => {
  await beginEarlier();
  await Promise.all([start(), start(), start()]);
  await until(async () => (await builders()).length > 0);
  await Bun.sleep(2_000);
  expect((await builders()).length).toBe(1);
  await earlier.query("commit");
  await become(ALL_VALID);
  const output = () => processes.map((one) => one.output()).join("");
  const built = () =>
    Array.from(output().matchAll(/"index":"(\w+)"[^}]*"msg":"index built"/g), ([, name]) => name);
  // An index is valid a moment before its line is written.
  await until(async () => built().length >= NAMES.length);
  expect(output()).not.toContain("can't build an index");
  expect(built()).toEqual(NAMES);
});

test("a process that ends doesn't wait for a build", async () => {
  await beginEarlier();
  const service = await start();
  await held();
  service.signal("SIGTERM");
  expect(await service.exited).toBe(0);
  await earlier.query("commit");
});

test("a process that ends while it connects for a build doesn't wait", async () => {
  const end = buildIndexesInBackground(database.url, pino({ level: "silent" }));
  expect(await Promise.race([end().then(() => "ended"), Bun.sleep(WITHIN_MS)])).toBe("ended");
});

test("a new database has them when it is migrated, and they aren't built again", async () => {
  const fresh = await cloneDatabase();
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const stop = buildIndexesInBackground(fresh.url, log);
  await Bun.sleep(500);
  await stop();
  expect(lines).toEqual([]);
  await fresh.drop();
});

test("an index that a migration declares is built, unless a later migration drops it", async () => {
  expect(NAMES).toEqual(expect.arrayContaining(["storefront_events_search_terms", "events_name"]));
  const create = 'CREATE INDEX CONCURRENTLY "of_all" ON "events" USING btree ("store_id");';
  const drop = 'DROP INDEX "of_all";';
  const migration = (...statements: string[]) => ({ name: "", at: 0, hash: "", statements });
  const indexes = [{ name: "of_all", statement: create }];

  expect(largeIndexes([migration(create, 'CREATE INDEX "small" ON "stores" ("name");')])).toEqual(indexes);
  expect(largeIndexes([migration(create), migration(drop)])).toEqual([]);
  expect(largeIndexes([migration(create), migration(drop, create)])).toEqual(indexes);
  expect(inMigration(create, false)).toBeUndefined();
  expect(inMigration(create, true)).toBe('create index "of_all" ON "events" USING btree ("store_id");');
  expect(inMigration(drop, false)).toBe('drop index if exists "of_all";');
});

test("a database without an index that was never built runs the migrations that drop it", async () => {
  const migrations = await withNextMigration(NAMES.map((name) => `DROP INDEX "${name}";`));
  expect(await migrate(new pg.Pool({ connectionString: database.url, max: 1 }), { migrations })).toBe(1);
  expect(await states()).toEqual(ALL_MISSING);
});
