import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import {
  ENCRYPTED_COLUMNS,
  ENCRYPTED_TABLES,
  type EncryptedTable,
} from "../../platform/db/encrypted-columns.ts";
import { renewCheck } from "../../platform/db/key-check.ts";

export type Rotated = {
  /** The number of values that this run encrypted with the current key. */
  rotated: number;
  /** The number of values that neither key decrypts. */
  unreadable: number;
  /** The first unreadable values. */
  values: Unreadable[];
};

/** `column` is a table and a column, such as `webhooks.token`. */
type Unreadable = { column: string; storeId: string; id: string };
type Key = { storeId: string; id: string };
/** A row with its encrypted values by column. */
type Row = Key & { values: Record<string, string | null> };
type Renewed = Row & { before: Row["values"]; count: number };
type Run = { rotated: number; rows: number; reportedAt: number; unreadable: number; values: Unreadable[] };

const SLICE_ROWS = 100;
const MAX_PASSES = 10;
const MAX_LISTED_VALUES = 100;
const PROGRESS_INTERVAL_MS = 1_000;

/**
 * Re-encrypts every value of the previous key with the current key, in slices, while the service runs; then
 * renews the key check. Returns the counts. Each slice is one statement that changes a row only if it is
 * unchanged since it was read. So a run may be stopped and restarted at any time, and concurrent changes are
 * not lost. Throws when other processes keep writing values with the previous key.
 */
export async function rotateKey(ctx: Ctx, onProgress: (line: string) => void): Promise<Rotated> {
  const run: Run = { rotated: 0, rows: 0, reportedAt: Date.now(), unreadable: 0, values: [] };
  for (let pass = 0; await rotateAllRows(ctx, run, onProgress); pass++) {
    if (pass === MAX_PASSES) {
      throw new Error(
        "Values are still being encrypted with the previous key: start every process with the new one, then run this again.",
      );
    }
  }
  await renewCheck(ctx.db, ctx.encryption);
  const { rotated, unreadable, values } = run;
  return { rotated, unreadable, values };
}

/** Goes through all rows once. Returns whether it found values of the previous key. */
async function rotateAllRows(ctx: Ctx, run: Run, onProgress: (line: string) => void): Promise<boolean> {
  let found = 0;
  Object.assign(run, { unreadable: 0, values: [] });
  for (const table of ENCRYPTED_TABLES) {
    let slice: Row[] = [];
    do {
      slice = await readSlice(ctx, table, slice.at(-1));
      const renewed = await Promise.all(slice.map((row) => renew(ctx, table, row, run)));
      const changed = renewed.filter(({ count }) => count > 0);
      found += changed.length;
      run.rows += slice.length;
      run.rotated += changed.length > 0 ? await writeSlice(ctx, table, changed) : 0;
      report(run, onProgress);
    } while (slice.length === SLICE_ROWS);
  }
  return found > 0;
}

function report(run: Run, onProgress: (line: string) => void): void {
  if (Date.now() - run.reportedAt < PROGRESS_INTERVAL_MS) return;
  run.reportedAt = Date.now();
  onProgress(`${run.rows} rows read, ${run.rotated} values re-encrypted`);
}

/** Reads rows of all stores: the key is the same for the whole database. */
async function readSlice(ctx: Ctx, table: EncryptedTable, after: Key | undefined): Promise<Row[]> {
  const fields = ENCRYPTED_COLUMNS[table].map((column) => sql`${column}::text, ${sql.identifier(column)}`);
  const { rows } = await ctx.db.execute<Row>(sql`
    select store_id as "storeId", id, json_build_object(${sql.join(fields, sql`, `)}) as values
    from ${sql.identifier(table)} where (store_id, id) > (${after?.storeId ?? ""}, ${after?.id ?? ""})
    order by store_id, id limit ${SLICE_ROWS}`);
  return rows;
}

/**
 * Returns the row with its values encrypted with the current key. Counts unreadable values and leaves them
 * unchanged.
 */
async function renew(ctx: Ctx, table: EncryptedTable, row: Row, run: Run): Promise<Renewed> {
  const renewed: Renewed = { ...row, values: { ...row.values }, before: row.values, count: 0 };
  for (const [name, encrypted] of Object.entries(row.values)) {
    if (encrypted === null) continue;
    try {
      const value = await ctx.encryption.renew(encrypted);
      if (value === undefined) continue;
      renewed.values[name] = value;
      renewed.count++;
    } catch {
      run.unreadable++;
      const { storeId, id } = row;
      if (run.values.length < MAX_LISTED_VALUES) run.values.push({ column: `${table}.${name}`, storeId, id });
    }
  }
  return renewed;
}

/**
 * Writes the rows that are unchanged since they were read, locked in key order, and returns the number of
 * their values. The next pass reads the changed rows again.
 */
async function writeSlice(ctx: Ctx, table: EncryptedTable, rows: Renewed[]): Promise<number> {
  const target = sql.identifier(table);
  const each = (write: (column: SQL, name: string) => SQL, separator: SQL) =>
    sql.join(
      ENCRYPTED_COLUMNS[table].map((name) => write(sql`${sql.identifier(name)}`, name)),
      separator,
    );
  const { rows: written } = await ctx.db.execute<Key>(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as wanted("storeId" text, id text, before json, "values" json)
    ), locked as materialized (
      select target.store_id, target.id, wanted."values" from wanted
      join ${target} as target on target.store_id = wanted."storeId" and target.id = wanted.id
      where ${each((column, name) => sql`target.${column} is not distinct from (wanted.before ->> ${name})`, sql` and `)}
      order by target.store_id, target.id for no key update of target
    )
    update ${target} as target set ${each((column, name) => sql`${column} = locked."values" ->> ${name}`, sql`, `)}
    from locked where target.store_id = locked.store_id and target.id = locked.id
    returning target.store_id as "storeId", target.id`);
  const done = new Set(written.map(clientKey));
  return rows.reduce((sum, row) => sum + (done.has(clientKey(row)) ? row.count : 0), 0);
}

function clientKey({ storeId, id }: Key): string {
  return `${storeId} ${id}`;
}
