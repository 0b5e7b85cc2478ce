import { describe, expect, test } from "bun:test";
import pg from "pg";
import { createTables } from "../../../src/platform/db/migrate.ts";
import { type Migration, readMigrations } from "../../../src/platform/db/migration-files.ts";
import { emptyDatabase } from "../../support/database.ts";
import { withNextMigration } from "../../support/next-version.ts";
import { query } from "../../support/query.ts";

/** How many migrations each released version has. */
const RELEASED = [1];
const TODAY = await readMigrations();
const tables = await tablesOf(TODAY);

describe("processes of the version before may go on only if a migration", () => {
  test("of this version leaves each released one what it reads and writes", async () => {
    for (const count of RELEASED) {
      expect(breaksOf(await tablesOf(TODAY.slice(0, count)), tables)).toEqual([]);
    }
  });

  test("adds", async () => {
    expect(breaksOf(tables, await tablesOf(await withNextMigration()))).toEqual([]);
  });

  test.each([
    ['ALTER TABLE "orders" DROP COLUMN "body";', "orders.body is gone or has another type"],
    ['ALTER TABLE "orders" RENAME COLUMN "body" TO "made_up";', "orders.body is gone or has another type"],
    [
      'ALTER TABLE "returns" ALTER COLUMN "number" TYPE integer;',
      "returns.number is gone or has another type",
    ],
    ['DROP TABLE "requests";', "requests.code is gone or has another type"],
    ['ALTER TABLE "orders" ADD COLUMN "made_up" text NOT NULL;', "orders.made_up is required"],
    ['ALTER TABLE "orders" ALTER COLUMN "customer_id" SET NOT NULL;', "orders.customer_id is required"],
    ['ALTER TABLE "erasures" ALTER COLUMN "failures" DROP DEFAULT;', "erasures.failures is required"],
    ['ALTER TABLE "orders" ADD CHECK ("currency" <> \'\');', "orders has a new constraint"],
    ['CREATE UNIQUE INDEX "made_up" ON "orders" ("store_id","created_at");', "orders has a new constraint"],
    [
      'ALTER TABLE "orders" ADD COLUMN "status" text;',
      "orders.status has the name of a column of another table",
    ],
  ])("doesn't: %s", async (statement, found) => {
    expect(breaksOf(tables, await tablesOf(await withNextMigration([statement])))).toContain(found);
  });
});

type Tables = Awaited<ReturnType<typeof tablesOf>>;
type Column = { table: string; column: string; type: string; nullable: boolean; optional: boolean };

/**
 * Returns what processes stumble over that know the older tables. A column with the name of
 * another table's makes their statements that join the two ambiguous.
 */
function breaksOf(older: Tables, newer: Tables): string[] {
  const tables = new Set(older.columns.values().map(({ table }) => table));
  const names = new Set(older.columns.values().map(({ column }) => column));
  const gone = older.columns.entries().filter(([name, { type }]) => newer.columns.get(name)?.type !== type);
  const inOldTables = newer.columns.entries().filter(([, { table }]) => tables.has(table));
  const added = inOldTables.toArray();
  const isRequired = (column: Column | undefined) => column && !column.nullable && !column.optional;
  const required = added.filter(
    ([name, column]) => isRequired(column) && !isRequired(older.columns.get(name)),
  );
  const ambiguous = added.filter(([name, { column }]) => !older.columns.has(name) && names.has(column));
  const refusing = newer.constraints.filter(
    ({ table, text }) => tables.has(table) && !older.constraints.some((known) => known.text === text),
  );
  return [
    ...gone.map(([name]) => `${name} is gone or has another type`),
    ...required.map(([name]) => `${name} is required`),
    ...ambiguous.map(([name]) => `${name} has the name of a column of another table`),
    ...refusing.map(({ table }) => `${table} has a new constraint`),
  ];
}

async function tablesOf(migrations: Migration[]) {
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query("begin");
  await createTables(client, migrations);
  await client.query("commit");
  await client.end();
  const [columns, constraints] = [await columnsOf(database.url), await constraintsOf(database.url)] as const;
  await database.drop();
  return { columns, constraints };
}

async function columnsOf(url: string): Promise<Map<string, Column>> {
  const rows = await query<Column>(
    url,
    `select table_name as table, column_name as column, format_type(atttypid, atttypmod) as type,
       is_nullable = 'YES' as nullable, column_default is not null or is_identity = 'YES' as optional
     from information_schema.columns
     join pg_attribute on attrelid = format('%I', table_name)::regclass and attname = column_name
     where table_schema = 'public'`,
  );
  return new Map(rows.map((row) => [`${row.table}.${row.column}`, row]));
}

/** Keys, foreign keys and checks; and unique indexes, which refuse rows too. */
function constraintsOf(url: string): Promise<{ table: string; text: string }[]> {
  return query(
    url,
    `select conrelid::regclass::text as table, conrelid::regclass || ' ' || pg_get_constraintdef(oid) as text
     from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c', 'x')
     union
     select indrelid::regclass::text, indrelid::regclass || ' ' || regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ', '')
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indisunique and relnamespace = 'public'::regnamespace`,
  );
}
