import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { type AcquireResult, NOW_MS, type Stream, UNTIL_LAPSE } from "../../core/delivery/leases.ts";
import type { Receiver } from "../../core/delivery/transport.ts";
import { IS_DUE } from "../../core/delivery/waiting-streams.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { PayoutType } from "../../platform/db/tables/payouts.ts";
import { payerSql } from "../returns/payouts/payer.ts";

/** All payouts of a store have one receiver, its payee. */
export const PAYEE = "payee";

/** The payout that a stream sends next, and whom it is sent to; read again for each attempt. */
export type NextPayout = {
  id: string;
  type: PayoutType;
  amount: string;
  currency: string;
  key: string;
  request: string | null;
  requestId: string;
  customerId: string | null;
  tries: number;
  attempts: number;
  integrationId: string;
  provider: string;
  url: string;
  token: string | null;
  secret: string | null;
  anyAddress: boolean;
};

const MAX_STORES = 10_000;

/** Returns the stores with a payee and a stream that is due and has no lease. Not those that are not in this cell. */
export async function payingStores(ctx: Ctx): Promise<Receiver[]> {
  const { rows } = await ctx.db.execute<{ storeId: string }>(sql`
    with recursive waiting as (
      (select store_id from payout_streams where due_at is not null order by store_id limit 1)
      union all
      select next.store_id from waiting, lateral (
        select store_id from payout_streams where due_at is not null and store_id > waiting.store_id
        order by store_id limit 1
      ) as next
    )
    select stores.store_id as "storeId" from waiting join stores on stores.store_id = waiting.store_id
    where removed_at is null and exists (
      select from payout_streams as stream where stream.store_id = waiting.store_id and ${IS_DUE}
    ) and exists (
      select from integrations where integrations.store_id = waiting.store_id and integration_kind = 'refunds'
        and removed_at is null
    ) and not is_store_away(waiting.store_id)
    limit ${MAX_STORES}`);
  return rows.map(({ storeId }) => ({ storeId, webhookId: PAYEE }));
}

/** Returns the streams of a store that are due, the longest overdue first. */
export async function duePayoutStreams(ctx: Ctx, { storeId }: Receiver, limit: number): Promise<Stream[]> {
  const { rows } = await ctx.db.execute<{ returnId: string }>(sql`
    select return_id as "returnId" from payout_streams as stream
    where store_id = ${storeId} and ${IS_DUE} order by due_at limit ${limit}`);
  return rows.map(({ returnId }) => ({ storeId, webhookId: PAYEE, returnId }));
}

type Leased = { nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | { place: number; fence: string }
);

/**
 * Acquires the leases of the streams that are due and have no lease. Returns one result per stream. The payouts are read
 * once the leases are held, so that none is older than its lease. A stream without one to send isn't due any more.
 */
export function acquirePayoutLeases(
  ctx: Ctx,
  streams: Stream[],
  leaseMs: number,
): Promise<AcquireResult<NextPayout>[]> {
  const requestedAt = performance.now();
  const requests = streams.map(({ storeId, returnId }, place) => ({ storeId, returnId, place }));
  return inTransaction(ctx, async (tx) => {
    const [leased, next] = await Promise.all([
      lease(tx.db, JSON.stringify(requests), leaseMs),
      readNext(tx.db, JSON.stringify(requests)),
    ]);
    const clock = { databaseMs: leased[0]?.nowMs ?? 0, readAt: performance.now() };
    const payoutAt = new Map(next.map(({ place, ...payout }) => [place, payout]));
    const results: AcquireResult<NextPayout>[] = streams.map(() => undefined);
    const empty: object[] = [];
    for (const row of leased) {
      const stream = row.place === null ? undefined : streams[row.place];
      if (row.place === null || !stream) continue;
      const nextEvent = payoutAt.get(row.place);
      if (row.fence === null) results[row.place] = { againInMs: Math.ceil(row.againInMs) };
      else if (nextEvent) results[row.place] = { ...stream, fence: row.fence, requestedAt, clock, nextEvent };
      else empty.push(stream);
    }
    if (empty.length > 0) await rest(tx.db, JSON.stringify(empty));
    return results;
  });
}

/** Streams that another transaction has locked are woken by it, or by the next sweep. */
const lease = prepared<Leased>(
  "payouts_lease",
  `with wanted as (
    select * from json_to_recordset($1::json) as wanted("storeId" text, "returnId" text, place int)
  ), locked as materialized (
    select place, stream.*, clock_timestamp() as now from wanted, lateral (
      select * from payout_streams where store_id = "storeId" and return_id = "returnId"
      limit 1 for no key update skip locked
    ) as stream
  ), leased as (
    update payout_streams as stream set fence = stream.fence + 1, leased_until = ${UNTIL_LAPSE}
    from locked
    where stream.store_id = locked.store_id and stream.return_id = locked.return_id and locked.due_at <= locked.now
      and (locked.leased_until is null or locked.leased_until <= locked.now)
    returning place, stream.fence
  )
  select ${NOW_MS} as "nowMs", after.* from (select) as clock left join (
    select locked.place, leased.fence, (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs"
    from locked left join leased on leased.place = locked.place
    where leased.place is not null or locked.due_at > locked.now
  ) as after on true`,
);

/**
 * SQL for the payout of a return that is sent next: the first of which the payee hasn't said whether it is paid. What another
 * payee was asked for is no other's to pay, and the others wait behind it.
 */
export const nextPayoutSql = (storeId: string, returnId: string) => `
    select * from (
      select * from payouts where payouts.store_id = ${storeId} and payouts.return_id = ${returnId}
        and payouts.status in ('waiting', 'unknown') and not is_held
      order by seq limit 1
    ) as payout where payer_id is null or payer_id = ${payerSql(storeId, returnId)}`;

const readNext = prepared<NextPayout & { place: number }>(
  "payouts_next",
  `select place, payout.id, payout.type, payout.amount::text as amount, payout.currency, payout.key, payout.request,
     payout.request_id as "requestId", returns.customer_id as "customerId", payout.tries, payout.attempts,
     integration.id as "integrationId", integration.provider, integration.url, integration.token,
     integration.payout_secret as secret, integration.any_address as "anyAddress"
   from json_to_recordset($1::json) as wanted("storeId" text, "returnId" text, place int)
   join returns on returns.store_id = "storeId" and returns.id = "returnId"
   cross join lateral (${nextPayoutSql('"storeId"', '"returnId"')}) as payout
   join integrations as integration on integration.store_id = "storeId"
     and integration.id = ${payerSql('"storeId"', '"returnId"')}`,
);

/** A stream whose payouts only lack a payee stays due: one may be configured. */
const rest = prepared(
  "payouts_rest",
  `update payout_streams as stream set leased_until = null,
     due_at = case when ${payerSql("stream.store_id", "stream.return_id")} is null then due_at end
   from json_to_recordset($1::json) as empty("storeId" text, "returnId" text)
   where stream.store_id = "storeId" and stream.return_id = "returnId"`,
);
