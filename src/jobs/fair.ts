import { sql } from "drizzle-orm";
import type { SendOptions } from "pg-boss";
import type { Ctx } from "../ctx.ts";
import type { Job } from "./define-job.ts";

/**
 * The data of a job whose queue the stores share: `turn` is its place among them, lower for later, and `failures` counts how often in
 * a row its slice has failed.
 */
export type StoreJobData = { storeId: string; turn?: number; failures?: number };

/** How many jobs of a store are counted at most. */
const MAX_COUNTED = 1_000;
const MAX_PAUSE_S = 60;

type Slice<Data> = { data: Data; work: (data: Data) => Promise<unknown>; maxFailures?: number };

/** How jobs that are sent by `sendFairly` are worked on: at most one of a store at a time, so that one that waits for a lock leaves room. */
export const FAIR_WORK = { localConcurrency: 2, groupConcurrency: 1 };

/**
 * Queues a job so that stores take turns, however many jobs each of them has: it stands as far behind the job whose turn it is as its
 * store has jobs that wait. A job that does a slice of its work and queues the rest passes on its data, with its `turn`, and
 * stands behind the slices of others.
 */
export async function sendFairly<Data extends StoreJobData>(
  ctx: Ctx,
  job: Job<Data>,
  data: Data,
  options: SendOptions = {},
): Promise<void> {
  const { storeId, turn } = data;
  const { rows } = await ctx.db.execute<{ now: number | null; waiting: number }>(sql`
    select greatest((
        select priority from pgboss.job
        where name = ${job.name} and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1
      ), (
        select max(priority) from pgboss.job
        where name = ${job.name} and state = 'active' and group_id is not null
      )) as now,
      (
        select count(*)::int from (
          select from pgboss.job
          where name = ${job.name} and state < 'active' and not blocked and group_id = ${storeId} limit ${MAX_COUNTED}
        ) as own
      ) as waiting`);
  const { now, waiting = 0 } = rows[0] ?? {};
  const first = turn === undefined ? (now ?? 0) : Math.min(turn, now ?? turn) - 1;
  const priority = first - waiting;
  await ctx.jobs.send(job, { ...data, turn: priority }, { ...options, priority, group: { id: storeId } });
}

/**
 * Does a slice of a job. When it fails, that is logged, and the job is queued again behind the slices of others, later each time:
 * a store whose slices fail takes no other store's turn. After `maxFailures` in a row it throws instead.
 */
export async function trySlice<Data extends StoreJobData>(
  ctx: Ctx,
  job: Job<Data>,
  { data, work, maxFailures = Number.POSITIVE_INFINITY }: Slice<Data>,
): Promise<void> {
  const { failures: before = 0, ...fresh } = data;
  try {
    await work(fresh as Data);
  } catch (error) {
    const failures = before + 1;
    if (failures > maxFailures) throw error;
    const startAfter = Math.min(2 ** (failures - 1), MAX_PAUSE_S);
    const { storeId } = data;
    ctx.log.error(
      { err: error, job: job.name, storeId, failures, againInSeconds: startAfter },
      "a slice of background work failed; it will be tried again",
    );
    await sendFairly(ctx, job, { ...data, failures }, { startAfter });
  }
}
