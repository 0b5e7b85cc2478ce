import { recordChanges } from "../../../core/changes/record-changes.ts";
import type { Ctx } from "../../../core/ctx.ts";
import { moveEvents } from "../../events/move-events.ts";
import { type Reassigned, type Reassignment, reassignBatches, reassignOrders } from "../reassign.ts";

/**
 * Moves the rows of merged customers to their targets, up to `limit` of each table, in the caller's transaction. Returns
 * which orders and returns were moved, and whether no row is left.
 */
export async function moveRows(
  tx: Ctx,
  storeId: string,
  all: Reassignment[],
  limit: number,
): Promise<Reassigned> {
  await reassignBatches(tx, storeId, all);
  const ids = { from: all.map(({ from }) => from), to: all.map(({ to }) => to) };
  const isEmpty = await moveEvents(tx, storeId, ids, limit);
  const moved = await reassignOrders(tx, storeId, all, limit);
  return { ...moved, isDone: isEmpty && moved.isDone };
}

/** Adds the orders and returns that have another customer now to the change feed. */
export function recordMoves(
  tx: Ctx,
  storeId: string,
  { orders, returns }: Pick<Reassigned, "orders" | "returns">,
): void {
  recordChanges(tx, storeId, [
    ...orders.map((objectId) => ({ type: "order.updated" as const, objectId })),
    ...returns.map((objectId) => ({ type: "return.updated" as const, objectId })),
  ]);
}
