import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/connect.ts";
import { NOW } from "../../platform/db/now.ts";
import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import { type Ctx, inTransaction, withCommit } from "../ctx.ts";
import { type AcquireResult, NOW_MS, type Stream, UNTIL_LAPSE } from "./leases.ts";
import type { Receiver } from "./transport.ts";
import { IS_DUE } from "./waiting-streams.ts";

/** A transport whose streams are rows with `due_at`, `leased_until` and `fence`; all of a store have one receiver. */
export type StreamTable = {
  table: string;
  /** The column that identifies a stream in its store, a stream's `returnId`. */
  id: string;
  receiver: string;
  /** SQL for whether the row `stream` of the store `stores` may be sent. */
  maySend: string;
};

const MAX_STORES = 10_000;

/** Returns how the dispatcher finds the streams of a table. */
export function createDueStreams({ table, id, receiver, maySend }: StreamTable) {
  const [rows, key, may] = [sql.identifier(table), sql.identifier(id), sql.raw(maySend)];
  return {
    /** Returns the stores with a stream that is due and has no lease. Not those that are not in this cell. */
    async dueReceivers(ctx: Ctx): Promise<Receiver[]> {
      const found = await ctx.db.execute<{ storeId: string }>(sql`
        with recursive waiting as (
          (select store_id from ${rows} where due_at is not null order by store_id limit 1)
          union all
          select next.store_id from waiting, lateral (
            select store_id from ${rows} where due_at is not null and store_id > waiting.store_id
            order by store_id limit 1
          ) as next
        )
        select stores.store_id as "storeId" from waiting join stores on stores.store_id = waiting.store_id
        where removed_at is null and exists (
          select from ${rows} as stream where stream.store_id = waiting.store_id and ${IS_DUE} and ${may}
        ) and not is_store_away(waiting.store_id)
        limit ${MAX_STORES}`);
      return found.rows.map(({ storeId }) => ({ storeId, webhookId: receiver }));
    },

    /** Returns the streams of a store that are due, the longest overdue first. */
    async dueStreams(ctx: Ctx, { storeId }: Receiver, limit: number): Promise<Stream[]> {
      const found = await ctx.db.execute<{ id: string }>(sql`
        select stream.${key} as id from ${rows} as stream join stores on stores.store_id = stream.store_id
        where stream.store_id = ${storeId} and ${IS_DUE} and ${may} order by due_at limit ${limit}`);
      return found.rows.map((row) => ({ storeId, webhookId: receiver, returnId: row.id }));
    },
  };
}

/** What wakes the streams of a store that pause, in the transaction of a change by which they may go on; of an id, one. */
export type Waker = (tx: Ctx, storeId: string, id?: string) => void;

/**
 * Returns what wakes streams. One whose receiver may still be at work on an earlier request is woken once that is over:
 * `askedAt` is SQL for when the receiver of the row `stream` was asked for what it hasn't answered, if it knows no keys.
 * It is given as long as a request may take, and as long again.
 */
export function createWaker({ table, id, askedAt }: { table: string; id: string; askedAt: string }): Waker {
  const wake = prepared(
    `${table}_wake`,
    `update ${table} as stream
     set due_at = least(due_at, greatest(${NOW}, (${askedAt}) + $3::int * interval '1 millisecond'))
     where store_id = $1 and due_at > ${NOW} and ($2::text is null or ${id} = $2)`,
  );
  return (tx, storeId, only = undefined) =>
    withCommit(tx, wake(tx.db, storeId, only ?? null, 2 * tx.config.payoutTimeoutMs));
}

export type LeasedTable = StreamTable & {
  /** SQL for what a stream sends next, at most one row. */
  next(storeId: string, id: string): string;
  /** SQL for whether anything waits in a stream, though its receiver is gone or off. */
  waits(storeId: string, id: string): string;
};

/** How long a stream pauses whose receiver isn't there; who configures one wakes it. */
const PARKED_MS = 600_000;

const STILL_BUSY = `case when $busyMs::int > 0 then ${NOW} + $busyMs::int * interval '1 millisecond' end`;

type Leased = { nowMs: number } & (
  | { place: null }
  | { place: number; fence: null; againInMs: number }
  | { place: number; fence: string }
);

type Held = { storeId: string; returnId: string; fence: string };

/**
 * The end of a lease: the stream is due after the pause, as long as it has something to send. It stays leased for `busyMs`,
 * for as long as its receiver may still be at work.
 */
export type Released = Held & { pauseMs: number; busyMs?: number };

/** Returns the same, with the leases of a table whose streams are sent one by one. */
export function createLeasedStreams<Event extends object>(streams: LeasedTable) {
  const { table, id, next, waits } = streams;
  const OF_GIVEN = `stream.store_id = "storeId" and stream.${id} = "returnId"`;

  /** Streams that another transaction has locked are woken by it, or by the next sweep. Those of a deleted store end. */
  const lease = prepared<Leased>(
    `${table}_lease`,
    `with wanted as (
      select * from json_to_recordset($1::json) as wanted("storeId" text, "returnId" text, place int)
    ), locked as materialized (
      select place, stream.*, clock_timestamp() as now from wanted, lateral (
        select * from ${table} as stream where ${OF_GIVEN} limit 1 for no key update skip locked
      ) as stream
    ), leased as (
      update ${table} as stream set fence = stream.fence + 1, leased_until = ${UNTIL_LAPSE}
      from locked join stores on stores.store_id = locked.store_id and removed_at is null
      where stream.store_id = locked.store_id and stream.${id} = locked.${id} and locked.due_at <= locked.now
        and (locked.leased_until is null or locked.leased_until <= locked.now)
      returning place, stream.fence
    )
    select ${NOW_MS} as "nowMs", after.* from (select) as clock left join (
      select locked.place, leased.fence, (extract(epoch from locked.due_at - locked.now) * 1000)::float8 as "againInMs"
      from locked left join leased on leased.place = locked.place
      where leased.place is not null or locked.due_at > locked.now
    ) as after on true`,
  );

  const readNext = prepared<{ place: number; event: Event }>(
    `${table}_next`,
    `select place, row_to_json(next) as event
     from json_to_recordset($1::json) as wanted("storeId" text, "returnId" text, place int)
     cross join lateral (${next('"storeId"', '"returnId"')}) as next`,
  );

  const rest = prepared(
    `${table}_rest`,
    `update ${table} as stream set leased_until = null,
       due_at = case when exists (${waits("stream.store_id", `stream.${id}`)})
         then ${NOW} + ${PARKED_MS} * interval '1 millisecond' end
     from json_to_recordset($1::json) as empty("storeId" text, "returnId" text) where ${OF_GIVEN}`,
  );

  const end = preparedNamed<{ againInMs: number | null }>(
    `${table}_release`,
    `update ${table} as stream set fence = stream.fence + 1, leased_until = ${STILL_BUSY},
       due_at = ${NOW} + after.pause * interval '1 millisecond'
     from (select case when exists (${next("$storeId", "$returnId")}) then $pauseMs::int
       when exists (${waits("$storeId", "$returnId")}) then ${PARKED_MS} end as pause) as after
     where stream.store_id = $storeId and stream.${id} = $returnId and stream.fence = $fence::bigint
     returning after.pause as "againInMs"`,
  );

  const take = preparedNamed<{ fence: string }>(
    `${table}_hold`,
    `insert into ${table} as stream (store_id, ${id}, leased_until, fence)
     values ($storeId, $returnId, ${NOW} + $leaseMs::int * interval '1 millisecond', 1)
     on conflict (store_id, ${id}) do update set fence = stream.fence + 1, leased_until = excluded.leased_until
       where stream.leased_until is null or stream.leased_until <= ${NOW}
     returning fence`,
  );

  const giveBack = preparedNamed<{ isDue: boolean }>(
    `${table}_leave`,
    `update ${table} as stream set fence = stream.fence + 1, leased_until = ${STILL_BUSY}
     where stream.store_id = $storeId and stream.${id} = $returnId and stream.fence = $fence::bigint
     returning coalesce(due_at <= ${NOW}, false) as "isDue"`,
  );

  return {
    ...createDueStreams(streams),

    /**
     * Takes the lease of a stream that has none, whether it has anything to send or not, so that nothing of it is sent
     * meanwhile. Returns the fence; undefined while another has the lease.
     */
    async hold(db: Db, held: Omit<Held, "fence"> & { leaseMs: number }): Promise<string | undefined> {
      const [taken] = await take(db, held);
      return taken?.fence;
    },

    /** Ends such a lease, after `busyMs`. Returns whether something of the stream has become due meanwhile. */
    async leave(db: Db, held: Held & { busyMs: number }): Promise<boolean> {
      const [left] = await giveBack(db, held);
      return left?.isDue ?? false;
    },

    /**
     * Acquires the leases of the streams that are due and have no lease. Returns one result per stream. What they send is
     * read once the leases are held, so that none of it is older than its lease. A stream without anything isn't due any more.
     */
    acquire(ctx: Ctx, wanted: Stream[], leaseMs: number): Promise<AcquireResult<Event>[]> {
      const requestedAt = performance.now();
      const requests = JSON.stringify(
        wanted.map(({ storeId, returnId }, place) => ({ storeId, returnId, place })),
      );
      return inTransaction(ctx, async (tx) => {
        const [leased, found] = await Promise.all([
          lease(tx.db, requests, leaseMs),
          readNext(tx.db, requests),
        ]);
        const clock = { databaseMs: leased[0]?.nowMs ?? 0, readAt: performance.now() };
        const eventAt = new Map(found.map(({ place, event }) => [place, event]));
        const results: AcquireResult<Event>[] = wanted.map(() => undefined);
        const empty: Stream[] = [];
        for (const row of leased) {
          const stream = row.place === null ? undefined : wanted[row.place];
          if (row.place === null || !stream) continue;
          const nextEvent = eventAt.get(row.place);
          if (row.fence === null) results[row.place] = { againInMs: Math.ceil(row.againInMs) };
          else if (nextEvent)
            results[row.place] = { ...stream, fence: row.fence, requestedAt, clock, nextEvent };
          else empty.push(stream);
        }
        if (empty.length > 0) await rest(tx.db, JSON.stringify(empty));
        return results;
      });
    },

    /** Ends a lease, and returns when the stream is due again, if it is. */
    async release(db: Db, released: Released): Promise<{ againInMs: number | undefined }> {
      const [after] = await end(db, { busyMs: 0, ...released });
      return { againInMs: after?.againInMs ?? undefined };
    },
  };
}
