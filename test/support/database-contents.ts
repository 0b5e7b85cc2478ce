import pg from "pg";

/** What a start writes by itself, logs and counts. */
const NOT_COMPARED = [
  "changes",
  "change_feeds",
  "done_jobs",
  "encryption_check",
  "requests",
  "unnumbered_changes",
];

/** Returns the rows that depend on what was requested alone, of every table, as sorted texts. */
export function readRows(url: string): Promise<Record<string, string[]>> {
  return withClient(url, (client) => rowsOf(client, (table) => !NOT_COMPARED.includes(table)));
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
): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of await tablesOf(client)) {
    if (!isRead(table)) continue;
    const { rows } = await client.query(`select to_jsonb(t)::text as row from "${table}" as t`);
    tables[table] = rows.map(({ row }) => row).sort();
  }
  return tables;
}

/** Returns the definitions of the indexes, and whether each is valid. */
function indexesOf(url: string): Promise<unknown[]> {
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

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  return rows.map(({ name }) => name);
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
