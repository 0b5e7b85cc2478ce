import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import { createTables, migrateDatabase } from "../../../src/platform/db/migrate.ts";
import { readMigrations } from "../../../src/platform/db/migration-files.ts";
import { emptyDatabase } from "../../support/database.ts";

type Column = { table: string; column: string; type: string; nullable: boolean; optional: boolean };

/** The migrations from which processes may go on while the newest ones run: those of released versions. */
const BEFORE = [0, 1, 5, 9];
/** The migration from which added columns have names of their own. */
const PARENT = 12;

let newest: Awaited<ReturnType<typeof emptyDatabase>>;
let now: Map<string, Column>;
beforeAll(async () => {
  newest = await emptyDatabase();
  await migrateDatabase(newest.url);
  now = await columnsOf(newest.url);
});
afterAll(() => newest.drop());

describe.each(BEFORE)("a process of the version with migration %d goes on after an upgrade", (last) => {
  let older: Awaited<ReturnType<typeof olderDatabase>>;
  let before: Map<string, Column>;
  beforeAll(async () => {
    older = await olderDatabase(last);
    before = await columnsOf(older.url);
  });
  afterAll(() => older.drop());

  test("every column that it uses is there with the same type", () => {
    const changed = [...before].filter(([name, { type }]) => now.get(name)?.type !== type);
    expect(changed.map(([name]) => name)).toEqual([]);
    expect(before.size).toBeGreaterThan(100);
  });

  test("no column that it leaves empty or out is required", () => {
    const tables = new Set([...before.values()].map(({ table }) => table));
    const required = [...now].filter(([name, column]) => {
      if (!tables.has(column.table) || column.nullable || column.optional) return false;
      const known = before.get(name);
      return !known || known.nullable || known.optional;
    });
    expect(required.map(([name]) => name)).toEqual([]);
  });

  test("no new constraint refuses what it writes", async () => {
    const [were, are] = [await constraintsOf(older.url), await constraintsOf(newest.url)];
    const tables = new Set([...before.values()].map(({ table }) => table));
    const added = are.filter(
      ({ table, text }) => tables.has(table) && !were.some((one) => one.text === text),
    );
    expect(added).toEqual([]);
  });
});

test("a column that is added has a name that no other table had: statements of the version before stay unambiguous", async () => {
  const older = await olderDatabase(PARENT);
  const before = await columnsOf(older.url);
  await older.drop();
  const [tables, names] = [new Set<string>(), new Set<string>()];
  for (const { table, column } of before.values()) {
    tables.add(table);
    names.add(column);
  }
  const added = [...now].filter(([name, { table }]) => tables.has(table) && !before.has(name));
  expect(added.filter(([, { column }]) => names.has(column)).map(([name]) => name)).toEqual([]);
});

/** Returns a database as the migrations up to number `last` make it. */
async function olderDatabase(last: number) {
  const database = await emptyDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query("begin");
  await createTables(client, (await readMigrations()).slice(0, last + 1));
  await client.query("commit");
  await client.end();
  return database;
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

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}
