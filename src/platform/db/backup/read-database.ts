import { createHash } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { DAY_MS } from "../../../lib/duration.ts";
import { VERSION } from "../../../lib/version.ts";
import { appliedMigrations } from "../applied-migrations.ts";
import { inspectDatabase } from "../inspect-database.ts";
import { encryptedValue } from "../key-check.ts";
import type { Limits } from "../limits.ts";
import { readMigrations } from "../migration-files.ts";
import { createClient } from "../open.ts";
import { quoteIdentifier } from "../quote-identifier.ts";
import { unlessLost } from "../unless-lost.ts";
import { requireJournal } from "./awaited-journal.ts";
import type { Dump, DumpedTable, SequenceState, TableHeader } from "./dump.ts";
import { findSequences, findTables } from "./dumped-tables.ts";
import { count } from "./parts.ts";

/** Reading a large table takes as long as it takes; a reader that has stopped loses its session. */
const LIMITS: Limits = { statementMs: DAY_MS, lockMs: 60_000, idleInTransactionMs: 600_000 };
/** The reader of the dump may be busy with what it has read. */
const SETTINGS = { tcp_user_timeout: 600_000 };
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Returns what `use` returns for the rows of a database, all as of one moment, while the database is in use. Throws
 * for a database without the service's tables, one that a newer version has migrated, and a restored one that awaits
 * its journal: a copy wouldn't.
 */
export async function withDatabaseDump<T>(url: string, use: (dump: Dump) => Promise<T>): Promise<T> {
  await inspectDatabase(url, { onlyReads: true });
  const client = createClient(url, {
    ...{ limits: LIMITS, settings: SETTINGS, name: "aftersale backup" },
    ...{ connectMs: CONNECT_TIMEOUT_MS, onlyReads: true },
  });
  try {
    await client.connect();
    return await unlessLost([client], async () => use(await openDump(client)));
  } finally {
    await client.end();
  }
}

async function openDump(client: pg.Client): Promise<Dump> {
  const before = await findTables(client, await readMigrations());
  if (before.length === 0) throw new Error("The database is empty: there is nothing to copy");
  await client.query("begin isolation level repeatable read read only");
  // Taken before the snapshot, so that no migration comes between the two.
  await requireJournal(drizzle(client));
  await client.query(`lock table ${before.map(({ name }) => name).join(", ")} in access share mode`);
  const migrations = await appliedMigrations(client);
  const tables = await findTables(client, migrations);
  const names = tables.map(({ name }) => name);
  return {
    header: {
      version: VERSION,
      createdAt: (await client.query("select now() as now")).rows[0].now.toISOString(),
      migrations: migrations.map(({ name, hash }) => ({ name, hash })),
      queueVersion: names.includes('pgboss."job"') ? await queueVersionOf(client) : null,
      keyCheck: (await encryptedValue(drizzle(client, { casing: "snake_case" }))) ?? null,
      tables,
    },
    tables: async function* () {
      for (const table of tables) yield readTable(client, table);
    },
    // Sequences are outside the snapshot: they are read after the rows, so they have passed every row's number.
    sequences: async () => readSequences(client, await findSequences(client, names)),
  };
}

/** Returns the version of the job queue's tables. */
export async function queueVersionOf(client: Pick<pg.ClientBase, "query">): Promise<number> {
  const { rows } = await client.query<{ version: number }>("select version from pgboss.version");
  return Number(rows[0]?.version);
}

function readTable(client: pg.Client, { name, columns }: TableHeader): DumpedTable {
  const list = columns.map(quoteIdentifier).join(", ");
  // Not the table itself: a partitioned one can't be copied.
  const stream = copyTo(`copy (select ${list} from ${name}) to stdout`, { highWaterMark: 1 << 20 });
  const hash = createHash("sha256");
  // Counted here: the stream ends before the server has said how many rows there were.
  let rows = 0;
  return {
    name,
    columns,
    content: (async function* () {
      for await (const chunk of client.query(stream)) {
        hash.update(chunk);
        rows += count(chunk);
        yield chunk;
      }
    })(),
    summary: () => ({ rows, sha256: hash.digest("hex") }),
  };
}

async function readSequences(client: pg.Client, names: string[]): Promise<SequenceState[]> {
  const all: SequenceState[] = [];
  for (const name of names) {
    const { rows } = await client.query(
      `select last_value::text as last, is_called from ${quoteIdentifier(name)}`,
    );
    all.push({ name, last: rows[0].last, isCalled: rows[0].is_called });
  }
  return all;
}
