import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { appendEvents } from "../../core/delivery/outbox.ts";
import { defineJob } from "../../core/jobs/define-job.ts";
import { SLICE_OPTIONS, type StoreJobData, sendFairly, trySlice } from "../../core/jobs/fair.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { type EventType, webhookStreams } from "../../platform/db/tables/webhooks.ts";
import { webhookExists } from "./find.ts";

/** `after` is the last return of the slice before. */
export type Replay = StoreJobData & {
  webhookId: string;
  replayId: string;
  requestId: string;
  start: string;
  after?: string;
};

const SLICE_STREAMS = 200;
/** At most this many events are appended together, unless one return has more. */
const MAX_EVENTS = 5_000;

/**
 * Appends the events since `start` once more, return by return, under new sequences. Each event is appended
 * once, however often it was replayed. A return whose events since `start` are all pending is skipped.
 */
export const replayJob = defineJob<Replay>({
  name: "webhooks.replay",
  ...SLICE_OPTIONS,
  handle: async (ctx, replays) => {
    for (const data of replays) {
      const work = async (replay: Replay) => {
        const isDone = await inSlice(ctx, (tx) => replaySlice(tx, replay));
        if (isDone) ctx.doneJobs.add(replay.storeId, "replays");
      };
      await trySlice(ctx, replayJob, { data, work });
    }
  },
});

/** Returns whether the replay is done. */
async function replaySlice(tx: Ctx, replay: Replay): Promise<boolean> {
  const { storeId, webhookId, replayId } = replay;
  if (!(await webhookExists(tx, storeId, webhookId))) return true;
  const ofWebhook = and(eq(webhookStreams.storeId, storeId), eq(webhookStreams.webhookId, webhookId));
  const locked = await tx.db
    .select({ returnId: webhookStreams.returnId, replayId: webhookStreams.replayId })
    .from(webhookStreams)
    .where(and(ofWebhook, gt(webhookStreams.returnId, replay.after ?? "")))
    .orderBy(asc(webhookStreams.returnId))
    .limit(SLICE_STREAMS)
    .for("no key update");
  const streams = await firstStreams(tx, replay, locked);
  // A slice that was committed before its worker died is not repeated.
  const returnIds = streams.filter((stream) => stream.replayId !== replayId).map(({ returnId }) => returnId);
  const events = await eventsSince(tx, replay, returnIds);
  if (events.length > 0) await appendEvents(tx, storeId, { events });
  await tx.db
    .update(webhookStreams)
    .set({ replayId })
    .where(and(ofWebhook, inArray(webhookStreams.returnId, returnIds)));
  const last = streams.at(-1);
  const isEnd = streams.length === locked.length && locked.length < SLICE_STREAMS;
  if (!last || isEnd) return true;
  await sendFairly(tx, replayJob, { ...replay, after: last.returnId });
  return false;
}

/** Returns the leading streams that have at most `MAX_EVENTS` together. */
async function firstStreams<S extends { returnId: string }>(
  tx: Ctx,
  { storeId, webhookId, start }: Replay,
  streams: S[],
): Promise<S[]> {
  const returnIds = sql.param(streams.map(({ returnId }) => returnId));
  const { rows } = await tx.db.execute<{ return_id: string; count: number }>(sql`
    select return_id, count(*)::int as count from webhook_events
    where store_id = ${storeId} and webhook_id = ${webhookId} and return_id = any(${returnIds}::text[])
      and at >= ${start}::timestamptz
    group by return_id`);
  const counts = new Map(rows.map((row) => [row.return_id, row.count]));
  let events = 0;
  const end = streams.findIndex(({ returnId }, i) => {
    events += counts.get(returnId) ?? 0;
    return i > 0 && events > MAX_EVENTS;
  });
  return end === -1 ? streams : streams.slice(0, end);
}

/** Earlier replays may have appended the same events: the last one of each `at` counts. */
async function eventsSince(tx: Ctx, replay: Replay, returnIds: string[]) {
  const { storeId, webhookId, requestId, start } = replay;
  const { rows } = await tx.db.execute<{
    return_id: string;
    type: EventType;
    at: string;
    payload_id: string;
  }>(sql`
    with latest as (
      select distinct on (return_id, at) return_id, at, type, payload_id, state
      from webhook_events
      where store_id = ${storeId} and webhook_id = ${webhookId} and return_id = any(${sql.param(returnIds)}::text[])
        and at >= ${start}::timestamptz
      order by return_id, at, seq desc
    )
    select return_id, type, at, payload_id from latest
    where return_id in (select return_id from latest where state <> 'pending')
    order by return_id, at`);
  const existing = await lockPayloads(
    tx,
    storeId,
    rows.map((row) => row.payload_id),
  );
  return rows
    .filter((row) => existing.has(row.payload_id))
    .map((row) => ({
      ...{ webhookId, requestId, returnId: row.return_id, type: row.type },
      ...{ at: new Date(row.at), payloadId: row.payload_id },
    }));
}

/** Locks payloads against removal; returns the ids of those that exist. */
async function lockPayloads(tx: Ctx, storeId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select id from webhook_payloads where store_id = ${storeId} and id = any(${sql.param(ids)}::text[])
    order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}
