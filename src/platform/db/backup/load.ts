import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { DAY_MS } from "../../../lib/duration.ts";
import { inspectDatabase } from "../inspect-database.ts";
import type { Limits } from "../limits.ts";
import { createTables, lockMigrations } from "../migrate.ts";
import type { Migration } from "../migration-files.ts";
import { createClient } from "../open.ts";
import { quoteIdentifier } from "../quote-identifier.ts";
import { unlessLost } from "../unless-lost.ts";
import { deferIndexes } from "./defer-indexes.ts";
import type { Dump, DumpedTable, OnProgress, TableHeader } from "./dump.ts";
import { findTables } from "./dumped-tables.ts";
import { requireKnown } from "./known-names.ts";
import { count } from "./parts.ts";
import { queueVersionOf } from "./read-database.ts";

const LIMITS: Limits = { statementMs: DAY_MS, lockMs: 60_000, idleInTransactionMs: 600_000 };
const SETTINGS = { tcp_user_timeout: 600_000 };
const CONNECT_TIMEOUT_MS = 10_000;

export type LoadOptions = {
  /** The statements that create the job queue's tables. */
  queueTables: string;
  /** Statements that run after the rows are there. */
  afterwards: string[];
  onProgress: OnProgress;
};

/**
 * Loads a dump into a database that has none of the service's tables, in one transaction, and returns the rows
 * that each table then has. The tables are those of the dump's version. Throws for a database with tables of
 * the service, and for a dump of a newer version.
 */
export async function loadDump(
  url: string,
  dump: Dump,
  options: LoadOptions,
): Promise<Record<string, number>> {
  const migrations = await requireKnown(dump.header);
  await inspectDatabase(url);
  const opening = { limits: LIMITS, settings: SETTINGS, name: "aftersale restore" };
  const client = createClient(url, { ...opening, connectMs: CONNECT_TIMEOUT_MS });
  try {
    await client.connect();
    return await unlessLost([client], async () => {
      await lockMigrations(client);
      await client.query("begin");
      await requireEmpty(client);
      const loaded = await load(client, { dump, migrations, ...options });
      await client.query("commit");
      return loaded;
    });
  } finally {
    // Without a commit it rolls back.
    await client.end();
  }
}

/** Other programs' tables count too; an extension's don't, which some servers add to every database. */
async function requireEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and relnamespace in (select oid from pg_namespace where nspname in (current_schema, 'pgboss', 'drizzle'))
       and not exists (
         select from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
       )
     order by relkind = 'S', relname limit 1`,
  );
  if (rows.length === 0) return;
  throw new Error(`The database isn't empty (it has the table ${rows[0]?.name}): use a new one.`);
}

type Loading = LoadOptions & { dump: Dump; migrations: Migration[] };

async function load(client: pg.Client, loading: Loading): Promise<Record<string, number>> {
  const { dump, migrations, queueTables, afterwards, onProgress } = loading;
  const { tables, queueVersion } = dump.header;
  await createTables(client, migrations);
  if (queueVersion !== null) await createQueueTables(client, queueTables, queueVersion);
  requireColumns(tables, await findTables(client, migrations));
  const names = tables.map(({ name }) => name);
  const finish = await deferIndexes(
    client,
    names.filter((name) => !name.startsWith("pgboss.")),
  );

  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const loaded: Record<string, number> = {};
  let done = 0;
  for await (const table of dump.tables()) {
    if (!names.includes(table.name)) throw new Error(`The table ${table.name} is not one of the dump's.`);
    const before = done;
    const rows = await copyIn(client, table, (rows) =>
      onProgress({ done: before + rows, total, doing: table.name }),
    );
    loaded[table.name] = rows;
    done += rows;
  }
  const missing = names.filter((name) => loaded[name] === undefined);
  if (missing.length > 0) throw new Error(`Tables are missing: ${missing.join(", ")}.`);
  if (queueVersion !== null) await requireOwnQueues(client);
  const sequences = await dump.sequences();
  await requireKnown(dump.header, sequences);
  for (const { name, last, isCalled } of sequences) {
    await client.query("select setval($1::regclass, $2, $3)", [quoteIdentifier(name), last, isCalled]);
  }
  const building = (doing: string) => onProgress({ done, total, doing });
  await finish(building).catch(refuse("Its rows contradict each other"));
  await requireRows(client, loaded);
  for (const statement of afterwards)
    await client.query(statement).catch(refuse("Its rows can't be completed"));
  onProgress({ done, total, doing: "statistics" });
  await client.query(`analyze ${names.join(", ")}`);
  return loaded;
}

/** Columns of a file are compared with those of the tables, before they stand in SQL. */
function requireColumns(wanted: TableHeader[], created: TableHeader[]): void {
  const existing = new Map(created.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of wanted) {
    const unknown = columns.find((column) => !existing.get(name)?.includes(column));
    if (unknown !== undefined)
      throw new Error(`Its table ${name} has a column that its version doesn't have: ${unknown}.`);
  }
}

/** pg-boss writes the names of queues and of their tables into its statements, and the service makes neither up. */
async function requireOwnQueues(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pgboss.queue
     where name !~ '^[a-z_][a-z._-]{0,99}$' or partition or table_name <> 'job_common' order by name limit 1`,
  );
  if (rows.length === 0) return;
  throw new Error("Its job queue has a queue that the service doesn't create.");
}

async function createQueueTables(client: pg.Client, statements: string, wanted: number): Promise<void> {
  await client.query(statements);
  const version = await queueVersionOf(client);
  if (version >= wanted) return;
  throw new Error(
    `Its job queue has version ${wanted}, newer than this version's (${version}): use the version that wrote it.`,
  );
}

/** Returns how many rows were loaded, after comparing that with the dump. */
async function copyIn(
  client: pg.Client,
  { name, columns, content, summary }: DumpedTable,
  onRows: (rows: number) => void,
): Promise<number> {
  const list = columns.map(quoteIdentifier).join(", ");
  const stream = client.query(copyFrom(`copy ${name} (${list}) from stdin`));
  let rows = 0;
  const counted = async function* () {
    for await (const part of content) {
      yield part;
      rows += count(part);
      onRows(rows);
    }
  };
  const source = Readable.from(counted(), { objectMode: true, highWaterMark: 1 });
  await pipeline(source, stream).catch(refuse(`The rows of ${name} can't be loaded`));
  const wanted = summary().rows;
  if (stream.rowCount !== wanted) throw new Error(`${name} has ${stream.rowCount} rows, not ${wanted}.`);
  return wanted;
}

/** Returns what throws a sentence that says what Postgres found wrong with the rows of a dump. */
function refuse(what: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof pg.DatabaseError)) throw error;
    throw new Error(`${what}: ${error.message.replaceAll("\n", " ")}.`, { cause: error });
  };
}

async function requireRows(client: pg.Client, loaded: Record<string, number>): Promise<void> {
  for (const [name, wanted] of Object.entries(loaded)) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${name}`);
    if (Number(rows[0]?.rows) !== wanted)
      throw new Error(`${name} has ${rows[0]?.rows} rows, not ${wanted}.`);
  }
}
