import { join } from "node:path";
import { type Migration, readMigrations } from "../../src/platform/db/migration-files.ts";
import { copyOfThisVersion } from "./earlier-version.ts";
import type { TemporaryFolder } from "./ends-with-us.ts";

const SEPARATOR = "--> statement-breakpoint";

/** A column that is filled, a table, and a large index: what a release may add beside processes of the one before. */
const NEXT_STATEMENTS = [
  'ALTER TABLE "orders" ADD COLUMN "made_up_channel" text;',
  `UPDATE "orders" SET "made_up_channel" = "body" ->> 'orderId';`,
  'CREATE TABLE "made_up_notes" ("store_id" text NOT NULL, "id" text NOT NULL, PRIMARY KEY("store_id","id"));',
  'CREATE INDEX CONCURRENTLY "orders_made_up" ON "orders" USING btree ("store_id","made_up_channel");',
];

/** Returns this version's migrations and a made-up next one. */
export async function withNextMigration(statements = NEXT_STATEMENTS): Promise<Migration[]> {
  const migrations = await readMigrations();
  const at = (migrations.at(-1)?.at ?? 0) + 1;
  return [...migrations, { name: "9999_made_up", at, hash: "made up", statements }];
}

/** Returns a folder with the code of a made-up next version: today's, with one more migration. */
export async function nextVersion(): Promise<TemporaryFolder> {
  const folder = await copyOfThisVersion();
  const file = (path: string) => Bun.file(join(folder.path, path));
  const journal = await file("drizzle/meta/_journal.json").json();
  const when = journal.entries.at(-1).when + 1;
  const entries = [...journal.entries, { idx: journal.entries.length, when, tag: "9999_made_up" }];
  await file("drizzle/meta/_journal.json").write(JSON.stringify({ ...journal, entries }));
  await file("drizzle/9999_made_up.sql").write(NEXT_STATEMENTS.join(SEPARATOR));
  const program = await file("package.json").json();
  await file("package.json").write(JSON.stringify({ ...program, version: "99.0.0" }));
  return folder;
}
