import { setDefaultTimeout } from "bun:test";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { migrate } from "../../src/db/migrate.ts";
import { createQueues } from "../../src/workers.ts";
import { dropWithUs, postgresForUs } from "./ends-with-us.ts";

// Generous: a promise about speed has a figure of its own; this one only ends what hangs.
setDefaultTimeout(180_000);

/** One Postgres for the whole run, and in it a migrated template that every test file clones. They go with the run. */
type Cluster = { url: string; template: string };

const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
};

// The module may be loaded once per test file; the cluster is of the process.
const shared = globalThis as { aftersaleTestCluster?: Promise<Cluster> };
/** How the names of this run's databases begin. */
const NAMES = `aftersale_test_${process.pid}_`;
let clones = 0;

type TestDatabase = { url: string; drop(): Promise<void> };

/** A database of its own, migrated, for one test file; `drop` removes it. */
export async function cloneDatabase(): Promise<TestDatabase> {
  shared.aftersaleTestCluster ??= startCluster();
  const { template } = await shared.aftersaleTestCluster;
  return createDatabase(`template ${template}`);
}

/** A database with nothing in it. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template template0");
}

async function createDatabase(source: string): Promise<TestDatabase> {
  shared.aftersaleTestCluster ??= startCluster();
  const { url } = await shared.aftersaleTestCluster;
  const name = `${NAMES}${Date.now().toString(36)}_${clones++}`;
  await administer(url, `create database ${name} ${source}`);
  return {
    url: withDatabase(url, name),
    drop: () => administer(url, `drop database ${name} with (force)`),
  };
}

async function startCluster(): Promise<Cluster> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) dropWithUs(given, NAMES);
  const url = given ?? (await postgresForUs(SETTINGS));
  const template = `${NAMES}template`;
  await administer(url, `create database ${template}`);
  await prepare(withDatabase(url, template));
  return { url, template };
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

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, "postgres") });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
