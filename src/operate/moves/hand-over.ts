import { pause } from "../../lib/promises.ts";
import { keepPaused, pauseStore, resumeStore } from "../../platform/cells/store-states.ts";
import { isLockTimeout } from "../../platform/db/errors.ts";
import { requireEqualRows } from "../../platform/db/replication/compare-rows.ts";
import { raiseSequences, sequencesBehind } from "../../platform/db/replication/raise-sequences.ts";
import { carryCounters, carryStore } from "./carry.ts";
import { followChanges, hasArrived, writePosition } from "./follow.ts";
import type { Move } from "./move-record.ts";
import { PAUSED_TABLES } from "./moved-tables.ts";
import type { Report } from "./report.ts";
import type { Cells } from "./sessions.ts";

/** How long writes of the store are refused at most, from the first that waits until the store is handed over. */
const MAX_PAUSE_MS = 2_000;
/** Until then everything but the hand-over itself has to be done. */
const WORK_MS = 1_600;
/** How long of it rows are compared: larger tables were compared when they were copied. */
const COMPARE_MS = 600;
const ATTEMPTS = 20;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_BETWEEN_MS = 15_000;
const QUERY_CANCELED = "57014";

/** The other cell did not have everything in time. */
class TooLate extends Error {}

/**
 * Pauses a store when the other cell has nearly all of its changes, and leaves it paused once that has all of them:
 * rows, counters and sequences. When that takes too long, the store goes on where it is, and it is tried again some
 * time later, 20 times. Throws after that, and when rows differ; the store then goes on where it is.
 */
export async function pauseWhenComplete(cells: Cells, move: Move, report: Report): Promise<void> {
  // A process that was killed may have left it paused.
  await resumeStore(cells.from, move.storeId);
  let between = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt++) {
    await followChanges(cells, move, report);
    await raiseSequences(cells.from.session, cells.to.session);
    report.step("pausing");
    const reason = await tryToPause(cells, move, report);
    if (reason === undefined) return;
    report.step(`${reason}: the store goes on in the cell ${cells.from.name}, and it is tried again`);
    if (attempt === ATTEMPTS) {
      throw new Error(
        `The store ${move.storeId} stays in the cell ${cells.from.name}: ${reason}, ${ATTEMPTS} times. A process with workers undoes the move; if none runs, undo it: its changes are kept, which takes disk space.`,
      );
    }
    await pause(between);
    between = Math.min(2 * between, MAX_PAUSE_BETWEEN_MS);
  }
}

/** Returns why it didn't succeed. */
async function tryToPause(cells: Cells, move: Move, report: Report): Promise<string | undefined> {
  const began = performance.now();
  const left = () => WORK_MS - (performance.now() - began);
  try {
    await pauseStore(cells.from, move.storeId);
  } catch (error) {
    if (isLockTimeout(error)) return "its transactions take too long";
    throw error;
  }
  try {
    await complete(cells, move.storeId, left);
    if (performance.now() - began > MAX_PAUSE_MS) throw new TooLate("the pause took too long");
    if (!(await keepPaused(cells.from, move.storeId))) throw new TooLate("the pause was over");
    report.step(`paused for ${Math.round(performance.now() - began)} ms so far`);
    return undefined;
  } catch (error) {
    await resumeStore(cells.from, move.storeId);
    if (error instanceof TooLate) return error.message;
    throw error;
  }
}

async function complete(cells: Cells, storeId: string, left: () => number): Promise<void> {
  const { from, to } = cells;
  const position = await writePosition(cells, storeId);
  if (!(await hasArrived(cells, storeId, position, left())))
    throw new TooLate("its last changes took too long");
  const behind = await sequencesBehind(from.session, to.session);
  if (behind.length > 0) throw new TooLate(`the sequence ${behind[0]} was behind`);
  await carryStore(cells, storeId);
  await carryCounters(cells, storeId);
  await compare(cells, storeId, Math.min(left(), COMPARE_MS));
  await awaitClock(cells, left);
}

/** Compares what can be compared in the time, the tables with few rows first. */
async function compare({ from, to }: Cells, storeId: string, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  const sessions = [from.session, to.session];
  try {
    for (const table of PAUSED_TABLES) {
      const rest = Math.floor(end - performance.now());
      if (rest <= 0) return;
      for (const session of sessions) await session.query(`set statement_timeout = ${rest}`);
      await requireEqualRows(from.session, to.session, table, storeId);
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
  } finally {
    for (const session of sessions) await session.query("reset statement_timeout");
  }
}

/** Times must not go backwards either: waits until the other cell's clock has passed the time of the last change. */
async function awaitClock({ from, to }: Cells, left: () => number): Promise<void> {
  const { rows } = await from.session.query<{ ms: string }>(MS);
  for (;;) {
    const { rows: there } = await to.session.query<{ ms: string }>(MS);
    const aheadMs = Number(rows[0]?.ms) - Number(there[0]?.ms);
    if (aheadMs < 0) return;
    if (aheadMs > left()) throw new TooLate("the clocks of the cells differ");
    await pause(aheadMs + 1);
  }
}

const MS = "select (extract(epoch from clock_timestamp()) * 1000)::numeric(20, 3)::text as ms";
