import type pg from "pg";
import { HOUR_MS } from "../lib/duration.ts";
import { addOrderNames } from "./add-order-names.ts";
import { appliedMigrations } from "./applied-migrations.ts";
import { blockerOf } from "./blocker.ts";
import { isLockTimeout } from "./errors.ts";
import { fillMentions } from "./fill-mentions.ts";
import { inspectDatabase } from "./inspect-database.ts";
import { inMigration } from "./large-indexes.ts";
import { LONG_LIMITS } from "./limits.ts";
import { lockWithin } from "./lock-within.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { createPool } from "./open.ts";
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
  await inspectDatabase(url);
  const opening = { limits: LONG_LIMITS, name: "aftersale migrations", connectMs: CONNECT_TIMEOUT_MS };
  const pool = createPool(url, { ...opening, max: 1 });
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Applies the pending migrations, each in a transaction of its own, and returns how many were applied; large
 * indexes are left to `buildIndexesInBackground`. Of several processes that start at once, one applies them
 * and the others wait, for ten minutes at most. Throws for a database that a newer version has migrated, and
 * when a table stays locked by another session for `tableLockMs`, a minute by default.
 */
export async function migrate(pool: pg.Pool, tableLockMs = TABLE_LOCK_MS): Promise<number> {
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query(
      "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_session_timeout', $3, false)",
      [String(tableLockMs), String(STATEMENT_MS), String(IDLE_SESSION_MS)],
    );
    await lockMigrations(client);
    await createJournal(client);
    const applied = await appliedMigrations(client);
    const pending = (await readMigrations()).slice(applied.length);
    for (const migration of pending) await apply(client, migration, applied.length === 0);
    return pending.length;
  } finally {
    // Ending the session also releases its lock.
    client.release(true);
  }
}

async function apply(client: pg.ClientBase, migration: Migration, isNewDatabase: boolean): Promise<void> {
  await client.query("begin");
  await runMigration(client, migration, isNewDatabase);
  await client.query("commit");
}

async function runMigration(
  client: pg.ClientBase,
  { name, at, hash, statements }: Migration,
  isNewDatabase: boolean,
): Promise<void> {
  for (const statement of statements) {
    const run = inMigration(statement, isNewDatabase);
    if (run !== undefined)
      await client.query(run).catch((error) => explainLock(client, { error, name, run }));
  }
  await STEPS[name]?.(client);
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    hash,
    at,
  ]);
}

/** Applies migrations to an empty database, within the client's transaction. */
export async function createTables(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await createJournal(client);
  for (const migration of migrations) await runMigration(client, migration, true);
}

/** Holds the lock of migrations until the session ends. Throws when another process holds it for ten minutes. */
export async function lockMigrations(client: pg.ClientBase): Promise<void> {
  if (await lockWithin(client, { id: MIGRATION_LOCK, waitMs: LOCK_WAIT_MS })) return;
  throw new Error("Another process has been migrating the database for ten minutes: start again later");
}

/** Throws a sentence about the session that a statement has waited for; other errors unchanged. */
async function explainLock(
  client: pg.ClientBase,
  { error, name, run }: { error: unknown; name: string; run: string },
): Promise<never> {
  if (!isLockTimeout(error)) throw error;
  await client.query("rollback");
  const blocker = await blockerOf(client, run);
  const whose = blocker
    ? `the open transaction of ${blocker.description}`
    : "a transaction that has ended since";
  const remedy = blocker
    ? `end that session (select pg_terminate_backend(${blocker.pid})), then start`
    : "start";
  throw new Error(
    `The migration ${name} waited too long for a table that ${whose} has locked: ${remedy} again.`,
    { cause: error },
  );
}

async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
}
