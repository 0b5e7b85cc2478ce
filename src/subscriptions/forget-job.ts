import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { webhooks } from "../db/tables/webhooks.ts";
import { defineJob } from "../jobs/define-job.ts";
import { idsFrom } from "../lib/ids.ts";

/** How long what was delivered or discarded is kept. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
/** So many rows at once that nobody waits for the statement. */
const SLICE = 2_000;

/** Removes what was delivered or discarded long ago, and what was sent then, once a day. What is pending stays. */
export const forgetJob = defineJob<object>({
  name: "webhooks.forget",
  queue: {
    policy: "short",
    retryLimit: 5,
    retryDelay: 60,
    expireInSeconds: 3_600,
    deleteAfterSeconds: 3_600,
  },
  work: { pollingIntervalSeconds: 60 },
  cron: "37 3 * * *",
  isLong: true,
  handle: async (ctx) => {
    const before = new Date(ctx.now().getTime() - KEPT_MS);
    const all = await ctx.db.select({ storeId: webhooks.storeId, webhookId: webhooks.id }).from(webhooks);
    for (const webhook of all) {
      let forgotten = SLICE;
      while (forgotten === SLICE) forgotten = await forgetEvents(ctx, webhook, before);
    }
    for (const storeId of new Set(all.map((webhook) => webhook.storeId))) {
      let after: string | undefined = "";
      while (after !== undefined) after = await forgetPayloads(ctx, storeId, { before, after });
    }
  },
});

async function forgetEvents(
  ctx: Ctx,
  { storeId, webhookId }: { storeId: string; webhookId: string },
  before: Date,
): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`
    with old as (
      select return_id, seq from webhook_events
      where store_id = ${storeId} and webhook_id = ${webhookId} and id < ${idsFrom("whe", before)}
        and state <> 'pending' and finished_at < ${before.toISOString()}::timestamptz
      order by id limit ${SLICE} for update skip locked
    ), attempts as (
      delete from webhook_attempts as attempt using old
      where store_id = ${storeId} and webhook_id = ${webhookId}
        and attempt.return_id = old.return_id and attempt.seq = old.seq
    )
    delete from webhook_events as event using old
    where store_id = ${storeId} and webhook_id = ${webhookId}
      and event.return_id = old.return_id and event.seq = old.seq`);
  return rowCount ?? 0;
}

/** Goes through what was sent, slice by slice, and removes what no event refers to; gives where the next slice begins. */
async function forgetPayloads(
  ctx: Ctx,
  storeId: string,
  { before, after }: { before: Date; after: string },
): Promise<string | undefined> {
  const { rows } = await ctx.db.execute<{ last: string; looked: number }>(sql`
    with old as (
      select id, return_id from webhook_payloads
      where store_id = ${storeId} and id > ${after} and id < ${idsFrom("whp", before)}
      order by id limit ${SLICE}
    ), unused as (
      select id from old where not exists (
        select from webhooks as hook join webhook_events as event
          on event.store_id = hook.store_id and event.webhook_id = hook.id
        where hook.store_id = ${storeId} and event.return_id = old.return_id and event.payload_id = old.id
      )
    ), forgotten as (
      delete from webhook_payloads where store_id = ${storeId} and id in (select id from unused)
    )
    select max(id) as last, count(*)::int as looked from old`);
  const [slice] = rows;
  return slice?.looked === SLICE ? slice.last : undefined;
}
