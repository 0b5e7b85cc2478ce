import { pause } from "../../lib/promises.ts";
import { type Move, replicationName } from "./move-record.ts";
import type { Report } from "./report.ts";
import type { Cells } from "./sessions.ts";

/** A store is handed over once its changes need less than this to reach the other cell. */
const CLOSE_MS = 300;
/** Without any progress for this long, what keeps the changes from following is permanent. */
const STUCK_MS = 120_000;
const POLL_MS = 5;
const FOLLOW_PAUSE_MS = 250;

/** Waits until the other cell has all changes but those of an instant. Throws when they don't come any further. */
export async function followChanges(cells: Cells, move: Move, report: Report): Promise<void> {
  report.step("following the changes since the copy");
  let [last, movedAt] = ["", performance.now()];
  for (;;) {
    const position = await writePosition(cells, move.storeId);
    const asked = performance.now();
    if (await hasArrived(cells, move.storeId, position, CLOSE_MS)) return;
    while (!(await hasArrived(cells, move.storeId, position, FOLLOW_PAUSE_MS))) {
      const { reached, behind, isConnected } = await progressOf(cells, move);
      report.share(0.99, `${behind} bytes of the old cell's log are behind`);
      if (reached !== last) [last, movedAt] = [reached, performance.now()];
      if (performance.now() - movedAt < STUCK_MS) continue;
      throw new Error(
        isConnected
          ? `The cell ${cells.to.name} takes no changes: the log of its Postgres has the reason.`
          : `The cell ${cells.to.name} doesn't read the changes: it needs a free logical replication worker and a way to the cell ${cells.from.name}. The log of its Postgres has the reason.`,
      );
    }
    if (performance.now() - asked < CLOSE_MS) return;
  }
}

/** Writes a row in the old cell that follows all of the store's changes so far, and returns its value. */
export async function writePosition({ from }: Cells, storeId: string): Promise<string> {
  const { rows } = await from.session.query<{ position: string }>(
    `insert into move_positions as row (store_id, position) values ($1, 1)
     on conflict (store_id) do update set position = row.position + 1 returning position`,
    [storeId],
  );
  return String(rows[0]?.position);
}

/** Whether the other cell has a position within a time; it then has every change before it. */
export async function hasArrived(
  { to }: Cells,
  storeId: string,
  position: string,
  withinMs: number,
): Promise<boolean> {
  for (const end = performance.now() + withinMs; ; await pause(POLL_MS)) {
    const { rows } = await to.session.query(
      "select from move_positions where store_id = $1 and position >= $2",
      [storeId, position],
    );
    if (rows.length > 0) return true;
    if (performance.now() >= end) return false;
  }
}

async function progressOf({ from }: Cells, move: Move) {
  const { rows } = await from.session.query<{ reached: string; behind: string; isConnected: boolean }>(
    `select confirmed_flush_lsn::text as reached, active as "isConnected",
       pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::text as behind
     from pg_replication_slots where slot_name = $1`,
    [replicationName(move)],
  );
  if (rows[0]) return rows[0];
  throw new Error("The replication slot of the move is gone: undo the move, and begin again.");
}
