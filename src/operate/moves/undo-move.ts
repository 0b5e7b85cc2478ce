import type { Directory } from "../../platform/cells/directory.ts";
import { resumeStore } from "../../platform/cells/store-states.ts";
import { endPublication, endReplication } from "./end-replication.ts";
import { withLease } from "./lease.ts";
import { endMove, findMove, type Move, takeMove } from "./move-record.ts";
import { removeRows } from "./remove-rows.ts";
import type { Report } from "./report.ts";
import { type Cells, type MovingCell, type Taking, withCells } from "./sessions.ts";

export type Undone = { storeId: string; cell: string };

/**
 * Ends a move before the store is handed over: it goes on where it is, and the other cell's rows are removed. Throws
 * when there is no move, and after the store was handed over.
 */
export async function undoMove(directory: Directory, storeId: string, report: Report): Promise<Undone> {
  const move = await findMove(directory, storeId);
  if (!move) throw new Error(`The store ${storeId} is not being moved.`);
  return goBack(directory, move, report);
}

/** Ends a move as `undoMove` does. Throws also when that move is over. */
export async function goBack(
  directory: Directory,
  found: Move,
  report: Report,
  taking: Taking = {},
): Promise<Undone> {
  requireNotHandedOver(found);
  let move = found;
  const undo = async (cells: Cells) => {
    await withLease(directory, move, () => takeBack(directory, cells, move, report));
    return { storeId: move.storeId, cell: move.fromCell };
  };
  // Before the other cell is asked for, which may be away for long: nothing may fill the disk of this one.
  const first = async (from: MovingCell) => {
    move = await takeMove(directory, found);
    requireNotHandedOver(move);
    await resumeStore(from, move.storeId);
    await endPublication(from, move);
  };
  return withCells(directory, found, undo, { ...taking, first });
}

/** From this step on the other cell may have accepted the store. */
export function isHandedOver({ step }: Move): boolean {
  return step === "switching" || step === "removing";
}

function requireNotHandedOver(move: Move): void {
  if (!isHandedOver(move)) return;
  throw new Error(
    `The store ${move.storeId} is in the cell ${move.toCell} already: complete the move, then move it back.`,
  );
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
