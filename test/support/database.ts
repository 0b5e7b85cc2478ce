import { setDefaultTimeout } from "bun:test";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { migrate } from "../../src/platform/db/migrate.ts";
import { createQueues } from "../../src/workers.ts";
import { administer, withDatabase } from "./administer.ts";
import { dropWithUs, postgresForUs } from "./ends-with-us.ts";

// Generous, because it only ends tests that hang: tests of speed assert their own limits.
setDefaultTimeout(400_000);

/**
 * The address of one Postgres for the whole run, the name of a migrated template that every test file clones, and a
 * session that creates and drops databases. All are made when they are first needed, and end with the run.
 */
type Shared = {
  aftersaleTestPostgres?: Promise<string>;
  aftersaleTestTemplate?: Promise<string>;
  aftersaleTestSession?: Promise<pg.Pool>;
};

const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  // Stores move between cells by logical replication.
  wal_level: "logical",
  // A run opens thousands of connections, and hashing a password 4,096 times takes longer than the rest of signing in.
  scram_iterations: "1",
};

// The module may be loaded once per test file, but the process has one cluster.
const shared = globalThis as Shared;
/** The prefix of the names of this run's databases. */
const NAME_PREFIX = `aftersale_test_${process.pid}_`;
let clones = 0;

export type TestDatabase = { url: string; drop(): Promise<void> };

/** Creates a migrated database for one test file; `drop` removes it. */
export async function cloneDatabase(): Promise<TestDatabase> {
  shared.aftersaleTestTemplate ??= makeTemplate();
  // Where files are not synced, copying them takes less than half as long as logging each page, and so does dropping them.
  const strategy = process.env.TEST_DATABASE_URL ? "" : "strategy file_copy";
  return createDatabase(`template ${await shared.aftersaleTestTemplate} ${strategy}`);
}

/** Returns the address of the Postgres of this run, for another test run that shares it. */
export function testPostgres(): Promise<string> {
  shared.aftersaleTestPostgres ??= startPostgres();
  return shared.aftersaleTestPostgres;
}

/** Creates an empty database, with the server's locale or as `options` of `create database` say. */
export function emptyDatabase(options = ""): Promise<TestDatabase> {
  return createDatabase(`template template0 ${options}`);
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const url = await testPostgres();
  const name = `${NAME_PREFIX}${Date.now().toString(36)}_${clones++}`;
  await perform(`create database ${name} ${source}`);
  return {
    url: withDatabase(url, name),
    drop: async () => {
      await untilLeft(name);
      await perform(`drop database ${name} with (force)`);
    },
  };
}

/** Runs a statement in the server's own database, and returns the number of its rows. */
async function perform(statement: string): Promise<number> {
  shared.aftersaleTestSession ??= openSession();
  const { rowCount } = await (await shared.aftersaleTestSession).query(statement);
  return rowCount ?? 0;
}

/** The pool opens another session when a test has ended this one. */
async function openSession(): Promise<pg.Pool> {
  const connectionString = withDatabase(await testPostgres(), "postgres");
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on("error", () => {});
  return pool;
}

/** Waits a moment for closing sessions: an ended pool doesn't wait for them, and a killed one throws. */
async function untilLeft(name: string): Promise<void> {
  const sessions = `select from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`;
  for (let i = 0; i < 20 && (await perform(sessions)) > 0; i++) await Bun.sleep(10);
}

async function startPostgres(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) dropWithUs(given, NAME_PREFIX);
  const url = given ?? (await postgresForUs(SETTINGS));
  // Hashed again, as the setting says now.
  if (!given) await administer(url, `alter role current_user password '${new URL(url).password}'`);
  return url;
}

async function makeTemplate(): Promise<string> {
  const url = await testPostgres();
  const template = `${NAME_PREFIX}template`;
  await administer(url, `create database ${template}`);
  await prepare(withDatabase(url, template));
  return template;
}

async function prepare(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  await migrate(pool);
  await pool.end();
  const boss = new PgBoss({ connectionString: url, max: 2, supervise: false, schedule: false });
  await boss.start();
  await createQueues(boss);
  await boss.stop({ graceful: false });
}
