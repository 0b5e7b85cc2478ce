import type { Directory } from "../cells/directory.ts";
import { resumeStore } from "../cells/store-states.ts";
import { endPublication, endReplication } from "./end-replication.ts";
import { endMove, findMove, type Move } from "./move-record.ts";
import { removeRows } from "./remove-rows.ts";
import type { Report } from "./report.ts";
import { type Cells, type MovingCell, withCells } from "./sessions.ts";

export type Undone = { storeId: string; cell: string };

/**
 * Ends a move before the store is handed over: it goes on where it is, and the other cell's rows are removed. Throws
 * when there is no move, and after the store was handed over.
 */
export async function undoMove(directory: Directory, storeId: string, report: Report): Promise<Undone> {
  const move = await findMove(directory, storeId);
  if (!move) throw new Error(`The store ${storeId} is not being moved.`);
  if (move.step === "switching" || move.step === "removing") {
    throw new Error(
      `The store ${storeId} is in the cell ${move.toCell} already: complete the move, then move it back.`,
    );
  }
  const undo = async (cells: Cells) => {
    await takeBack(directory, cells, move, report);
    return { storeId, cell: move.fromCell };
  };
  // Before the other cell is asked for, which may be away for long: nothing may fill the disk of this one.
  const release = async (from: MovingCell) => {
    await resumeStore(from, storeId);
    await endPublication(from, move);
  };
  return withCells(directory, move, undo, release);
}

/** In this order, so that it can be called again when it was interrupted. */
export async function takeBack(
  directory: Directory,
  cells: Cells,
  move: Move,
  report: Report,
): Promise<void> {
  report.step("undoing the move");
  await resumeStore(cells.from, move.storeId);
  await endReplication(cells, move);
  const { rows } = await cells.to.session.query(
    "select from store_states where store_id = $1 and state = 'moved'",
    [move.storeId],
  );
  // Without this state nothing was copied.
  if (rows.length > 0) await removeRows(cells.to, move.storeId, () => {});
  await endMove(directory, move);
}
