import pg from "pg";
import { HOUR_MS } from "../lib/duration.ts";
import { addOrderNames } from "./add-order-names.ts";
import { fillMentions } from "./fill-mentions.ts";
import { inMigration } from "./large-indexes.ts";
import { LONG_LIMITS, limited } from "./limits.ts";
import { lockWithin } from "./lock-within.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { repairSearchKeys } from "./repair-search-keys.ts";

const MIGRATION_LOCK = 7_236_001;

/** How long a start waits for another process that applies the migrations. */
const LOCK_WAIT_MS = 600_000;
/** How long a statement of a migration may run, even on a large database, and wait for a table that is in use. */
const STATEMENT_MS = 12 * HOUR_MS;
const TABLE_LOCK_MS = 60_000;
/** A process that freezes while migrating loses its session, and the others continue. */
const IDLE_SESSION_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;

/** What SQL can't do, by the name of its migration: it runs in the same transaction, after the statements. */
const STEPS: Record<string, (client: pg.ClientBase) => Promise<void>> = {
  "0006_search_keys_as_compared": repairSearchKeys,
  "0007_search": addOrderNames,
  "0009_erase_customers": fillMentions,
};

/** Migrates the database at a URL on a connection of its own: see `migrate`. */
export async function migrateDatabase(url: string): Promise<number> {
  const pool = new pg.Pool({
    ...limited(url, LONG_LIMITS),
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Errors of the connection also reject the statement that runs on it.
  pool.on("error", () => {});
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Applies the pending migrations, each in a transaction of its own, and returns how many were applied; large
 * indexes are left to `buildIndexesInBackground`. Of several processes that start at once, one applies them
 * and the others wait, for ten minutes at most. Throws for a database that a newer version has migrated.
 */
export async function migrate(pool: pg.Pool): Promise<number> {
  const migrations = await readMigrations();
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query(
      "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_session_timeout', $3, false)",
      [String(TABLE_LOCK_MS), String(STATEMENT_MS), String(IDLE_SESSION_MS)],
    );
    if (!(await lockWithin(client, { id: MIGRATION_LOCK, waitMs: LOCK_WAIT_MS }))) {
      throw new Error("Another process has been migrating the database for ten minutes: start again later");
    }
    const last = await lastMigration(client);
    if (last > (migrations.at(-1)?.at ?? 0)) {
      throw new Error("The database was upgraded by a newer version of the service: start that version");
    }
    const pending = migrations.filter(({ at }) => at > last);
    for (const migration of pending) await apply(client, migration, last === 0);
    return pending.length;
  } finally {
    // Ending the session also releases its lock.
    client.release(true);
  }
}

async function apply(
  client: pg.ClientBase,
  { name, at, hash, statements }: Migration,
  isNewDatabase: boolean,
): Promise<void> {
  await client.query("begin");
  for (const statement of statements) {
    const run = inMigration(statement, isNewDatabase);
    if (run !== undefined) await client.query(run);
  }
  await STEPS[name]?.(client);
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    hash,
    at,
  ]);
  await client.query("commit");
}

/** Returns the `at` of the last migration that the database has run; 0 for an empty database. */
async function lastMigration(client: pg.ClientBase): Promise<number> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  const { rows } = await client.query<{ last: string }>(
    "select coalesce(max(created_at), 0) as last from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.last);
}
