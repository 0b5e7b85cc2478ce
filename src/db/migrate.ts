import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { LONG_LIMITS, limited } from "./limits.ts";

const FOLDER = decodeURIComponent(new URL("../../drizzle", import.meta.url).pathname);
const LOCK = 7_236_001;

/** How long a start waits for another process that applies the migrations. */
const WAIT_MS = 600_000;
/** How long one statement of a migration may take, and how long it may wait for a table that others use. */
const STATEMENT_MS = 3_600_000;
const TABLE_LOCK_MS = 60_000;
/** A process that stops while it migrates loses its session, and the others go on. */
const IDLE_MS = 60_000;

const CONNECTED_WITHIN_MS = 10_000;

/** Brings the schema of the database at an address up to date, on a connection of its own: see `migrate`. */
export async function migrateDatabase(url: string): Promise<number> {
  const pool = new pg.Pool({
    ...limited(url, LONG_LIMITS),
    max: 1,
    connectionTimeoutMillis: CONNECTED_WITHIN_MS,
  });
  // A connection that breaks fails what is done on it.
  pool.on("error", () => {});
  try {
    return await migrate(pool);
  } finally {
    await pool.end();
  }
}

/**
 * Brings the schema up to date. However many processes start at once, one applies the migrations and the others wait
 * for it; returns how many this process applied.
 */
export async function migrate(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  client.on("error", () => {});
  try {
    await client.query(
      "select set_config('lock_timeout', $1, false), set_config('statement_timeout', $2, false), set_config('idle_session_timeout', $3, false)",
      [String(WAIT_MS), String(STATEMENT_MS), String(IDLE_MS)],
    );
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await client.query("select set_config('lock_timeout', $1, false)", [String(TABLE_LOCK_MS)]);
    const before = await appliedMigrations(client);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
    return (await appliedMigrations(client)) - before;
  } finally {
    // Ending the session also ends its lock, whatever happened on it.
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
