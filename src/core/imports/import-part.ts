import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { inSlice } from "../jobs/in-slice.ts";
import { type ImportKey, type ImportKind, type ImportRow, tablesOf } from "./kind.ts";

/**
 * Imports the next part of a file, in one transaction with the progress, and returns whether parts are left for this
 * worker: an import that is done or failed has none, nor has one that another worker has locked.
 */
export async function importPart<Line, Count extends string, Row extends ImportRow<Count>, Options>(
  ctx: Ctx,
  kind: ImportKind<Line, Count, Row, Options>,
  key: ImportKey,
): Promise<boolean> {
  const next = () => storeNext(ctx, kind, key);
  const progress = await next().catch((error: unknown) =>
    kind.isConflict?.(error) ? next() : Promise.reject(error),
  );
  if (!progress) return false;
  if (progress.isDone) ctx.doneJobs.add(key.storeId, kind.doneAs);
  await kind.stored?.(ctx, progress);
  return !progress.isDone;
}

function storeNext<Line, Count extends string, Row extends ImportRow<Count>, Options>(
  ctx: Ctx,
  kind: ImportKind<Line, Count, Row, Options>,
  { storeId, importId }: ImportKey,
) {
  return inSlice(ctx, async (tx) => {
    const row = await lockImport(tx, kind, { storeId, importId });
    if (!row || row.status === "done" || row.status === "failed") return undefined;
    const done = row.partsDone < row.parts ? await storeNextPart(tx, kind, row) : undefined;
    const isDone = (done?.partsDone ?? row.partsDone) === row.parts;
    const changes: SQL[] = [
      sql`status = ${isDone ? "done" : "running"}`,
      sql`import_error = null`,
      ...(isDone ? [sql`finished_at = now()`] : []),
      ...(done?.changes ?? []),
    ];
    await tx.db.execute(sql`
      update ${tablesOf(kind).files} set ${sql.join(changes, sql`, `)}
      where store_id = ${storeId} and id = ${importId}`);
    return { before: row, counts: done?.counts ?? row, isDone };
  });
}

/** Returns undefined where another worker stores the same import, and for one of a deleted store. */
async function lockImport<Row>(
  tx: Ctx,
  kind: Pick<ImportKind<never, never, never>, "tables"> & {
    row: { sql: string; read(values: unknown[]): Row };
  },
  { storeId, importId }: ImportKey,
): Promise<Row | undefined> {
  const { rows } = await tx.db.execute<{ record: unknown[] }>(sql`
    select ${sql.raw(kind.row.sql)} as record from ${tablesOf(kind).files}
    where store_id = ${storeId} and id = ${importId}
      and exists (select from stores where store_id = ${storeId} and removed_at is null) for update skip locked`);
  return rows[0] && kind.row.read(rows[0].record);
}

async function storeNextPart<Line, Count extends string, Row extends ImportRow<Count>, Options>(
  tx: Ctx,
  kind: ImportKind<Line, Count, Row, Options>,
  row: Row,
): Promise<{ partsDone: number; counts: Record<Count, number>; changes: SQL[] }> {
  const { storeId, id: importId, partsDone: number, by, startedById: byId, requestId } = row;
  const { parts } = tablesOf(kind);
  const ofPart = sql`store_id = ${storeId} and import_id = ${importId} and number = ${number}`;
  const { rows } = await tx.db.execute<{ lines: Line[] | null }>(
    sql`select lines from ${parts} where ${ofPart}`,
  );
  const lines = rows[0]?.lines;
  if (!lines) throw new Error(`part ${number} of the import ${importId} is missing`);
  const stored = await kind.store(tx, { storeId, by, byId, requestId }, lines);
  const errors = stored.errors.length > 0 ? JSON.stringify(stored.errors) : null;
  await tx.db.execute(sql`update ${parts} set lines = null, line_errors = ${errors}::json where ${ofPart}`);
  const counts = Object.fromEntries(
    kind.counts.map((name) => [name, row[name] + stored.counts[name]]),
  ) as Record<Count, number>;
  const changes = [
    sql`parts_done = ${number + 1}`,
    sql`lines_done = ${row.linesDone + lines.length}`,
    sql`broken = ${row.broken + stored.broken}`,
    ...kind.counts.map((name) => sql`${sql.identifier(name)} = ${counts[name]}`),
  ];
  return { partsDone: number + 1, counts, changes };
}
