import type { Ctx } from "../../core/ctx.ts";
import { preparedByKey, preparedNamed } from "../../platform/db/prepared.ts";
import type { ConnectorKey } from "./rejections.ts";

/** Of each connector the newest are remembered. */
const MAX_KEPT = 10_000;

/**
 * Remembers that a shop has deleted an order for good, so that none that was sent before makes it a live one, whether the store has it
 * or not.
 */
export async function noteDeletion(
  ctx: Ctx,
  { storeId, connectorId }: ConnectorKey,
  orderId: string,
): Promise<void> {
  await note(ctx.db, { storeId, connectorId, orderId, deletedAt: ctx.now().toISOString() });
  await trim(ctx.db, { storeId, connectorId });
}

/** Without the connector, which was deleted meanwhile, nothing is noted. */
const note = preparedNamed(
  "note_connector_deletion",
  `insert into connector_deletions (store_id, connector_id, order_id, deleted_at)
   select store_id, id, $orderId, $deletedAt::timestamptz from connectors
   where store_id = $storeId and id = $connectorId for key share
   on conflict (store_id, connector_id, order_id) do update
     set deleted_at = greatest(connector_deletions.deleted_at, excluded.deleted_at)`,
);

const trim = preparedNamed(
  "trim_connector_deletions",
  `delete from connector_deletions as old using (
     select deleted_at from connector_deletions where store_id = $storeId and connector_id = $connectorId
     order by deleted_at desc offset ${MAX_KEPT} limit 1
   ) as last
   where old.store_id = $storeId and old.connector_id = $connectorId and old.deleted_at <= last.deleted_at`,
);

/** Orders of a shop, and when it was asked for them; undefined for what it had sent at some time before. */
type Asked = { orderIds: string[]; askedAt: Date | undefined };

/** Returns which of these orders were deleted after the shop was asked for them, as far as is known. */
export async function deletedAmong(
  ctx: Ctx,
  { storeId, connectorId }: ConnectorKey,
  { orderIds, askedAt }: Asked,
): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await find(ctx.db, {
    ...{ storeId, connectorId, orderIds },
    askedAt: askedAt?.toISOString() ?? "-infinity",
  });
  return new Set(rows.map(({ orderId }) => orderId));
}

const find = preparedNamed<{ orderId: string }>(
  "find_connector_deletions",
  `select order_id as "orderId" from connector_deletions
   where store_id = $storeId and connector_id = $connectorId and order_id = any($orderIds::text[])
     and deleted_at >= $askedAt::timestamptz`,
  preparedByKey,
);
