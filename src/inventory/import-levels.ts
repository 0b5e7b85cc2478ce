import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import type { Fault } from "../lib/problem.ts";
import { Problem } from "../lib/problem.ts";
import { requireStore } from "../stores/require-store.ts";
import { createLevelCheck } from "./check-level.ts";
import { parseImportFile } from "./parse-import-file.ts";
import { type LevelBody, MAX_LEVELS } from "./schema.ts";
import { placeOf, writeLevels } from "./write-levels.ts";

export type Imported = {
  lines: number;
  /** How many levels are other than they were. */
  changed: number;
  broken: number;
  /** What was wrong with the first of the broken lines. */
  errors: LineFault[];
};

type LineFault = { line: number; detail: string };
type Source = { file: ReadableStream<Uint8Array>; onProgress(line: string): void };
type Numbered = { number: number; level: LevelBody };

const MOST_ERRORS = 100;
const PROGRESS_MS = 1_000;
/** From so many changes on, the planner's idea of the tables is out of date. */
const MANY = 10_000;

/**
 * Puts the levels that a file holds, in parts that are stored each as a whole. A line that can't be a level
 * is told of and left out. Of a level that comes twice the last counts.
 */
export async function importLevels(
  ctx: Ctx,
  storeId: string,
  { file, onProgress }: Source,
): Promise<Imported> {
  await requireStore(ctx, storeId);
  const imported: Imported = { lines: 0, changed: 0, broken: 0, errors: [] };
  const refuse = (line: number, detail: string) => {
    onProgress(`line ${line}: ${detail}`);
    imported.broken++;
    if (imported.errors.length < MOST_ERRORS) imported.errors.push({ line, detail });
  };
  const check = createLevelCheck();
  const part = new Map<string, Numbered>();
  const flush = async () => {
    const levels = [...part.values()];
    part.clear();
    const changed = await store(ctx, storeId, { levels, refuse });
    if (imported.changed < MANY && imported.changed + changed >= MANY) await analyze(ctx);
    imported.changed += changed;
  };

  let told = Date.now();
  for await (const line of parseImportFile(file)) {
    imported.lines++;
    const fault = "fault" in line ? line.fault : check(line.level);
    if (fault !== undefined) refuse(line.number, fault);
    else if ("level" in line) {
      const level = line.level as LevelBody;
      if (part.has(placeOf(level))) await flush();
      part.set(placeOf(level), { number: line.number, level });
    }
    if (part.size === MAX_LEVELS) await flush();
    if (Date.now() - told < PROGRESS_MS) continue;
    told = Date.now();
    onProgress(`${imported.lines} lines read, ${imported.changed} levels changed`);
  }
  await flush();
  if (imported.changed >= MANY) await analyze(ctx);
  return imported;
}

/** Stores levels together, but for those that the store can't take; gives how many have changed. */
async function store(
  ctx: Ctx,
  storeId: string,
  { levels, refuse }: { levels: Numbered[]; refuse(line: number, detail: string): void },
): Promise<number> {
  if (levels.length === 0) return 0;
  try {
    const bodies = levels.map(({ level }) => level);
    const { changed } = await inTransaction(ctx, (tx) => writeLevels(tx, storeId, bodies));
    return changed;
  } catch (error) {
    const faults = error instanceof Problem ? faultsByLevel(error.parts.errors ?? []) : new Map();
    if (faults.size === 0) throw error;
    for (const [i, detail] of faults) refuse(levels[i]?.number ?? 0, detail);
    return store(ctx, storeId, { levels: levels.filter((_, i) => !faults.has(i)), refuse });
  }
}

function faultsByLevel(faults: Fault[]): Map<number, string> {
  return new Map(faults.map(({ detail, pointer = "" }) => [Number(pointer.split("/")[2]), detail]));
}

async function analyze(ctx: Ctx): Promise<void> {
  await ctx.longDb.execute(sql`analyze inventory_items, inventory_levels`);
}
