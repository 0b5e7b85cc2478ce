import type { Ctx } from "../../../core/ctx.ts";
import type { AttemptOfLease, RecordResult } from "../../../core/delivery/record-attempts.ts";
import { storableText } from "../../../lib/text.ts";
import { NOW } from "../../../platform/db/now.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { LEASE_MS } from "./poll.ts";
import type { NextPoll } from "./streams.ts";

/** Records how shops were read, says when each is read again, and releases the leases. Returns one result per attempt. */
export async function recordPolls(
  ctx: Ctx,
  attempts: AttemptOfLease<NextPoll>[],
): Promise<RecordResult<NextPoll>[]> {
  const given = attempts.map(({ lease, attempt, pauseMs = 0 }, place) => ({
    ...{ place, storeId: lease.storeId, id: lease.webhookId, fence: lease.fence },
    ...{
      at: attempt?.at.toISOString() ?? null,
      error: attempt?.error == null ? null : storableText(attempt.error, MAX_ERROR_CHARACTERS),
    },
    pauseMs: attempt?.pauseMs ?? pauseMs,
  }));
  const rows = await record(ctx.db, JSON.stringify(given));
  const recorded = new Map(rows.map(({ place, againInMs }) => [place, { againInMs: Math.ceil(againInMs) }]));
  return given.map(({ place }) => recorded.get(place) ?? "lost");
}

const MAX_ERROR_CHARACTERS = 500;
/** Since the lease was acquired; its columns are rounded to milliseconds. */
const LEASED = `interval '${LEASE_MS + 1} milliseconds'`;

/**
 * No row for a lease that is lost, as after a change of the connector. What has become due since the lease was acquired was
 * asked for meanwhile: that the shop is read now.
 */
const record = prepared<{ place: number; againInMs: number }>(
  "record_connector_polls",
  `update connectors set fence = connectors.fence + 1, leased_until = null,
     due_at = case when connectors.due_at > connectors.leased_until - ${LEASED} then connectors.due_at
       else ${NOW} + "pauseMs" * interval '1 millisecond' end,
     failures = case when at is null then failures when error is null then 0 else failures + 1 end,
     failing_since = case when at is null then failing_since when error is not null then coalesce(failing_since, at) end,
     last_error = case when at is null then last_error else error end,
     last_success_at = case when at is not null and error is null then at else last_success_at end
   from json_to_recordset($1::json) as given(place int, "storeId" text, id text, fence bigint, at timestamptz,
     error text, "pauseMs" int)
   where connectors.store_id = "storeId" and connectors.id = given.id and connectors.fence = given.fence
   returning place,
     greatest(0, extract(epoch from connectors.due_at - clock_timestamp()) * 1000)::float8 as "againInMs"`,
);
