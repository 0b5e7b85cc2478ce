import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { Problem } from "../../../lib/problem.ts";
import type { ConnectorKind } from "../../../platform/db/tables/connectors.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import { heldOf, lockStored } from "../../orders/upsert/stored-orders.ts";
import { upsertOrders } from "../../orders/upsert/upsert-orders.ts";
import type { ConnectorKey } from "../rejections.ts";

/**
 * Cancels an order that its shop has deleted for good, as if the shop had cancelled it. One that has returns stays as it is; a
 * deleted return is none. One that no connector has sent yet is this shop's if it is of a file of its kind: shops of other kinds and
 * programs may have an order of the same id. Returns whether there was such an order.
 */
export function cancelDeleted(
  ctx: Ctx,
  { storeId, connectorId, kind }: ConnectorKey & { kind: ConnectorKind },
  orderId: string,
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const found = (await lockStored(tx, storeId, [orderId])).get(orderId);
    if (!found || found.body.cancelledAt) return false;
    const isOfShop =
      found.connectorId === null ? found.body.fileOf === kind : found.connectorId === connectorId;
    if (!isOfShop) return false;
    const held = (await heldOf(tx, storeId, [found.id])).get(found.id);
    if (held && held.units.size > 0) return false;
    const now = tx.now();
    const body: StoredOrder = { ...found.body, cancelledAt: now.toISOString(), cancelReason: "other" };
    // What the shop has sent of it before, and comes late, is older, whatever it has changed last.
    const updatedAt = new Date(Math.max(now.getTime(), found.sourceUpdatedAt?.getTime() ?? 0));
    const [result] = await upsertOrders(tx, storeId, [{ body, updatedAt, parcels: undefined, connectorId }]);
    if (result instanceof Problem) throw result;
    return result?.result === "updated";
  });
}
