import { newId } from "../../lib/ids.ts";
import { NOW } from "../../platform/db/now.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { EventType } from "../../platform/db/tables/webhooks.ts";
import { recorder } from "../../platform/tracing/tracing.ts";
import { type Ctx, withCommit } from "../ctx.ts";
import type { Stream } from "./leases.ts";
import { wakeUp } from "./queue.ts";

export type NewEvent = {
  webhookId: string;
  returnId: string;
  type: EventType;
  at: Date;
  payloadId: string;
  requestId: string;
};

/**
 * Appends events to their streams, in the order given, each with the stream's next `seq`, and queues
 * wake-ups: two statements, whatever the number of events. Locks the streams until the caller's transaction
 * ends, so the numbers have no gaps. `areBusy`: some of the streams may have pending events. Those need no wake-up,
 * which the first statement has to confirm.
 */
export async function appendEvents(
  ctx: Ctx,
  storeId: string,
  { events, areBusy = true }: { events: NewEvent[]; areBusy?: boolean },
): Promise<void> {
  const [firstPauseMs = 0] = ctx.config.webhookRetrySchedule;
  const trace = recorder?.current();
  const ofStreams = [...Map.groupBy(events, (event) => `${event.webhookId} ${event.returnId}`).values()];
  const rows = ofStreams.flatMap((all) =>
    all.map((event, i) => {
      return { ...event, id: newId("whe"), behind: all.length - 1 - i, count: all.length, ...trace };
    }),
  );
  const appended = append(ctx.db, storeId, JSON.stringify(rows), firstPauseMs);
  withCommit(ctx, appended);
  const idle = areBusy ? await appended : ofStreams.flatMap(([first]) => first ?? []);
  const streams = idle.map(({ webhookId, returnId }) => ({ storeId, webhookId, returnId }));
  await wakeUp(ctx, streams, events[0]?.requestId);
}

/**
 * `count` is how many events of a stream are appended, and `behind` how many of them come after an event. Returns the
 * streams that had no pending event. The others were woken by their first one: who sends it goes on with these.
 */
const append = prepared<Omit<Stream, "storeId">>(
  "webhooks_append",
  `
  with given as (
    select * from json_to_recordset($2::json) as event("webhookId" text, "returnId" text, type text, at timestamptz,
      "payloadId" text, "requestId" text, id text, behind int, count int, traceparent text, tracestate text)
  ), streams as (
    insert into webhook_streams as stream (store_id, webhook_id, return_id, last_seq, pending, due_at)
    select $1, "webhookId", "returnId", count, count, ${NOW} + $3::int * interval '1 millisecond'
    from given where behind = 0 order by "webhookId", "returnId"
    on conflict (store_id, webhook_id, return_id) do update set
      last_seq = stream.last_seq + excluded.last_seq, pending = stream.pending + excluded.pending,
      due_at = coalesce(stream.due_at, excluded.due_at)
    returning webhook_id, return_id, last_seq, pending
  ), events as (
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, traceparent,
      tracestate, state, created_at)
    select $1, webhook_id, return_id, last_seq - behind, id, type, at, "payloadId", "requestId", traceparent,
      tracestate, 'pending', ${NOW}
    from given join streams on webhook_id = "webhookId" and return_id = "returnId"
  )
  select "webhookId", "returnId" from given join streams on webhook_id = "webhookId" and return_id = "returnId"
  where behind = 0 and pending = count`,
);

/** A return and its order, as payloads show them. */
export type ShownReturn = { return: { id: string }; order: object };

/** A payload about `aboutId`, with what is shown of it. */
export type Payload = { aboutId: string; type: EventType; at: Date; merchantName: string; shown: object };

/** Stores payloads exactly as they will be sent, in the caller's transaction. Returns their ids. */
export function storePayloads(ctx: Ctx, storeId: string, payloads: Payload[]): string[] {
  const ids = payloads.map(() => newId("whp"));
  const returnIds = payloads.map(({ aboutId }) => aboutId);
  const bodies = payloads.map(({ type, at, merchantName, shown }) => {
    return JSON.stringify({ type, at: at.toISOString(), merchantName, ...shown });
  });
  withCommit(ctx, insertPayloads(ctx.db, storeId, ids, returnIds, bodies));
  return ids;
}

const insertPayloads = prepared(
  "webhooks_keep_payloads",
  `
  insert into webhook_payloads (store_id, id, return_id, body, created_at)
  select $1, id, return_id, body, ${NOW}
  from unnest($2::text[], $3::text[], $4::text[]) as payload(id, return_id, body)`,
);
