import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import type { Stream } from "./leases.ts";

type Webhook = Omit<Stream, "returnId">;

const MOST_WEBHOOKS = 10_000;
/** By the time at which the statement began, which an index can be searched by. */
const IS_DUE = sql`subject.due_at <= now() and (subject.leased_until is null or subject.leased_until <= now())`;

/**
 * The webhooks that have something to send now and nobody who does: what waited is due, a worker died, a wake-up was lost. It
 * steps from webhook to webhook along the index, so that one with a million waiting costs what one with a single one does.
 */
export async function dueWebhooks(ctx: Ctx): Promise<Webhook[]> {
  const { rows } = await ctx.db.execute<Webhook>(sql`
    with recursive waiting as (
      (select store_id, webhook_id from webhook_subjects where due_at is not null order by store_id, webhook_id limit 1)
      union all
      select next.store_id, next.webhook_id from waiting, lateral (
        select store_id, webhook_id from webhook_subjects as subject
        where due_at is not null and (subject.store_id, subject.webhook_id) > (waiting.store_id, waiting.webhook_id)
        order by store_id, webhook_id limit 1
      ) as next
    )
    select waiting.store_id as "storeId", waiting.webhook_id as "webhookId"
    from waiting join webhooks on webhooks.store_id = waiting.store_id and webhooks.id = waiting.webhook_id
    where deleted_at is null and exists (
      select from webhook_subjects as subject
      where subject.store_id = waiting.store_id and subject.webhook_id = waiting.webhook_id and ${IS_DUE}
    )
    limit ${MOST_WEBHOOKS}`);
  return rows;
}

/** Those of a webhook's subjects that are due, the longest overdue first. */
export async function dueStreams(ctx: Ctx, { storeId, webhookId }: Webhook, most: number): Promise<Stream[]> {
  const { rows } = await ctx.db.execute<{ returnId: string }>(sql`
    select return_id as "returnId" from webhook_subjects as subject
    where store_id = ${storeId} and webhook_id = ${webhookId} and ${IS_DUE}
    order by due_at limit ${most}`);
  return rows.map(({ returnId }) => ({ storeId, webhookId, returnId }));
}
