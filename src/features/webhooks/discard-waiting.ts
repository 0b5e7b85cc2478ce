import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { SLICE_ROWS } from "../../core/jobs/retention.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { NOW } from "../../platform/db/now.ts";

/**
 * Discards a slice of the events that disabled webhooks have kept waiting since before a time, so that what a
 * lost receiver costs is bounded. As with any discarded event, a replay can send them as long as they are kept.
 * Returns how many there were.
 */
export function discardWaiting(ctx: Ctx, storeId: string, since: Date): Promise<number> {
  return inSlice(ctx, async ({ db }) => {
    // Streams are locked before their events, as by everything that writes both. One whose event is being sent
    // has a lease, and is left for the next day. After a new fence an acquiring process reads the events again.
    const { rows } = await db.execute<{ discarded: number }>(sql`
      with old as materialized (
        select hook.id as webhook_id, return_id, seq from webhooks as hook, lateral (
          select return_id, seq from webhook_events as event
          where event.store_id = ${storeId} and event.webhook_id = hook.id and state = 'pending'
            and event.id < ${firstIdAt("whe", since)} and created_at < ${since.toISOString()}::timestamptz
          order by event.id limit ${SLICE_ROWS}
        ) as event
        where hook.store_id = ${storeId} and disabled_at is not null and deleted_at is null limit ${SLICE_ROWS}
      ), locked as materialized (
        select stream.webhook_id, stream.return_id from webhook_streams as stream
        where stream.store_id = ${storeId} and (webhook_id, return_id) in (select webhook_id, return_id from old)
          and (leased_until is null or leased_until <= clock_timestamp())
        order by stream.webhook_id, stream.return_id for no key update
      ), discarded as (
        update webhook_events as event set state = 'discarded', finished_at = ${sql.raw(NOW)}
        from old join locked using (webhook_id, return_id)
        where event.store_id = ${storeId} and event.webhook_id = old.webhook_id
          and event.return_id = old.return_id and event.seq = old.seq and state = 'pending'
        returning event.webhook_id, event.return_id
      ), counted as (
        select webhook_id, return_id, count(*)::int as events from discarded group by webhook_id, return_id
      ), moved as (
        update webhook_streams as stream
        set fence = stream.fence + 1, pending = pending - events,
          due_at = case when pending > events then due_at end
        from counted
        where stream.store_id = ${storeId} and stream.webhook_id = counted.webhook_id
          and stream.return_id = counted.return_id
      )
      select count(*)::int as discarded from discarded`);
    return rows[0]?.discarded ?? 0;
  });
}
