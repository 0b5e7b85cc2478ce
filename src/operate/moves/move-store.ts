import { copyJobs } from "../../core/jobs/store-jobs.ts";
import { pause } from "../../lib/promises.ts";
import { cellOf, type Directory } from "../../platform/cells/directory.ts";
import { switchStore } from "../../platform/cells/store-states.ts";
import { requireMovable } from "./check.ts";
import { copyStore } from "./copy-store.ts";
import { endReplication } from "./end-replication.ts";
import { pauseWhenComplete } from "./hand-over.ts";
import { withLease } from "./lease.ts";
import { beginMove, endMove, enterStep, findMove, type Move, takeMove } from "./move-record.ts";
import { removeRows } from "./remove-rows.ts";
import type { Report } from "./report.ts";
import { type Cells, type Taking, withCells } from "./sessions.ts";
import { takeBack } from "./undo-move.ts";

/** `removed`: how many rows were removed from the cell that the store has left. */
export type Moved = { storeId: string; from: string; to: string; removed: number };

/** For this long reads go on in the old cell, and what processes log, and write together for many stores, follows. */
const LATE_MS = 3_000;

/**
 * Moves a store to another cell while it is open; when an earlier call was interrupted, goes on with that. Throws a
 * sentence about what keeps the store from moving, and when it doesn't succeed: the store is then where it was.
 */
export async function moveStore(
  directory: Directory,
  { storeId, to, lateMs = LATE_MS }: { storeId: string; to: string; lateMs?: number },
  report: Report,
): Promise<Moved> {
  const earlier = await findMove(directory, storeId);
  if (earlier && earlier.toCell !== to) {
    throw new Error(
      `The store ${storeId} is on its way to the cell ${earlier.toCell}: move it on there, or undo that move.`,
    );
  }
  if (earlier) return continueMove(directory, earlier, report, { lateMs });
  const plan = await planMove(directory, storeId, to);
  return withCells(directory, plan, async (cells) => {
    await requireMovable(directory, cells, storeId);
    return carryOut(directory, cells, await beginMove(directory, plan), { report, lateMs });
  });
}

/** Goes on with a move that was interrupted. Throws as `moveStore` does, and when the move is over. */
export function continueMove(
  directory: Directory,
  move: Move,
  report: Report,
  { lateMs = LATE_MS, ...taking }: Taking & { lateMs?: number } = {},
): Promise<Moved> {
  return withCells(
    directory,
    move,
    async (cells) => carryOut(directory, cells, await takeMove(directory, move), { report, lateMs }),
    taking,
  );
}

function carryOut(
  directory: Directory,
  cells: Cells,
  move: Move,
  { report, lateMs }: { report: Report; lateMs: number },
): Promise<Moved> {
  return withLease(directory, move, async () => {
    await bringOver(directory, cells, move, report);
    if (move.step === "switching") await handOver(directory, cells, move, report);
    await pause(lateMs);
    const removed = await clearOldCell(cells, move, report);
    await endMove(directory, move);
    return { storeId: move.storeId, from: move.fromCell, to: move.toCell, removed };
  });
}

async function planMove(directory: Directory, storeId: string, to: string) {
  const residence = await cellOf(directory, storeId);
  if (!residence) throw new Error(`The directory has no store ${storeId}.`);
  if (residence.cell === to) throw new Error(`The store ${storeId} is in the cell ${to} already.`);
  return { storeId, fromCell: residence.cell, toCell: to, epoch: residence.epoch };
}

/** Brings all of a store's rows over. Each step is stored before it begins, and begins again when it was interrupted. */
async function bringOver(directory: Directory, cells: Cells, move: Move, report: Report): Promise<void> {
  if (move.step === "copying") {
    await copyStore(cells, move, report).catch(async (error: unknown) => {
      await takeBack(directory, cells, move, report);
      throw error;
    });
    await enterStep(directory, move, "following");
  }
  if (move.step === "following") {
    await pauseWhenComplete(cells, move, report);
    await enterStep(directory, move, "switching");
  }
}

/** From here on there is no way back, and each part may be called again. */
async function handOver(directory: Directory, cells: Cells, move: Move, report: Report): Promise<void> {
  report.step("switching");
  await copyJobs(cells.from.session, cells.to.session, move.storeId);
  await switchStore(directory, move.storeId, { ...cells, epoch: move.epoch });
  await enterStep(directory, move, "removing");
  report.step(`switched to the cell ${move.toCell}`);
}

async function clearOldCell(cells: Cells, move: Move, report: Report): Promise<number> {
  report.step("ending the replication");
  await endReplication(cells, move);
  report.step(`removing the rows from the cell ${move.fromCell}`);
  let removed = 0;
  return removeRows(cells.from, move.storeId, (table, rows) => {
    removed += rows;
    report.share(0.99, `${table}: ${removed} rows removed`);
  });
}
