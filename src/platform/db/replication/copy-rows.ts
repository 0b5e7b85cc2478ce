import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { count } from "../backup/parts.ts";
import { quoteIdentifier } from "../quote-identifier.ts";

export type Copied = { rows: number; bytes: number };

type Copy = {
  table: string;
  storeId: string;
  /** Called often, with the rows and bytes copied since the last call. */
  onCopied(copied: Copied): void;
};

const CHUNK_BYTES = 1 << 20;

/**
 * Copies a store's rows of a table to the same table of another database, as they are, and returns how many there
 * were. Throws when the other database has taken another number.
 */
export async function copyRows(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { table, storeId, onCopied }: Copy,
): Promise<number> {
  const columns = (await columnsOf(from, table)).map(quoteIdentifier).join(", ");
  const rows = `select ${columns} from ${quoteIdentifier(table)} where store_id = ${pg.escapeLiteral(storeId)}`;
  const source = from.query(copyTo(`copy (${rows}) to stdout`, { highWaterMark: CHUNK_BYTES }));
  const target = to.query(copyFrom(`copy ${quoteIdentifier(table)} (${columns}) from stdin`));
  // The source's stream ends before its server has said how many rows there were.
  let sent = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const rows = count(chunk);
      sent += rows;
      onCopied({ rows, bytes: chunk.length });
      done(null, chunk);
    },
  });
  await pipeline(source, counter, target);
  if (sent === target.rowCount) return sent;
  throw new Error(`The table ${table} took ${target.rowCount} rows instead of ${sent}.`);
}

async function columnsOf(client: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoteIdentifier(table)],
  );
  return rows.map(({ name }) => name);
}
