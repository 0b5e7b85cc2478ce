import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { BASE } from "../../../core/http/base.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { instantText } from "../../../platform/db/instant-text.ts";
import type { ReturnEntryRow } from "./find.ts";

/** Returns the JSON of entries in their order. Those that were deleted since they were found are skipped. */
export async function loadReturnEntries(
  ctx: Ctx,
  { storeId, origin }: ScopedCaller,
  returnId: string,
  entries: ReturnEntryRow[],
): Promise<string[]> {
  const idsOf = (type: ReturnEntryRow["type"]) =>
    sql.param(entries.flatMap((entry) => (entry.type === type ? entry.id : [])));
  const own = sql`store_id = ${storeId} and return_id = ${returnId}`;
  const images = `${origin}${BASE}/returns/${returnId}/comments/`;
  const { rows } = await ctx.db.execute<{ key: string; json: string }>(sql`
    select 'status' || lpad(number::text, 19, '0') as key, jsonb_build_object('type', 'status',
        'at', ${instantText(sql`at`)}, 'from', "from", 'to', "to", 'by', by, 'byId', changed_by_id, 'requestId', request_id)
      || case when status_reason is null then '{}' else jsonb_build_object('reason', status_reason) end
      || case when is_erasure then '{"erased": true}'::jsonb else '{}' end as json
    from return_history where ${own} and number = any(${idsOf("status")}::bigint[])
    union all
    select 'note' || lpad(number::text, 19, '0'), jsonb_build_object('type', 'note', 'at', ${instantText(sql`at`)}, 'by', by,
        'byId', written_by_id)
      || case when message is null then jsonb_build_object('image', ${images}::text || id || '/image')
         else jsonb_build_object('message', message) end
    from return_notes where ${own} and number = any(${idsOf("note")}::bigint[])
    union all
    select 'stock' || lpad(number::text, 19, '0'), jsonb_build_object('type', 'stock', 'at', ${instantText(sql`at`)}, 'by', by,
        'byId', changed_by_id, 'requestId', request_id, 'stock', kind, 'units', units, 'itemId', item_id,
        'productId', product_id, 'locationId', location_id, 'reason', reason,
        'shop', case when shop_status is not null then jsonb_build_object('status', shop_status, 'reason', shop_reason,
          'attempts', shop_attempts) end)
    from return_stock_changes where ${own} and number = any(${idsOf("stock")}::bigint[])
    union all
    select 'withdrawal' || id, jsonb_build_object('type', 'withdrawal', 'at', ${instantText(sql`created_at`)}, 'by', by,
        'byId', written_by_id, 'requestId', request_id, 'withdrawalId', id, 'number', number)
    from withdrawals where store_id = ${storeId} and id = any(${idsOf("withdrawal")}::text[])
    union all
    select 'mail' || id, jsonb_build_object('type', 'mail', 'at', ${instantText(sql`created_at`)}, 'requestId', request_id,
        'mailId', id, 'to', recipient, 'kind', kind, 'status', state, 'attempts', attempts, 'error', error,
        'attemptedAt', ${instantText(sql`attempted_at`)})
    from mails where store_id = ${storeId} and id = any(${idsOf("mail")}::text[])
    union all
    select 'delivery' || event.id, jsonb_build_object('type', 'delivery', 'at', ${instantText(sql`event.created_at`)},
      'requestId', event.request_id, 'webhookId', hook.id, 'url', hook.url, 'deliveryId', event.id, 'sequence', event.seq,
      'eventType', event.type, 'status', event.state, 'attempts', coalesce((
        select jsonb_agg(jsonb_build_object('at', ${instantText(sql`attempt.at`)}, 'status', attempt.status,
          'durationMs', attempt.duration_ms, 'error', attempt.error, 'answer', attempt.answer) order by attempt.number)
        from webhook_attempts as attempt where attempt.store_id = ${storeId} and attempt.webhook_id = hook.id
          and attempt.return_id = ${returnId} and attempt.seq = event.seq), '[]'))
    from webhooks as hook
    join webhook_events as event on event.store_id = ${storeId} and event.webhook_id = hook.id
      and event.return_id = ${returnId} and event.id = any(${idsOf("delivery")}::text[])
    where hook.store_id = ${storeId} and hook.deleted_at is null`);
  const found = new Map(rows.map(({ key, json }) => [key, JSON.stringify(json)]));
  return entries.flatMap(({ type, id }) => found.get(type + id) ?? []);
}
