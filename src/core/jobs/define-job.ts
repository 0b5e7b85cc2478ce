import type { Queue as QueueSettings, WorkOptions } from "pg-boss";
import type { Db } from "../../platform/db/connect.ts";
import type { Ctx, Queue } from "../ctx.ts";

/** A kind of background job: its queue, how jobs are fetched, and the function that handles them. */
export type Job<Data extends object> = Queue<Data> & {
  queue: Omit<QueueSettings, "name">;
  work: WorkOptions;
  /** A schedule in UTC. Runs missed while no worker was up are made up for by one run. */
  cron?: string;
  /** Its statements may take minutes, so they use connections of their own. */
  isLong?: true;
  /** Counts the backlog when jobs are only wake-ups, and its oldest entry's age. */
  backlog?(db: Db): Promise<{ jobs: number; oldestSeconds: number }>;
  /** Starts a background loop in worker processes; returns how to stop it. */
  background?(ctx: Ctx): () => Promise<void>;
  /** Waits for work that handlers started and did not await. */
  waitUntilIdle?(ctx: Ctx): Promise<void>;
  /** Finds work whose job was lost; called periodically. */
  sweep?(ctx: Ctx): Promise<void>;
};

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
