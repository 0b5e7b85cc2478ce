import type pg from "pg";
import type { Logger } from "pino";
import { HOUR_MS } from "../../lib/duration.ts";
import { appliedMigrations } from "./applied-migrations.ts";
import { applyMigration, PATIENCE_MS, type RunMigration } from "./apply-migration.ts";
import { inspectDatabase } from "./inspect-database.ts";
import { inMigration } from "./large-indexes.ts";
import { LONG_LIMITS } from "./limits.ts";
import { lockWithin } from "./lock-within.ts";
import { type Migration, readMigrations } from "./migration-files.ts";
import { createPool } from "./open.ts";

const MIGRATION_LOCK = 7_236_001;

/** How long a start waits for another process that applies the migrations. */
const LOCK_WAIT_MS = 600_000;
/** An ordinary start holds the lock for less. */
const QUIET_WAIT_MS = 500;
const LOG_EVERY_MS = 15_000;
/** How long a statement of a migration may run, even on a large database, and wait for a table that is in use. */
const STATEMENT_MS = 12 * HOUR_MS;
const TABLE_LOCK_MS = 60_000;
/** A process that freezes while migrating loses its session, and the others continue. */
const IDLE_SESSION_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;

/** Migrates the database at a URL on a connection of its own: see `migrate`. */
export async function migrateDatabase(url: string, log?: Pick<Logger, "warn">): Promise<number> {
  await inspectDatabase(url);
  const opening = { limits: LONG_LIMITS, name: "aftersale migrations", connectMs: CONNECT_TIMEOUT_MS };
  const pool = createPool(url, { ...opening, max: 1 });
  try {
    return await migrate(pool, { log });
  } finally {
    await pool.end();
  }
}

type MigrateOptions = {
  log?: Pick<Logger, "warn"> | undefined;
  patienceMs?: number;
  /** All migrations of this version. */
  migrations?: Migration[];
};

/**
 * Applies the pending migrations, each in a transaction of its own, and returns how many were applied; large
 * indexes are left to `buildIndexesInBackground`. Of several processes that start at once, one applies them
 * and the others wait, for ten minutes at most. Throws for a database that a newer or an unreleased version has
 * migrated, and when a table stays locked by another session for `patienceMs`.
 */
export async function migrate(
  pool: pg.Pool,
  { log, patienceMs = PATIENCE_MS, migrations }: MigrateOptions = {},
): Promise<number> {
  const all = migrations ?? (await readMigrations());
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query(
      "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_session_timeout', $3, false)",
      [String(TABLE_LOCK_MS), String(STATEMENT_MS), String(IDLE_SESSION_MS)],
    );
    await lockMigrations(client, log);
    await createJournal(client);
    const applied = await appliedMigrations(client, all);
    const pending = all.slice(applied.length);
    const isNew = applied.length === 0;
    for (const migration of pending) {
      const run: RunMigration = (onStatement) => runMigration(client, migration, isNew, onStatement);
      await applyMigration(client, migration, run, { log, patienceMs });
    }
    return pending.length;
  } finally {
    // Ending the session also releases its lock.
    client.release(true);
  }
}

async function runMigration(
  client: pg.ClientBase,
  { at, hash, statements }: Migration,
  isNewDatabase: boolean,
  onStatement: (statement: string) => Promise<void> = async () => {},
): Promise<void> {
  for (const statement of statements) {
    const run = inMigration(statement, isNewDatabase);
    if (run === undefined) continue;
    if (!isNewDatabase) await onStatement(run);
    await client.query(run);
  }
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

/**
 * Holds the lock of migrations until the session ends. While another process holds it, the log says so. Throws when
 * that takes ten minutes.
 */
export async function lockMigrations(client: pg.ClientBase, log?: Pick<Logger, "warn">): Promise<void> {
  const end = performance.now() + LOCK_WAIT_MS;
  for (let waitMs = QUIET_WAIT_MS; performance.now() < end; waitMs = LOG_EVERY_MS) {
    if (await lockWithin(client, { id: MIGRATION_LOCK, waitMs })) return;
    const seconds = Math.round((end - performance.now()) / 1_000);
    log?.warn(`another process migrates the database; waiting for it, for ${seconds} s more at most`);
  }
  throw new Error("Another process has been migrating the database for ten minutes: start again later");
}

async function createJournal(client: pg.ClientBase): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
}
