import type pg from "pg";
import { VERSION } from "../../lib/version.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/** Returns the migrations that a database has run. Throws when a newer version has migrated it. */
export async function appliedMigrations(client: Pick<pg.ClientBase, "query">): Promise<Migration[]> {
  const migrations = await readMigrations();
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (found[0].found === null) return [];
  const { rows } = await client.query<{ last: string }>(
    "select coalesce(max(created_at), 0) as last from drizzle.__drizzle_migrations",
  );
  const last = Number(rows[0]?.last);
  if (last > (migrations.at(-1)?.at ?? 0)) {
    throw new Error(
      `The database was upgraded by a newer version of the service than this one (${VERSION}): start that version`,
    );
  }
  return migrations.filter(({ at }) => at <= last);
}
