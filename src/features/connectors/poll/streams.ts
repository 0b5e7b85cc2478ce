import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { type AcquireResult, NOW_MS, type Stream, UNTIL_LAPSE } from "../../../core/delivery/leases.ts";
import type { Receiver } from "../../../core/delivery/transport.ts";
import { IS_DUE } from "../../../core/delivery/waiting-streams.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { Connected } from "../open-shop.ts";

/** What is read of a shop next: from where, and how often in a row it could not be read before. */
export type NextPoll = Connected & { connectorId: string; cursor: string | null; failures: number };

const MAX_DUE = 10_000;

/** A connector is a receiver with one stream. */
const streamOf = ({ storeId, id }: { storeId: string; id: string }): Stream => ({
  ...{ storeId, webhookId: id, returnId: "" },
});

/** Returns the connectors that are due and have no lease, those due longest first. Not those that are not in this cell. */
export async function dueConnectors(ctx: Ctx): Promise<Receiver[]> {
  const { rows } = await ctx.db.execute<{ storeId: string; id: string }>(sql`
    select stream.store_id as "storeId", id from connectors as stream
    join stores on stores.store_id = stream.store_id and removed_at is null
    where ${IS_DUE} and not is_store_away(stream.store_id) order by stream.due_at limit ${MAX_DUE}`);
  return rows.map(streamOf);
}

/** Returns the connectors of a store that are due. */
export async function dueConnectorsOf(ctx: Ctx, storeId: string): Promise<Receiver[]> {
  const { rows } = await ctx.db.execute<{ storeId: string; id: string }>(sql`
    select store_id as "storeId", id from connectors as stream where store_id = ${storeId} and ${IS_DUE}`);
  return rows.map(streamOf);
}

/** Returns the one stream of a connector, if it is due. */
export async function duePolls(ctx: Ctx, { storeId, webhookId }: Receiver): Promise<Stream[]> {
  const { rows } = await ctx.db.execute<{ storeId: string; id: string }>(sql`
    select store_id as "storeId", id from connectors as stream
    where store_id = ${storeId} and id = ${webhookId} and ${IS_DUE}`);
  return rows.map(streamOf);
}

type Leased = { nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | ({ place: number; fence: string } & NextPoll)
);

/**
 * Acquires the leases of the connectors that are due and have no lease, unless their store is deleted. Returns one result per stream. One that another
 * transaction has locked is found by the next sweep.
 */
export async function acquirePolls(
  ctx: Ctx,
  streams: Stream[],
  leaseMs: number,
): Promise<AcquireResult<NextPoll>[]> {
  const requestedAt = performance.now();
  const wanted = streams.map(({ storeId, webhookId: id }, place) => ({ storeId, id, place }));
  const leased = await lease(ctx.db, JSON.stringify(wanted), leaseMs);
  const clock = { databaseMs: leased[0]?.nowMs ?? 0, readAt: performance.now() };
  const results: AcquireResult<NextPoll>[] = streams.map(() => undefined);
  for (const row of leased) {
    const stream = row.place === null ? undefined : streams[row.place];
    if (row.place === null || !stream) continue;
    if (row.fence === null) results[row.place] = { againInMs: Math.ceil(row.againInMs) };
    else {
      const { connectorId, cursor, failures, kind, origin, credentials } = row;
      const nextEvent = { connectorId, cursor, failures, kind, origin, credentials };
      results[row.place] = { ...stream, fence: row.fence, requestedAt, clock, nextEvent };
    }
  }
  return results;
}

const lease = prepared<Leased>(
  "connectors_lease",
  `with wanted as (
    select * from json_to_recordset($1::json) as wanted("storeId" text, id text, place int)
  ), locked as materialized (
    select place, stream.*, clock_timestamp() as now from wanted, lateral (
      select * from connectors where store_id = "storeId" and connectors.id = wanted.id
      limit 1 for no key update skip locked
    ) as stream
  ), leased as (
    update connectors as stream set fence = stream.fence + 1, leased_until = ${UNTIL_LAPSE}
    from locked join stores on stores.store_id = locked.store_id and removed_at is null
    where stream.store_id = locked.store_id and stream.id = locked.id and locked.due_at <= locked.now
      and (locked.leased_until is null or locked.leased_until <= locked.now)
    returning place, stream.fence
  )
  select ${NOW_MS} as "nowMs", after.* from (select) as clock left join (
    select locked.place, leased.fence, locked.id as "connectorId", locked.cursor, locked.failures, locked.kind,
      locked.origin, locked.credentials,
      (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs"
    from locked left join leased on leased.place = locked.place
    where leased.place is not null or locked.due_at > locked.now
  ) as after on true`,
);
