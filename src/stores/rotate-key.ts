import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { renewCheck } from "../db/key-check.ts";
import { SEALED_COLUMNS, SEALED_TABLES, type SealedTable } from "../db/sealed-columns.ts";

export type Rotated = {
  /** How many values were encrypted under the current key by this run. */
  rotated: number;
  /** How many values neither key decrypts, and the first of them: `webhooks.token` of a store and an id. */
  unreadable: number;
  values: Unreadable[];
};

type Unreadable = { column: string; storeId: string; id: string };
type Key = { storeId: string; id: string };
/** The encrypted values of a row by column. */
type Row = Key & { values: Record<string, string | null> };
type Renewed = Row & { before: Row["values"]; count: number };
type Run = { rotated: number; rows: number; told: number; unreadable: number; values: Unreadable[] };

const SLICE = 100;
const MAX_PASSES = 10;
const MAX_LISTED = 100;
const PROGRESS_MS = 1_000;

/**
 * Encrypts everything that is encrypted under the previous key anew under the current one, slice by slice, while the
 * service runs; then puts the check under the current key. Each slice is one statement that changes a row only if it still is
 * what was read, so it can be ended at any moment and started again, and loses no change that is made meanwhile. Throws
 * when values keep coming back under the previous key.
 */
export async function rotateKey(ctx: Ctx, onProgress: (line: string) => void): Promise<Rotated> {
  const run: Run = { rotated: 0, rows: 0, told: Date.now(), unreadable: 0, values: [] };
  for (let pass = 0; await passFoundSome(ctx, run, onProgress); pass++) {
    if (pass === MAX_PASSES) {
      throw new Error(
        "Values are still being encrypted under the previous key: start every process with the new one, then run this again.",
      );
    }
  }
  await renewCheck(ctx.db, ctx.encryption);
  const { rotated, unreadable, values } = run;
  return { rotated, unreadable, values };
}

/** Goes through all rows once; the last pass is one that finds nothing to do. */
async function passFoundSome(ctx: Ctx, run: Run, onProgress: (line: string) => void): Promise<boolean> {
  let found = 0;
  Object.assign(run, { unreadable: 0, values: [] });
  for (const table of SEALED_TABLES) {
    let slice: Row[] = [];
    do {
      slice = await readSlice(ctx, table, slice.at(-1));
      const renewed = await Promise.all(slice.map((row) => renew(ctx, table, row, run)));
      const changed = renewed.filter(({ count }) => count > 0);
      found += changed.length;
      run.rows += slice.length;
      run.rotated += changed.length > 0 ? await writeSlice(ctx, table, changed) : 0;
      report(run, onProgress);
    } while (slice.length === SLICE);
  }
  return found > 0;
}

function report(run: Run, onProgress: (line: string) => void): void {
  if (Date.now() - run.told < PROGRESS_MS) return;
  run.told = Date.now();
  onProgress(`${run.rows} rows read, ${run.rotated} values encrypted anew`);
}

/** Of all stores: the key is the database's. */
async function readSlice(ctx: Ctx, table: SealedTable, after: Key | undefined): Promise<Row[]> {
  const members = SEALED_COLUMNS[table].map((column) => sql`${column}::text, ${sql.identifier(column)}`);
  const { rows } = await ctx.db.execute<Row>(sql`
    select store_id as "storeId", id, json_build_object(${sql.join(members, sql`, `)}) as values
    from ${sql.identifier(table)} where (store_id, id) > (${after?.storeId ?? ""}, ${after?.id ?? ""})
    order by store_id, id limit ${SLICE}`);
  return rows;
}

/** The row with its values under the current key; those that can't be read stay as they are. */
async function renew(ctx: Ctx, table: SealedTable, row: Row, run: Run): Promise<Renewed> {
  const renewed: Renewed = { ...row, values: { ...row.values }, before: row.values, count: 0 };
  for (const [name, sealed] of Object.entries(row.values)) {
    if (sealed === null) continue;
    try {
      const value = await ctx.encryption.renew(sealed);
      if (value === undefined) continue;
      renewed.values[name] = value;
      renewed.count++;
    } catch {
      run.unreadable++;
      const { storeId, id } = row;
      if (run.values.length < MAX_LISTED) run.values.push({ column: `${table}.${name}`, storeId, id });
    }
  }
  return renewed;
}

/**
 * Writes the rows that still are as they were read, locked in the order of their keys, and returns how many values that
 * were. The others have been changed meanwhile, and the next pass reads them again.
 */
async function writeSlice(ctx: Ctx, table: SealedTable, rows: Renewed[]): Promise<number> {
  const target = sql.identifier(table);
  const each = (write: (column: SQL, name: string) => SQL, separator: SQL) =>
    sql.join(
      SEALED_COLUMNS[table].map((name) => write(sql`${sql.identifier(name)}`, name)),
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
  const done = new Set(written.map(keyOf));
  return rows.reduce((sum, row) => sum + (done.has(keyOf(row)) ? row.count : 0), 0);
}

function keyOf({ storeId, id }: Key): string {
  return `${storeId} ${id}`;
}
