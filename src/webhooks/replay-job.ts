import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { type EventType, webhookSubjects } from "../db/tables/webhooks.ts";
import { appendEvents } from "../delivery/outbox.ts";
import { defineJob } from "../jobs/define-job.ts";
import { type OfStore, sendFairly, trySlice } from "../jobs/fair.ts";
import { isThere } from "./find.ts";
import { inSlice, SLICE_OPTIONS } from "./sliced.ts";

/** `after` is the return that the slice before ended with. */
export type Replay = OfStore & {
  webhookId: string;
  replayId: string;
  requestId: string;
  start: string;
  after?: string;
};

const SLICE = 200;
/** So many events are appended together, unless those of one return are more. */
const MAX_EVENTS = 5_000;

/**
 * Puts what a webhook was told from `start` on behind what it still has to hear, return by return: each event once, as it
 * was, under a new number. A return of which everything since is waiting to be told is left alone.
 */
export const replayJob = defineJob<Replay>({
  name: "webhooks.replay",
  ...SLICE_OPTIONS,
  handle: async (ctx, replays) => {
    for (const data of replays) {
      const work = (replay: Replay) => inSlice(ctx, (tx) => replaySlice(tx, replay));
      await trySlice(ctx, replayJob, { data, work });
    }
  },
});

async function replaySlice(tx: Ctx, replay: Replay): Promise<void> {
  const { storeId, webhookId, replayId } = replay;
  if (!(await isThere(tx, storeId, webhookId))) return;
  const ofWebhook = and(eq(webhookSubjects.storeId, storeId), eq(webhookSubjects.webhookId, webhookId));
  const locked = await tx.db
    .select({ returnId: webhookSubjects.returnId, replayId: webhookSubjects.replayId })
    .from(webhookSubjects)
    .where(and(ofWebhook, gt(webhookSubjects.returnId, replay.after ?? "")))
    .orderBy(asc(webhookSubjects.returnId))
    .limit(SLICE)
    .for("no key update");
  const subjects = await firstOf(tx, replay, locked);
  // A slice that was done before its worker died is not done again.
  const open = subjects.filter((subject) => subject.replayId !== replayId).map(({ returnId }) => returnId);
  const events = await eventsSince(tx, replay, open);
  if (events.length > 0) await appendEvents(tx, storeId, events);
  await tx.db
    .update(webhookSubjects)
    .set({ replayId })
    .where(and(ofWebhook, inArray(webhookSubjects.returnId, open)));
  const last = subjects.at(-1);
  const isEnd = subjects.length === locked.length && locked.length < SLICE;
  if (last && !isEnd) await sendFairly(tx, replayJob, { ...replay, after: last.returnId });
}

/** As many of them, from the first on, as have no more than `MAX_EVENTS` together. */
async function firstOf<Of extends { returnId: string }>(
  tx: Ctx,
  { storeId, webhookId, start }: Replay,
  subjects: Of[],
): Promise<Of[]> {
  const returnIds = sql.param(subjects.map(({ returnId }) => returnId));
  const { rows } = await tx.db.execute<{ return_id: string; count: number }>(sql`
    select return_id, count(*)::int as count from webhook_events
    where store_id = ${storeId} and webhook_id = ${webhookId} and return_id = any(${returnIds}::text[])
      and at >= ${start}::timestamptz
    group by return_id`);
  const counts = new Map(rows.map((row) => [row.return_id, row.count]));
  let events = 0;
  const end = subjects.findIndex(({ returnId }, place) => {
    events += counts.get(returnId) ?? 0;
    return place > 0 && events > MAX_EVENTS;
  });
  return end === -1 ? subjects : subjects.slice(0, end);
}

/** Earlier replays have told some of it under later numbers: of each moment the last telling counts. */
async function eventsSince(tx: Ctx, replay: Replay, returnIds: string[]) {
  const { storeId, webhookId, requestId, start } = replay;
  const { rows } = await tx.db.execute<{
    return_id: string;
    type: EventType;
    at: string;
    payload_id: string;
  }>(sql`
    with told as (
      select distinct on (return_id, at) return_id, at, type, payload_id, state
      from webhook_events
      where store_id = ${storeId} and webhook_id = ${webhookId} and return_id = any(${sql.param(returnIds)}::text[])
        and at >= ${start}::timestamptz
      order by return_id, at, seq desc
    )
    select return_id, type, at, payload_id from told
    where return_id in (select return_id from told where state <> 'pending')
    order by return_id, at`);
  const kept = await holdPayloads(
    tx,
    storeId,
    rows.map((row) => row.payload_id),
  );
  return rows
    .filter((row) => kept.has(row.payload_id))
    .map((row) => ({
      ...{ webhookId, requestId, returnId: row.return_id, type: row.type },
      ...{ at: new Date(row.at), payloadId: row.payload_id },
    }));
}

/** Locks payloads against being removed; returns those that are still there. */
async function holdPayloads(tx: Ctx, storeId: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    select id from webhook_payloads where store_id = ${storeId} and id = any(${sql.param(ids)}::text[])
    order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}
