import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { requireStore } from "../stores/require-store.ts";
import type { Writer } from "./change-clock.ts";
import { parseImportFile } from "./parse-import-file.ts";
import type { ImportResult } from "./schema.ts";
import { createLineBatch } from "./store-lines.ts";

type Source = {
  file: ReadableStream<Uint8Array>;
  onProgress(text: string): void;
  onFault(line: string): void;
};

const MAX_ERRORS = 100;
const PROGRESS_INTERVAL_MS = 1_000;
/** After this many changes the planner's statistics are out of date. */
const ANALYZE_AFTER_CHANGES = 10_000;

/**
 * Stores the levels of a file, batch by batch, and returns the counts. Reports and skips invalid lines. Throws 404
 * for an unknown store, 400 for a file with an invalid header.
 */
export async function importLevels(
  ctx: Ctx,
  writer: Writer,
  { file, onProgress, onFault }: Source,
): Promise<ImportResult> {
  await requireStore(ctx, writer.storeId);
  const imported: ImportResult = { lines: 0, changed: 0, broken: 0, errors: [] };
  const reject = (line: number, detail: string) => {
    onFault(`line ${line}: ${detail}`);
    imported.broken++;
    if (imported.errors.length < MAX_ERRORS) imported.errors.push({ line, detail });
  };
  const onStored = (added: number) => {
    const before = imported.changed;
    imported.changed += added;
    return analyzeAfterMany(ctx, { before, changed: imported.changed, isDone: false });
  };
  const batch = createLineBatch(ctx, writer, { reject, onStored });

  let reportedAt = Date.now();
  for await (const line of parseImportFile(file)) {
    imported.lines++;
    await batch.add(line);
    if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
    reportedAt = Date.now();
    onProgress(`${imported.lines} lines read, ${imported.changed} levels changed`);
  }
  await batch.flush();
  await analyzeAfterMany(ctx, { before: imported.changed, changed: imported.changed, isDone: true });
  return imported;
}

/** Renews the planner's statistics when an import has made many changes, and when such an import is done. */
export async function analyzeAfterMany(
  ctx: Ctx,
  { before, changed, isDone }: { before: number; changed: number; isDone: boolean },
): Promise<void> {
  if (changed < ANALYZE_AFTER_CHANGES || (before >= ANALYZE_AFTER_CHANGES && !isDone)) return;
  await ctx.longDb.execute(sql`analyze inventory_items, inventory_levels`);
}
