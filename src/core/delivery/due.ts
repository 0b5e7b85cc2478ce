import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { Stream } from "./leases.ts";

type Webhook = Omit<Stream, "returnId">;

const MAX_WEBHOOKS = 10_000;
/** Compared with `now()`, the start of the statement, so that an index can be searched. */
const IS_DUE = sql`stream.due_at <= now() and (stream.leased_until is null or stream.leased_until <= now())`;

/**
 * Returns the webhooks with a stream that is due and has no lease: its pause is over, its worker died or its
 * wake-up was lost. Not of stores that are not in this cell. Steps from webhook to webhook along the index, so the cost doesn't grow with the events
 * of a webhook.
 */
export async function dueWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const { rows } = await ctx.db.execute<Webhook>(sql`
    with recursive waiting as (
      (select store_id, webhook_id from webhook_streams where due_at is not null order by store_id, webhook_id limit 1)
      union all
      select next.store_id, next.webhook_id from waiting, lateral (
        select store_id, webhook_id from webhook_streams as stream
        where due_at is not null and (stream.store_id, stream.webhook_id) > (waiting.store_id, waiting.webhook_id)
        order by store_id, webhook_id limit 1
      ) as next
    )
    select waiting.store_id as "storeId", waiting.webhook_id as "webhookId"
    from waiting join webhooks on webhooks.store_id = waiting.store_id and webhooks.id = waiting.webhook_id
    where deleted_at is null and disabled_at is null and exists (
      select from webhook_streams as stream
      where stream.store_id = waiting.store_id and stream.webhook_id = waiting.webhook_id and ${IS_DUE}
    ) and not is_store_away(waiting.store_id)
    limit ${MAX_WEBHOOKS}`);
  return rows;
}

/** Returns the streams of a webhook that are due, the longest overdue first. */
export async function dueStreams(
  ctx: Ctx,
  { storeId, webhookId }: Webhook,
  limit: number,
): Promise<Stream[]> {
  const { rows } = await ctx.db.execute<{ returnId: string }>(sql`
    select return_id as "returnId" from webhook_streams as stream
    where store_id = ${storeId} and webhook_id = ${webhookId} and ${IS_DUE}
    order by due_at limit ${limit}`);
  return rows.map(({ returnId }) => ({ storeId, webhookId, returnId }));
}
