import type pg from "pg";
import { VERSION } from "../../lib/version.ts";
import { type Migration, readMigrations } from "./migration-files.ts";

/**
 * Returns those of a version's migrations that a database has run. Throws when a newer version has migrated the
 * database, or one from before the first release.
 */
export async function appliedMigrations(
  client: Pick<pg.ClientBase, "query">,
  known?: Migration[],
): Promise<Migration[]> {
  const migrations = known ?? (await readMigrations());
  const { rows: found } = await client.query("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (found[0].found === null) return [];
  const { rows } = await client.query<{ hash: string; at: string }>(
    "select hash, created_at as at from drizzle.__drizzle_migrations order by created_at",
  );
  const last = Number(rows.at(-1)?.at ?? 0);
  if (rows[0] && rows[0].hash !== migrations[0]?.hash) {
    throw new Error(
      "The database was made by an unreleased version of the service, from before 0.1.0, and can't be upgraded: name an empty database in DATABASE_URL, or another folder in DATA_DIR",
    );
  }
  if (last > (migrations.at(-1)?.at ?? 0)) {
    throw new Error(
      `The database was upgraded by a newer version of the service than this one (${VERSION}): start that version`,
    );
  }
  return migrations.filter(({ at }) => at <= last);
}
