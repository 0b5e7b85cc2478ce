import { unpublish } from "../../platform/db/replication/publication.ts";
import { dropSlot } from "../../platform/db/replication/slot.ts";
import { unsubscribe } from "../../platform/db/replication/subscription.ts";
import { type Move, replicationName } from "./move-record.ts";
import type { Cells, MovingCell } from "./sessions.ts";

/** Ends what a move has set up, as far as it is there. A slot that stays would fill the disk. */
export async function endReplication({ from, to }: Cells, move: Move): Promise<void> {
  await unsubscribe(to.session, replicationName(move));
  await endPublication(from, move);
  for (const { session } of [from, to]) {
    await session.query("delete from move_positions where store_id = $1", [move.storeId]);
  }
}

/** Ends the part in the cell that the store leaves, which needs no other cell. */
export async function endPublication({ session }: MovingCell, move: Move): Promise<void> {
  await dropSlot(session, replicationName(move));
  await unpublish(session, replicationName(move));
}
