import type { Ctx } from "../../core/ctx.ts";
import type { Erasure } from "../../core/persons/erased-persons.ts";
import { deleteEvents } from "../events/delete-events.ts";
import { reassignBatches, reassignOrders } from "./reassign.ts";

type Detached = Pick<Erasure, "id" | "customerIds" | "person">;

/**
 * Takes from erased customers the rows that name them by their ids, up to `limit` of each table: events are deleted;
 * orders, returns and stored bulk requests get the id of the erasure. Returns whether none is left. Runs in the caller's
 * transaction.
 */
export async function detachRows(
  tx: Ctx,
  storeId: string,
  erasures: Detached[],
  limit: number,
): Promise<boolean> {
  const all = erasures.flatMap(({ customerIds, id }) => customerIds.map((from) => ({ from, to: id })));
  await reassignBatches(tx, storeId, all);
  const personOf = new Map(
    erasures.flatMap(({ customerIds, person }) => customerIds.map((id) => [id, person] as const)),
  );
  const isEmpty = await deleteEvents(tx, storeId, personOf, limit);
  const { isDone } = await reassignOrders(tx, storeId, all, limit);
  return isEmpty && isDone;
}
