import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { emptyDatabase } from "./database.ts";

const FOLDER = join(import.meta.dir, "../../drizzle");

/** The change feed, logs and counts, which the oldest versions had not, and what a start writes. */
const NOT_COPIED = [
  ...["changes", "change_feeds", "done_jobs", "encryption_check", "inventory_level_history", "requests"],
  "unnumbered_changes",
];
/** When a secret was last used, and the ids of those who did something, which the oldest versions did not record. */
const NOT_COMPARED = [
  ...["last_used_at", "changed_by_id", "written_by_id", "counted_by_id", "started_by_id", "requested_by_id"],
  "switched_by_id",
];

/** Returns a database as the migrations up to number `last` make it, without rows. */
export async function olderDatabase(last: number, options?: string) {
  const database = await emptyDatabase(options);
  await withClient(database.url, (client) => migrateTo(client, last));
  return database;
}

/** Applies the migrations up to number `last` to an empty database. */
export async function migrateTo(client: pg.Client, last: number): Promise<void> {
  await client.query("create schema drizzle");
  await client.query(
    "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: FOLDER }).slice(
    0,
    last + 1,
  )) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}

/**
 * Copies the rows of one database to an older one, as far as it has their tables and columns, and lets its
 * sequences go on after them.
 */
export async function copyRows(from: string, to: string): Promise<void> {
  await withClient(from, (source) =>
    withClient(to, async (target) => {
      // The rows come in any order.
      await target.query("set session_replication_role = replica");
      for (const [table, columns] of await columnsByTable(target)) {
        if (NOT_COPIED.includes(table)) continue;
        const names = columns.map((name) => `"${name}"`).join(", ");
        const { rows } = await source.query(
          `select to_json(row)::text as row from (select ${names} from "${table}") as row`,
        );
        await target.query(
          `insert into "${table}" (${names}) overriding system value
           select ${names} from json_populate_recordset(null::"${table}", $1)`,
          [`[${rows.map(({ row }) => row).join(",")}]`],
        );
      }
      for (const name of await sequencesOf(target)) {
        const { rows } = await source.query(`select last_value, is_called from ${name}`);
        await target.query(`select setval('${name}', $1, $2)`, [rows[0].last_value, rows[0].is_called]);
      }
    }),
  );
}

/** Returns the rows that an upgrade keeps, of every table that stores have, as sorted texts. */
export function readRows(url: string): Promise<Record<string, string[]>> {
  return withClient(url, (client) => rowsOf(client, (table) => !NOT_COPIED.includes(table), NOT_COMPARED));
}

/** Returns the rows of every table as sorted texts, and the state of every sequence. */
export function readAll(url: string): Promise<Record<string, string[]>> {
  return withClient(url, async (client) => {
    const tables = await rowsOf(client, () => true);
    const { rows } = await client.query(
      "select sequencename || ' ' || coalesce(last_value::text, '-') as state from pg_sequences where schemaname = 'public' order by 1",
    );
    return { ...tables, sequences: rows.map(({ state }) => state) };
  });
}

async function rowsOf(
  client: pg.Client,
  isRead: (table: string) => boolean,
  without: string[] = [],
): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const [table] of await columnsByTable(client)) {
    if (!isRead(table)) continue;
    const { rows } = await client.query(
      `select (to_jsonb(t) - $1::text[])::text as row from "${table}" as t`,
      [without],
    );
    tables[table] = rows.map(({ row }) => row).sort();
  }
  return tables;
}

/** Returns the definitions of the indexes, and whether each is valid. */
export function indexesOf(url: string): Promise<unknown[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      `select indexdef, (select indisvalid from pg_index where indexrelid = format('%I', indexname)::regclass)
       from pg_indexes where schemaname = 'public' order by 1`,
    );
    return rows;
  });
}

/** Returns the definitions of the tables' columns, constraints and indexes. */
export async function readSchema(url: string): Promise<unknown> {
  const indexes = await indexesOf(url);
  return withClient(url, async (client) => {
    const { rows: columns } = await client.query(
      `select table_name, column_name, ordinal_position, data_type, collation_name, is_nullable, column_default
       from information_schema.columns where table_schema = 'public' order by 1, 3`,
    );
    const { rows: constraints } = await client.query(
      `select conrelid::regclass::text, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace order by 1, 2`,
    );
    return { columns, indexes, constraints };
  });
}

/**
 * Returns the schema of a database as soon as it is the wanted one, at the latest after 30 seconds: large indexes are built
 * beside the service, after its start.
 */
export async function readSchemaOnce(url: string, wanted: unknown): Promise<unknown> {
  const until = performance.now() + 30_000;
  for (;;) {
    const schema = await readSchema(url);
    if (Bun.deepEquals(schema, wanted) || performance.now() > until) return schema;
    await Bun.sleep(100);
  }
}

async function columnsByTable(client: pg.Client): Promise<[string, string[]][]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' group by 1 order by 1`,
  );
  return rows.map(({ table, columns }) => [table, columns]);
}

async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    "select format('%I', sequencename) as name from pg_sequences where schemaname = 'public'",
  );
  return rows.map(({ name }) => name).filter((name) => !name.startsWith("unnumbered_changes"));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
