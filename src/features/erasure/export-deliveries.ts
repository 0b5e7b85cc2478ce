import { sql } from "drizzle-orm";
import { instantText } from "../../platform/db/instant-text.ts";
import { isMailOf } from "./export-mails.ts";
import { isWithdrawalOf } from "./export-withdrawals.ts";
import type { Exported, Section } from "./exported.ts";

/** A payload may have more than 1 MB. */
const SLICE_DELIVERIES = 5;
const SLICE_RESPONSES = 20;

type Delivery = { webhookId: string; returnId: string; sequence: number };

/** Yields what was sent to webhooks about the customer's returns, withdrawals and mails, and what the receivers have responded. */
export async function* exportDeliveries(exported: Exported): Section {
  const { ctx, storeId, customerId } = exported;
  let [webhookId, returnId, sequence] = ["", "", 0];
  for (;;) {
    const { rows } = await ctx.db.execute<Delivery>(sql`
      with page as materialized (
        select * from webhook_events
        where store_id = ${storeId} and (webhook_id, return_id, seq) > (${webhookId}, ${returnId}, ${sequence}::int)
          and webhook_id = any(array(select id from webhooks where store_id = ${storeId} and deleted_at is null))
          and return_id = any(array(
            select id from returns where store_id = ${storeId} and customer_id = ${customerId}
            union all select id from withdrawals where store_id = ${storeId} and ${isWithdrawalOf(exported)}
            union all select id from mails where store_id = ${storeId} and ${isMailOf(exported)}
          ))
        order by webhook_id, return_id, seq limit ${SLICE_DELIVERIES}
      )
      select page.id as "deliveryId", webhook_id as "webhookId", page.return_id as "returnId", seq as sequence, type,
        ${instantText(sql`at`)} as at, state as status, payload.body::json as payload, (
          select coalesce(json_agg(json_build_object('at', ${instantText(sql`attempt.at`)}, 'status', status, 'durationMs',
            duration_ms, 'error', error, 'answer', answer) order by number), '[]')
          from webhook_attempts as attempt where attempt.store_id = ${storeId} and attempt.webhook_id = page.webhook_id
            and attempt.return_id = page.return_id and attempt.seq = page.seq
        ) as attempts
      from page left join webhook_payloads as payload on payload.store_id = ${storeId} and payload.id = payload_id
      order by webhook_id, page.return_id, seq`);
    for (const delivery of rows) yield [JSON.stringify(delivery)];
    const last = rows.at(-1);
    if (!last || rows.length < SLICE_DELIVERIES) return;
    ({ webhookId, returnId, sequence } = last);
  }
}

/** Yields the responses that are kept for an `Idempotency-Key`. */
export async function* exportResponses(exported: Exported): Section {
  const { ctx, storeId, customerId } = exported;
  let [objectId, operation, key] = ["", "", ""];
  for (;;) {
    const { rows } = await ctx.db.execute<{
      objectId: string;
      operation: string;
      key: string;
      response: unknown;
      at: string;
    }>(sql`
      select object_id as "objectId", operation, key, ${instantText(sql`created_at`)} as at, answer::json as response
      from idempotency_keys
      where store_id = ${storeId} and (object_id, operation, key) > (${objectId}, ${operation}, ${key})
        and object_id = any(array(
          select id from orders where store_id = ${storeId} and customer_id = ${customerId}
          union all select id from returns where store_id = ${storeId} and customer_id = ${customerId}
          union all select id from withdrawals where store_id = ${storeId} and ${isWithdrawalOf(exported)}
        ))
      order by object_id, operation, key limit ${SLICE_RESPONSES}`);
    for (const { objectId: id, ...response } of rows) yield [JSON.stringify({ id, ...response })];
    const last = rows.at(-1);
    if (!last || rows.length < SLICE_RESPONSES) return;
    ({ objectId, operation, key } = last);
  }
}
