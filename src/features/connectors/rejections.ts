import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { storableText } from "../../lib/text.ts";
import { NOW } from "../../platform/db/now.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";

/** An order that could not be stored, by the shop's id, and why. */
export type Rejection = { orderId: string; reason: string };

/** The id of orders without a readable one, which share it. */
export const UNNAMED = "unknown";

export type ConnectorKey = { storeId: string; connectorId: string };

/** Of each connector the newest are kept; the log has all. */
const MAX_KEPT = 1_000;
const MAX_REASON_CHARACTERS = 1_000;
/** The first pause before a rejected order is read again, and the longest; each is twice the one before. */
const FIRST_PAUSE_S = 600;
const LONGEST_PAUSE_S = 86_400;

/** SQL, beside a connector's row, for the order that was rejected last, with the reason; null without one. */
export const newestRejection = sql<string | null>`(
  select 'Order ' || rejection.order_id || ' was rejected: ' || rejection.reason from connector_rejections as rejection
  where rejection.store_id = connectors.store_id and rejection.connector_id = connectors.id
  order by rejection.rejected_at desc, rejection.order_id desc limit 1)`;

/**
 * Notes orders that could not be stored, and forgets of earlier ones those that could. One that comes before it is to be read again is
 * no try more: a poll and webhooks may bring it many times. `again`: those that are read again with the
 * next poll, which shows whether they can. Returns which of these were rejected before.
 */
export async function noteRejections(
  ctx: Ctx,
  { storeId, connectorId }: ConnectorKey,
  { rejected, accepted, again = [] }: { rejected: Rejection[]; accepted: string[]; again?: string[] },
): Promise<string[]> {
  const given = rejected.map(({ orderId, reason }) => ({
    orderId,
    reason: storableText(reason, MAX_REASON_CHARACTERS),
  }));
  const rows = await note(ctx.db, {
    storeId,
    connectorId,
    accepted,
    again,
    rejected: JSON.stringify(given),
  });
  if (rejected.length > 0) await trim(ctx.db, { storeId, connectorId });
  return rows.map(({ orderId }) => orderId);
}

/** Without the connector, which was deleted meanwhile, nothing is noted. */
const note = preparedNamed<{ orderId: string }>(
  "note_connector_rejections",
  `with connector as (
     select store_id, id from connectors where store_id = $storeId and id = $connectorId for key share
   ), accepted as (
     delete from connector_rejections
     where store_id = $storeId and connector_id = $connectorId and order_id = any($accepted::text[])
   ), again as (
     update connector_rejections set retry_at = least(retry_at, ${NOW})
     where store_id = $storeId and connector_id = $connectorId and order_id = any($again::text[])
     returning order_id
   ), noted as (
   insert into connector_rejections as rejection (store_id, connector_id, order_id, reason, rejected_at, retry_at)
   select connector.store_id, connector.id, "orderId", reason, ${NOW}, ${NOW} + interval '${FIRST_PAUSE_S} seconds'
   from connector, json_to_recordset($rejected::json) as given("orderId" text, reason text)
   order by "orderId"
   on conflict (store_id, connector_id, order_id) do update set reason = excluded.reason,
     rejected_at = excluded.rejected_at,
     tries = rejection.tries + (rejection.retry_at <= excluded.rejected_at)::int,
     retry_at = case when rejection.retry_at > excluded.rejected_at then rejection.retry_at
       else excluded.rejected_at
         + least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(rejection.tries, 10)) * interval '1 second' end
   )
   select order_id as "orderId" from again`,
);

const trim = preparedNamed(
  "trim_connector_rejections",
  `delete from connector_rejections as old using (
     select rejected_at from connector_rejections where store_id = $storeId and connector_id = $connectorId
     order by rejected_at desc offset ${MAX_KEPT} limit 1
   ) as last
   where old.store_id = $storeId and old.connector_id = $connectorId and old.rejected_at <= last.rejected_at`,
);

/** Returns the ids of rejected orders that are to be read again now, those due longest first. */
export async function dueRejections(ctx: Ctx, key: ConnectorKey, limit: number): Promise<string[]> {
  const rows = await due(ctx.db, { ...key, limit });
  return rows.map(({ orderId }) => orderId);
}

const due = preparedNamed<{ orderId: string }>(
  "due_connector_rejections",
  `select order_id as "orderId" from connector_rejections
   where store_id = $storeId and connector_id = $connectorId and retry_at <= now()
   order by retry_at limit $limit::int`,
);

/** Has an order wait that the shop didn't return now, so that it keeps none of the others. */
export async function postponeRejection(
  ctx: Ctx,
  { storeId, connectorId }: ConnectorKey,
  orderId: string,
): Promise<void> {
  await postpone(ctx.db, { storeId, connectorId, orderId });
}

const postpone = preparedNamed(
  "postpone_connector_rejection",
  `update connector_rejections set retry_at = ${NOW} + interval '${FIRST_PAUSE_S} seconds'
   where store_id = $storeId and connector_id = $connectorId and order_id = $orderId`,
);
