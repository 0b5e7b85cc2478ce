import type { Ctx } from "../../../core/ctx.ts";
import { Problem } from "../../../lib/problem.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import { upsertOrders } from "../../orders/upsert/upsert-orders.ts";
import type { ConnectorKey } from "../rejections.ts";

/**
 * Cancels an order that its shop has deleted for good, as if the shop had cancelled it. One that has returns stays as it is. Returns
 * whether there was such an order.
 */
export async function cancelDeleted(
  ctx: Ctx,
  { storeId, connectorId }: ConnectorKey,
  orderId: string,
): Promise<boolean> {
  const [found] = await find(ctx.db, { storeId, connectorId, orderId });
  if (!found) return false;
  const body: StoredOrder = {
    ...found.body,
    cancelledAt: ctx.now().toISOString(),
    cancelReason: "other",
  };
  // What the shop has sent meanwhile is newer. What it has sent before, and comes late, is not.
  const updatedAt = found.updatedMs === null ? undefined : new Date(found.updatedMs + 1);
  const [result] = await upsertOrders(ctx, storeId, [{ body, updatedAt, parcels: undefined, connectorId }]);
  if (result instanceof Problem) throw result;
  return result?.result === "updated";
}

const find = preparedNamed<{ body: StoredOrder; updatedMs: number | null }>(
  "find_deleted_order",
  `select body, (extract(epoch from source_updated_at) * 1000)::float8 as "updatedMs" from orders
   where store_id = $storeId and external_id = $orderId and connector_id = $connectorId and body ->> 'cancelledAt' is null
     and not exists (select from returns where returns.store_id = orders.store_id and returns.order_id = orders.id)`,
);
