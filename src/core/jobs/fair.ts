import { sql } from "drizzle-orm";
import type { Ctx, QueueName, SendOptions } from "../ctx.ts";
import type { Job } from "./define-job.ts";
import { failureReason } from "./failure-reason.ts";

/**
 * Data of a job in a queue that stores share. `turn` is its priority among stores, lower for later;
 * `failures` counts consecutive failures of its slice,
 * and `reason` is that of the last.
 */
export type StoreJobData = { storeId: string; turn?: number; failures?: number; reason?: string };

/** Jobs of a store are counted up to this limit. */
const MAX_COUNTED = 1_000;
const MAX_PAUSE_S = 60;

type Slice<Data> = {
  data: Data;
  work: (data: Data) => Promise<unknown>;
  maxFailures?: number;
  /** Stores why the slice has failed. */
  onFailure?: (data: Data, reason: string) => Promise<unknown>;
};

/**
 * Work options for jobs sent by `sendFairly`: at most one job of a store at a time, so a job that waits for a
 * lock doesn't block other stores. A notification wakes both workers; polls find the jobs that become due later.
 */
export const FAIR_WORK = {
  localConcurrency: 2,
  groupConcurrency: 1,
  notifyPollingIntervalSeconds: 10,
  pollingIntervalSeconds: 0.5,
};

/**
 * Job options for work on a whole store: each job does a slice and sends the next one. Retried without end.
 */
export const SLICE_OPTIONS = {
  queue: {
    notify: true,
    retryLimit: 1_000_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 120,
    // Another process continues the slice of a killed one after this time, before the job expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: FAIR_WORK,
};

/**
 * Queues a job so that stores take turns, however many jobs each has: its priority is lower than the current
 * one by the number of the store's waiting jobs. A job that handles a slice and queues the rest passes on its
 * data with `turn`, and comes after the slices of other stores.
 */
export async function sendFairly<Data extends StoreJobData>(
  ctx: Ctx,
  job: QueueName<Data>,
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
 * Runs a slice of a job. A failure is logged and the job is queued again behind the slices of other stores,
 * with a longer pause each time. Throws after `maxFailures` consecutive failures.
 */
export async function trySlice<Data extends StoreJobData>(
  ctx: Ctx,
  job: Job<Data>,
  { data, work, maxFailures = Number.POSITIVE_INFINITY, onFailure }: Slice<Data>,
): Promise<void> {
  const { failures: before = 0, reason: _, ...fresh } = data;
  try {
    await work(fresh as Data);
  } catch (error) {
    const failures = before + 1;
    const reason = failureReason(error);
    await onFailure?.(data, reason);
    if (failures > maxFailures) throw error;
    const startAfter = Math.min(2 ** (failures - 1), MAX_PAUSE_S);
    const { storeId } = data;
    ctx.log.error(
      { err: error, job: job.name, storeId, failures, againInSeconds: startAfter },
      "a slice of background work failed; it will be retried",
    );
    await sendFairly(ctx, job, { ...data, failures, reason }, { startAfter });
  }
}
