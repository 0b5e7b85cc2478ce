import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { HOUR_MS } from "../lib/duration.ts";
import { LONG_LIMITS, limited } from "./limits.ts";

const MIGRATIONS_FOLDER = decodeURIComponent(new URL("../../drizzle", import.meta.url).pathname);
const MIGRATION_LOCK = 7_236_001;

/** How long a start waits for another process that applies the migrations. */
const LOCK_WAIT_MS = 600_000;
/** How long a statement of a migration may run, and wait for a table that is in use. */
const STATEMENT_MS = HOUR_MS;
const TABLE_LOCK_MS = 60_000;
/** A process that freezes while migrating loses its session, and the others continue. */
const IDLE_SESSION_MS = 60_000;

const CONNECT_TIMEOUT_MS = 10_000;

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
 * Applies the pending migrations and returns how many were applied. Of several processes that start at once,
 * one applies them and the others wait.
 */
export async function migrate(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query(
      "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_session_timeout', $3, false)",
      [String(LOCK_WAIT_MS), String(STATEMENT_MS), String(IDLE_SESSION_MS)],
    );
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [String(TABLE_LOCK_MS)]);
    const before = await appliedMigrations(client);
    await applyMigrations(drizzle(client), { migrationsFolder: MIGRATIONS_FOLDER });
    return (await appliedMigrations(client)) - before;
  } finally {
    // Ending the session also releases its lock.
    client.release(true);
  }
}

async function appliedMigrations(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as name");
  if (!rows[0]?.name) return 0;
  const { rows: counted } = await client.query(
    "select count(*)::int as applied from drizzle.__drizzle_migrations",
  );
  return counted[0].applied;
}
