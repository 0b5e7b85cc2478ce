import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { sendFairly } from "../../core/jobs/fair.ts";
import { type Progress, type RetentionRule, retentionCutoff, SLICE_ROWS } from "../../core/jobs/retention.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { discardWaiting } from "./discard-waiting.ts";
import { purgeWebhookJob } from "./purge-webhook-job.ts";
import { removeUnusedPayloads } from "./remove-unused-payloads.ts";

type Old = { storeId: string; since: Date };

/** A deleted webhook that still has a row after this time has lost its purge job. */
const LOST_AFTER = "1 day";

/**
 * Removes delivered and discarded deliveries with their attempts, then unused payloads, and queues lost purge
 * jobs again.
 */
export const deliveriesRetention: RetentionRule = {
  kind: "webhookDeliveries",
  remove: async (ctx, { storeId, retentionSeconds, cursor }) => {
    const old = { storeId, since: await cutoffOf(ctx, retentionSeconds) };
    // The id of a payload, or else of each webhook the last event that was removed.
    if (cursor?.startsWith("whp_")) return removePayloads(ctx, old, cursor);
    const after: Record<string, string> = cursor === undefined ? {} : JSON.parse(cursor);
    if ((await discardWaiting(ctx, storeId, old.since)) === SLICE_ROWS) return { isDone: false, cursor };
    const events = await removeEvents(ctx, old, after);
    const removed = events.reduce((sum, { count }) => sum + count, 0);
    if (removed === SLICE_ROWS) {
      for (const { webhookId, last } of events) after[webhookId] = last;
      return { isDone: false, removed, cursor: JSON.stringify(after) };
    }
    await resendLostPurges(ctx, storeId);
    return { ...(await removePayloads(ctx, old, "")), removed };
  },
};

/** Returns the cutoff. Ids begin with their creation time, so it is also a position in the index of ids. */
async function cutoffOf(ctx: Ctx, retentionSeconds: number): Promise<Date> {
  const { rows } = await ctx.db.execute<{ since: string }>(
    sql`select extract(epoch from ${retentionCutoff(retentionSeconds)}) * 1000 as since`,
  );
  return new Date(Math.floor(Number(rows[0]?.since)));
}

type RemovedEvents = { webhookId: string; count: number; last: string };

/** Pending events are kept; those of disabled webhooks were discarded before. `after` has ids by webhook. */
async function removeEvents(
  ctx: Ctx,
  { storeId, since }: Old,
  after: Record<string, string>,
): Promise<RemovedEvents[]> {
  const { rows } = await ctx.db.execute<RemovedEvents>(sql`
    with old as (
      select hook.id as webhook_id, return_id, seq
      from webhooks as hook, lateral (
        select return_id, seq from webhook_events
        where store_id = ${storeId} and webhook_id = hook.id and id < ${firstIdAt("whe", since)}
          and id > coalesce(${JSON.stringify(after)}::json ->> hook.id, '')
          and state <> 'pending' and finished_at < ${since.toISOString()}::timestamptz
        order by id limit ${SLICE_ROWS} for update skip locked
      ) as event
      where hook.store_id = ${storeId} limit ${SLICE_ROWS}
    ), attempts as (
      delete from webhook_attempts as attempt using old
      where store_id = ${storeId} and attempt.webhook_id = old.webhook_id
        and attempt.return_id = old.return_id and attempt.seq = old.seq
    ), removed as (
      delete from webhook_events as event using old
      where store_id = ${storeId} and event.webhook_id = old.webhook_id
        and event.return_id = old.return_id and event.seq = old.seq
      returning event.webhook_id, event.id
    )
    select webhook_id as "webhookId", count(*)::int as count, max(id) as last from removed group by webhook_id`);
  return rows;
}

async function resendLostPurges(ctx: Ctx, storeId: string): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from webhooks where store_id = ${storeId} and deleted_at < now() - ${LOST_AFTER}::interval`);
  for (const { id } of rows) await sendFairly(ctx, purgeWebhookJob, { storeId, webhookId: id });
}

/** Removes unused payloads after the id `after`, slice by slice; a replay may still refer to old ones. */
async function removePayloads(ctx: Ctx, { storeId, since }: Old, after: string): Promise<Progress> {
  const isOld = sql`id < ${firstIdAt("whp", since)} and created_at < ${since.toISOString()}::timestamptz`;
  // Without a webhook all payloads are unused, however new.
  const condition = (await hasWebhooks(ctx, storeId)) ? isOld : sql`true`;
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from webhook_payloads where store_id = ${storeId} and id > ${after} and ${condition}
    order by id limit ${SLICE_ROWS}`);
  const ids = rows.map(({ id }) => id);
  await inTransaction(ctx, (tx) => removeUnusedPayloads(tx, storeId, ids));
  return ids.length < SLICE_ROWS ? { isDone: true } : { isDone: false, cursor: ids.at(-1) };
}

async function hasWebhooks({ db }: Ctx, storeId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from webhooks where store_id = ${storeId} limit 1`);
  return rows.length > 0;
}
