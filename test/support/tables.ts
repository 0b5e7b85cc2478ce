import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";

const FOLDER = join(import.meta.dir, "../../src/platform/db/tables");

/** Returns the configuration of every table of the service. */
export async function readTables() {
  const modules = await Array.fromAsync(new Bun.Glob("*.ts").scan(FOLDER));
  const exported = await Promise.all(modules.sort().map((path) => import(join(FOLDER, path))));
  return exported
    .flatMap((module): unknown[] => Object.values(module))
    .filter((value) => is(value, PgTable))
    .map((table) => getTableConfig(table));
}
