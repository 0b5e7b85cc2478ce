import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { keptSince, type Progress, type RetentionRule, SLICE_ROWS } from "../jobs/retention.ts";
import { idsFrom } from "../lib/ids.ts";

type Old = { storeId: string; since: Date };

/** Removes deliveries that were made or discarded, with their attempts, then the payloads to which no delivery refers. */
export const deliveriesRetention: RetentionRule = {
  kind: "webhookDeliveries",
  remove: async (ctx, { storeId, keptSeconds, mark }) => {
    const old = { storeId, since: await momentOf(ctx, keptSeconds) };
    if (mark === undefined && (await removeEvents(ctx, old)) === SLICE_ROWS) return { isDone: false };
    return removePayloads(ctx, old, mark ?? "");
  },
};

/** Ids begin with the time of their making, so that the moment leads to the oldest in their index. */
async function momentOf(ctx: Ctx, keptSeconds: number): Promise<Date> {
  const { rows } = await ctx.db.execute<{ since: string }>(
    sql`select extract(epoch from ${keptSince(keptSeconds)}) * 1000 as since`,
  );
  return new Date(Math.floor(Number(rows[0]?.since)));
}

/** What is pending stays. */
async function removeEvents(ctx: Ctx, { storeId, since }: Old): Promise<number> {
  const { rowCount } = await ctx.db.execute(sql`
    with old as (
      select hook.id as webhook_id, return_id, seq
      from webhooks as hook, lateral (
        select return_id, seq from webhook_events
        where store_id = ${storeId} and webhook_id = hook.id and id < ${idsFrom("whe", since)}
          and state <> 'pending' and finished_at < ${since.toISOString()}::timestamptz
        order by id limit ${SLICE_ROWS} for update skip locked
      ) as event
      where hook.store_id = ${storeId} limit ${SLICE_ROWS}
    ), attempts as (
      delete from webhook_attempts as attempt using old
      where store_id = ${storeId} and attempt.webhook_id = old.webhook_id
        and attempt.return_id = old.return_id and attempt.seq = old.seq
    )
    delete from webhook_events as event using old
    where store_id = ${storeId} and event.webhook_id = old.webhook_id
      and event.return_id = old.return_id and event.seq = old.seq`);
  return rowCount ?? 0;
}

/** Goes through the payloads behind `after`, slice by slice: those that replays still refer to stay. */
async function removePayloads(ctx: Ctx, { storeId, since }: Old, after: string): Promise<Progress> {
  const { rows } = await ctx.db.execute<{ last: string; looked: number }>(sql`
    with old as (
      select id, return_id from webhook_payloads
      where store_id = ${storeId} and id > ${after} and id < ${idsFrom("whp", since)}
        and created_at < ${since.toISOString()}::timestamptz
      order by id limit ${SLICE_ROWS}
    ), unused as (
      select id from old where not exists (
        select from webhooks as hook join webhook_events as event
          on event.store_id = hook.store_id and event.webhook_id = hook.id
        where hook.store_id = ${storeId} and event.return_id = old.return_id and event.payload_id = old.id
      )
    ), removed as (
      delete from webhook_payloads where store_id = ${storeId} and id in (select id from unused)
    )
    select max(id) as last, count(*)::int as looked from old`);
  const { last, looked = 0 } = rows[0] ?? {};
  return looked < SLICE_ROWS ? { isDone: true } : { isDone: false, mark: last };
}
