import { TypeCompiler } from "@sinclair/typebox/compiler";
import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { findUnstorable } from "../http/body.ts";
import { registerFormats } from "../http/formats.ts";
import { validationErrorsOf } from "../http/validation-errors.ts";
import type { Fault } from "../lib/problem.ts";
import { Problem } from "../lib/problem.ts";
import { requireStore } from "../stores/require-store.ts";
import { parseImportFile } from "./parse-import-file.ts";
import { type ImportResult, LevelBody, MAX_LEVELS } from "./schema.ts";
import { levelKey, type Writer, writeLevels } from "./write-levels.ts";

type Source = {
  file: ReadableStream<Uint8Array>;
  onProgress(text: string): void;
  onFault(line: string): void;
};
type NumberedLevel = { number: number; level: LevelBody };

const MAX_ERRORS = 100;
const PROGRESS_INTERVAL_MS = 1_000;
/** After this many changes the planner's statistics are out of date. */
const ANALYZE_AFTER_CHANGES = 10_000;

/**
 * Stores the levels of a file, batch by batch, each in one transaction, and returns the counts. Reports and
 * skips invalid lines. The last line of a repeated level wins. Throws 404 for an unknown store, 400 for a
 * file with an invalid header.
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
  const check = createLevelCheck();
  const batch = new Map<string, NumberedLevel>();
  const flush = async () => {
    const levels = [...batch.values()];
    batch.clear();
    const changed = await storeBatch(ctx, writer, { levels, reject });
    await analyzeAfterMany(ctx, {
      before: imported.changed,
      changed: imported.changed + changed,
      isDone: false,
    });
    imported.changed += changed;
  };

  let reportedAt = Date.now();
  for await (const line of parseImportFile(file)) {
    imported.lines++;
    const fault = "fault" in line ? line.fault : check(line.level);
    if (fault !== undefined) reject(line.number, fault);
    else if ("level" in line) {
      const level = line.level as LevelBody;
      if (batch.has(levelKey(level))) await flush();
      batch.set(levelKey(level), { number: line.number, level });
    }
    if (batch.size === MAX_LEVELS) await flush();
    if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
    reportedAt = Date.now();
    onProgress(`${imported.lines} lines read, ${imported.changed} levels changed`);
  }
  await flush();
  await analyzeAfterMany(ctx, { before: imported.changed, changed: imported.changed, isDone: true });
  return imported;
}

/**
 * Stores levels in one transaction, without those that are rejected, and returns the number of changed
 * levels.
 */
export async function storeBatch(
  ctx: Ctx,
  writer: Writer,
  { levels, reject }: { levels: NumberedLevel[]; reject(line: number, detail: string): void },
): Promise<number> {
  if (levels.length === 0) return 0;
  try {
    const bodies = levels.map(({ level }) => level);
    const { changed } = await inTransaction(ctx, (tx) => writeLevels(tx, writer, bodies));
    return changed;
  } catch (error) {
    const faults =
      error instanceof Problem && "errors" in error.parts
        ? faultsByLevel(error.parts.errors ?? [])
        : new Map();
    if (faults.size === 0) throw error;
    for (const [i, detail] of faults) reject(levels[i]?.number ?? 0, detail);
    return storeBatch(ctx, writer, { levels: levels.filter((_, i) => !faults.has(i)), reject });
  }
}

function faultsByLevel(faults: Fault[]): Map<number, string> {
  return new Map(faults.map(({ detail, pointer = "" }) => [Number(pointer.split("/")[2]), detail]));
}

/** Renews the planner's statistics when an import has made many changes, and when such an import is done. */
export async function analyzeAfterMany(
  ctx: Ctx,
  { before, changed, isDone }: { before: number; changed: number; isDone: boolean },
): Promise<void> {
  if (changed < ANALYZE_AFTER_CHANGES || (before >= ANALYZE_AFTER_CHANGES && !isDone)) return;
  await ctx.longDb.execute(sql`analyze inventory_items, inventory_levels`);
}

/** Returns a function that validates a level and returns the error, or undefined for a valid level. */
export function createLevelCheck(): (level: unknown) => string | undefined {
  registerFormats();
  const check = TypeCompiler.Compile(LevelBody);
  return (level) => {
    if (check.Check(level)) return findUnstorable(level, "")?.detail;
    return validationErrorsOf(check.Errors(level), "body")
      .map(({ detail }) => detail)
      .join(" ");
  };
}
