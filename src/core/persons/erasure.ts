import { sql } from "drizzle-orm";
import { instantText } from "../../platform/db/instant-text.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { storesIn } from "../../platform/db/stores-in.ts";
import type { PersonDocument } from "../../platform/db/tables/erasures.ts";
import type { Ctx } from "../ctx.ts";
import { failureReason } from "../jobs/failure-reason.ts";
import type { Progress } from "../jobs/retention.ts";
import { createStoreLoop, type StoreLoop } from "../turns/store-loop.ts";
import { type Erasure, personOf } from "./erased-persons.ts";

/** Erasures of one store; `cursor` is what the previous slice returned, as long as the process lives. */
export type ErasureSlice = { storeId: string; batch: Erasure[]; cursor?: string | undefined };

/**
 * How one kind of rows is erased, slice by slice. A slice that was committed is not repeated: it leaves nothing
 * that it would find again. Without a cursor a rule begins again.
 */
export type ErasureRule = { name: string; erase(ctx: Ctx, slice: ErasureSlice): Promise<Progress> };

/** What one process works on. */
type Held = { batch: Erasure[]; step: number; cursor?: string | undefined; renewedAt: number };

const MAX_BATCH = 100;
/** After this time without a slice another process takes the erasures over. */
const LEASE_MS = 15_000;
const RENEW_MS = 3_000;
const MAX_PAUSE_S = 10;

/** Returns the loop that erases: it takes the rules in turn, for up to 100 customers of a store together. */
export function createEraser(ctx: Ctx, rules: readonly ErasureRule[]): StoreLoop {
  const held = new Map<string, Held>();

  async function slice(storeId: string): Promise<boolean> {
    const current = held.get(storeId) ?? (await claim(ctx, storeId));
    if (!current) return false;
    held.set(storeId, current);
    try {
      await renew(ctx, storeId, current);
      await work(storeId, current);
    } catch (error) {
      held.delete(storeId);
      await postpone(ctx, storeId, current, failureReason(error));
      const rule = rules[current.step]?.name;
      ctx.log.error({ err: error, storeId, rule }, "a slice of an erasure failed; it will be retried");
    }
    return true;
  }

  async function work(storeId: string, current: Held) {
    const { batch, cursor } = current;
    const progress = (await rules[current.step]?.erase(ctx, { storeId, batch, cursor })) ?? { isDone: true };
    current.cursor = progress.cursor;
    if (!progress.isDone) return;
    current.step++;
    current.cursor = undefined;
    const isLast = current.step >= rules.length;
    if (isLast) held.delete(storeId);
    await (isLast ? remove(ctx, storeId, batch) : advance(ctx, storeId, current));
  }

  return createStoreLoop(ctx, {
    slice,
    stores: async () => (await stores(ctx.db)).map((row) => row.storeId),
    failed: "can't read the erasures of a store",
  });
}

type Row = Omit<Erasure, "person" | "requestedAt" | "lastRejection" | "lastVisit"> & {
  step: number;
  person: PersonDocument;
  lastRejection: string;
  lastVisit: string;
  requestedAt: string;
};

/** Those that failed are tried one by one, so that one can't hold up the others. */
async function claim(ctx: Ctx, storeId: string): Promise<Held | undefined> {
  const { rows } = await ctx.db.execute<Row>(sql`
    with free as materialized (
      select id, step, failures, requested_at from erasures
      where store_id = ${storeId} and (leased_until is null or leased_until <= clock_timestamp())
    ),
    first as (select step, failures from free order by failures > 0, requested_at limit 1)
    update erasures set leased_until = ${leaseEnd()} where store_id = ${storeId} and id = any(array(
      select erasures.id from erasures, first
      where store_id = ${storeId} and erasures.step = first.step and erasures.failures = first.failures
        and (leased_until is null or leased_until <= clock_timestamp())
      order by requested_at limit (select case when failures = 0 then ${MAX_BATCH}::int else 1 end from first)
      for update of erasures skip locked
    ))
    returning store_id as "storeId", id, customer_id || merged_ids as "customerIds", is_detached as "isDetached", step, person,
      last_rejection as "lastRejection", last_visit as "lastVisit", by, requested_by_id as "byId", request_id as "requestId", ${instantText(sql`requested_at`)} as "requestedAt"`);
  const [first] = rows;
  if (!first) return undefined;
  const batch = rows.map(({ step, person, lastRejection, lastVisit, requestedAt, ...row }) => ({
    ...row,
    person: personOf(person),
    lastRejection: Number(lastRejection),
    lastVisit: Number(lastVisit),
    requestedAt: new Date(requestedAt),
  }));
  return { batch, step: first.step, renewedAt: performance.now() };
}

const leaseEnd = () => sql`clock_timestamp() + ${LEASE_MS}::int * interval '1 millisecond'`;

function ofBatch(storeId: string, batch: Erasure[]) {
  return sql`store_id = ${storeId} and id = any(${sql.param(batch.map(({ id }) => id))}::text[])`;
}

async function renew(ctx: Ctx, storeId: string, held: Held): Promise<void> {
  if (performance.now() - held.renewedAt < RENEW_MS) return;
  held.renewedAt = performance.now();
  await ctx.db.execute(sql`
    update erasures set leased_until = ${leaseEnd()} where ${ofBatch(storeId, held.batch)}`);
}

async function advance(ctx: Ctx, storeId: string, { batch, step }: Held): Promise<void> {
  await ctx.db.execute(sql`
    update erasures set step = greatest(step, ${step}), failures = 0 where ${ofBatch(storeId, batch)}`);
}

async function remove(ctx: Ctx, storeId: string, batch: Erasure[]): Promise<void> {
  const { rowCount } = await ctx.db.execute(sql`delete from erasures where ${ofBatch(storeId, batch)}`);
  ctx.doneJobs.add(storeId, "erasures", rowCount ?? 0);
}

async function postpone(ctx: Ctx, storeId: string, { batch }: Held, reason: string): Promise<void> {
  await ctx.db.execute(sql`
    update erasures set failures = failures + 1, erasure_error = ${reason},
      leased_until = clock_timestamp() + least(0.25 * 2 ^ least(failures, 10), ${MAX_PAUSE_S}) * interval '1 second'
    where ${ofBatch(storeId, batch)}`);
}

const stores = preparedByKey<{ storeId: string }>("stores_with_erasures", storesIn("erasures"));
