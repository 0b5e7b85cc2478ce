import type { Ctx } from "../ctx.ts";
import { defineJob, type Job } from "./define-job.ts";
import { FAIR_WORK, type StoreJobData, sendFairly, trySlice } from "./fair.ts";

/** The time for which a job works on one file before other files get their turn. */
const TURN_MS = 2_000;
const MAX_FAILURES = 20;

type FileWork<Key extends StoreJobData> = {
  /** The name of the queue. */
  name: string;
  /** Works on a file part by part until `until`, and returns whether parts are left for this worker. */
  work(ctx: Ctx, key: Key, until: number): Promise<boolean>;
  /** Stores why a file has failed last. */
  explain(ctx: Ctx, key: Key, reason: string): Promise<unknown>;
  /** Marks a file that is not finished as failed, after the last retry. */
  giveUp(ctx: Ctx, key: Key): Promise<unknown>;
};

/**
 * Defines the job that reads or writes a file of a store, part by part, and the dead letter queue of those that are
 * given up. Each part commits with its progress, so that any worker can go on after the last part.
 */
export function defineFileJob<Key extends StoreJobData>({
  name,
  work,
  explain,
  giveUp,
}: FileWork<Key>): {
  job: Job<Key>;
  failJob: Job<Key>;
} {
  const failJob = defineJob<Key>({
    name: `${name}-failed`,
    queue: {
      retryLimit: 1_000,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 300,
      deleteAfterSeconds: 3_600,
    },
    work: { pollingIntervalSeconds: 30 },
    handle: async (ctx, keys) => {
      for (const key of keys) await giveUp(ctx, key);
    },
  });

  const job = defineJob<Key>({
    name,
    queue: {
      notify: true,
      deadLetter: failJob.name,
      retryLimit: 20,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: 300,
      // Another process takes over the job of a killed one after this time instead of at its expiry.
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3_600,
    },
    work: FAIR_WORK,
    isLong: true,
    handle: async (ctx, keys) => {
      for (const data of keys) {
        await trySlice(ctx, job, {
          data,
          work: async (key) => {
            if (await work(ctx, key, performance.now() + TURN_MS)) await sendFairly(ctx, job, key);
          },
          maxFailures: MAX_FAILURES,
          onFailure: (key, reason) => explain(ctx, key, reason),
        });
      }
    },
  });
  return { job, failJob };
}
