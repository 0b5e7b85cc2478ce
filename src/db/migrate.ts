import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";

const FOLDER = decodeURIComponent(new URL("../../drizzle", import.meta.url).pathname);
const LOCK = 7_236_001;

/**
 * Brings the schema up to date. However many processes start at once, one applies the migrations and the others wait
 * for it; returns how many this process applied.
 */
export async function migrate(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
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
