import type { Ctx } from "../../../core/ctx.ts";
import type { AttemptOfLease, RecordResult } from "../../../core/delivery/record-attempts.ts";
import { NOW } from "../../../platform/db/now.ts";
import { prepared } from "../../../platform/db/prepared.ts";
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
      error: attempt?.error?.slice(0, MAX_ERROR_CHARACTERS) ?? null,
    },
    pauseMs: attempt?.pauseMs ?? pauseMs,
  }));
  const rows = await record(ctx.db, JSON.stringify(given));
  const recorded = new Set(rows.map(({ place }) => place));
  return given.map(({ place, pauseMs }) => (recorded.has(place) ? { againInMs: pauseMs } : "lost"));
}

const MAX_ERROR_CHARACTERS = 500;

/** No row for a lease that is lost, as after a change of the connector. */
const record = prepared<{ place: number }>(
  "record_connector_polls",
  `update connectors set fence = connectors.fence + 1, leased_until = null,
     due_at = ${NOW} + "pauseMs" * interval '1 millisecond',
     failures = case when at is null then failures when error is null then 0 else failures + 1 end,
     failing_since = case when at is null then failing_since when error is not null then coalesce(failing_since, at) end,
     last_error = case when at is null then last_error else error end,
     last_success_at = case when at is not null and error is null then at else last_success_at end
   from json_to_recordset($1::json) as given(place int, "storeId" text, id text, fence bigint, at timestamptz,
     error text, "pauseMs" int)
   where connectors.store_id = "storeId" and connectors.id = given.id and connectors.fence = given.fence
   returning place`,
);
