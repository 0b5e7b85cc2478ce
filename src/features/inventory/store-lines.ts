import { type Ctx, inTransaction } from "../../core/ctx.ts";
import type { Fault } from "../../lib/problem.ts";
import { Problem } from "../../lib/problem.ts";
import type { Writer } from "./change-clock.ts";
import type { LevelToWrite } from "./kept-columns.ts";
import { levelFault } from "./level-fault.ts";
import { levelKey } from "./level-key.ts";
import type { StockLine } from "./parse-import-file.ts";
import { type LevelBody, MAX_LEVELS } from "./schema.ts";
import { writeLevels } from "./write-levels.ts";

type NumberedLevel = { number: number; level: LevelToWrite };
type Reject = (line: number, detail: string) => void;

/** Lines of a file that are stored together; `flush` stores those that wait. */
type LineBatch = { add(line: StockLine): Promise<void>; flush(): Promise<void> };

/**
 * Stores the valid lines of a file, batch by batch, each in one transaction. They are checked again: a part of a file
 * that waits may be an earlier version's.
 * `onStored` gets the number of changed levels of each batch.
 */
export function createLineBatch(
  ctx: Ctx,
  writer: Writer,
  { reject, onStored }: { reject: Reject; onStored(changed: number): Promise<void> | void },
): LineBatch {
  const batch = new Map<string, NumberedLevel>();
  const flush = async () => {
    const levels = [...batch.values()];
    batch.clear();
    await onStored(await storeLevels(ctx, writer, levels, reject));
  };
  const add = async (line: StockLine) => {
    const fault = "fault" in line ? line.fault : levelFault(line.level);
    if (fault !== undefined) reject(line.number, fault);
    else if ("level" in line) {
      const level = { ...(line.level as LevelBody), keeps: line.keeps ?? [] };
      if (batch.has(levelKey(level))) await flush();
      batch.set(levelKey(level), { number: line.number, level });
      if (batch.size === MAX_LEVELS) await flush();
    }
  };
  return { add, flush };
}

/** Stores levels without those that are rejected, and returns the number of changed levels. */
async function storeLevels(
  ctx: Ctx,
  writer: Writer,
  levels: NumberedLevel[],
  reject: Reject,
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
    const others = levels.filter((_, i) => !faults.has(i));
    return storeLevels(ctx, writer, others, reject);
  }
}

function faultsByLevel(faults: Fault[]): Map<number, string> {
  return new Map(faults.map(({ detail, pointer = "" }) => [Number(pointer.split("/")[2]), detail]));
}
