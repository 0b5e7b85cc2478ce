import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import {
  inventoryImportParts,
  inventoryImports,
  type LineError,
} from "../../../platform/db/tables/inventory-imports.ts";
import type { Writer } from "../change-clock.ts";
import { analyzeAfterMany } from "../import-levels.ts";
import type { StockLine } from "../parse-import-file.ts";
import { createLineBatch } from "../store-lines.ts";
import { type ImportKey, type ImportRow, ofImport } from "./state.ts";

/**
 * Imports the next part of a file, in one transaction with the progress, and returns whether parts are left for this
 * worker: an import that is done or failed has none, nor has one that another worker has locked.
 */
export async function importPart(ctx: Ctx, key: ImportKey): Promise<boolean> {
  const progress = await inSlice(ctx, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(inventoryImports)
      .where(ofImport(key))
      .for("update", { skipLocked: true });
    if (!row || row.status === "done" || row.status === "failed") return undefined;
    const change = row.partsDone < row.parts ? await storeNextPart(tx, row) : {};
    const { partsDone = row.partsDone, changed = row.changed } = change;
    const isDone = partsDone === row.parts;
    await tx.db
      .update(inventoryImports)
      .set({
        ...change,
        status: isDone ? "done" : "running",
        importError: null,
        ...(isDone && { finishedAt: sql`now()` }),
      })
      .where(ofImport(key));
    return { before: row.changed, changed, isDone };
  });
  if (!progress) return false;
  if (progress.isDone) ctx.doneJobs.add(key.storeId, "imports");
  await analyzeAfterMany(ctx, progress);
  return !progress.isDone;
}

async function storeNextPart(tx: Ctx, row: ImportRow): Promise<Partial<ImportRow>> {
  const { storeId, id: importId, partsDone: number, by, startedById: byId, requestId } = row;
  const ofPart = and(
    eq(inventoryImportParts.storeId, storeId),
    eq(inventoryImportParts.importId, importId),
    eq(inventoryImportParts.number, number),
  );
  const [part] = await tx.db
    .select({ lines: inventoryImportParts.lines })
    .from(inventoryImportParts)
    .where(ofPart);
  if (!part?.lines) throw new Error(`part ${number} of the import ${importId} is missing`);
  const lines = part.lines as StockLine[];
  const { changed, errors } = await storeLines(tx, { storeId, by, byId, requestId }, lines);
  const lineErrors = errors.length > 0 ? errors : null;
  await tx.db.update(inventoryImportParts).set({ lines: null, lineErrors }).where(ofPart);
  return {
    partsDone: number + 1,
    linesDone: row.linesDone + lines.length,
    changed: row.changed + changed,
    broken: row.broken + errors.length,
  };
}

/** Stores the lines that are valid, and returns the errors of the others. */
async function storeLines(
  tx: Ctx,
  writer: Writer,
  lines: StockLine[],
): Promise<{ changed: number; errors: LineError[] }> {
  const errors: LineError[] = [];
  let changed = 0;
  const batch = createLineBatch(tx, writer, {
    reject: (line, detail) => void errors.push({ line, detail }),
    onStored: (added) => {
      changed += added;
    },
  });
  for (const line of lines) await batch.add(line);
  await batch.flush();
  return { changed, errors: errors.toSorted((a, b) => a.line - b.line) };
}
