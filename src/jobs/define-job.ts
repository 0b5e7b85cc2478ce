import type { Queue, WorkOptions } from "pg-boss";
import type { Ctx } from "../ctx.ts";
import type { Db } from "../db/connect.ts";

/** A kind of background work: its queue, how it is fetched, and the verb that does it. */
export type Job<Data extends object> = {
  name: string;
  queue: Omit<Queue, "name">;
  work: WorkOptions;
  /** When it comes up by itself, in UTC; missed while nobody worked, it comes up once. */
  cron?: string;
  /** Its statements may take minutes: they run on connections of their own. */
  isLong?: true;
  /** Counts what waits, where the queue holds wake-ups alone; and how long the oldest of it does. */
  backlog?(db: Db): Promise<{ jobs: number; oldestSeconds: number }>;
  /** Does the work of one fetch; what it throws goes back to the queue. */
  handle(ctx: Ctx, batch: Data[]): Promise<void>;
  /** Begins what goes on beside the fetches, where work is done; gives how to end it. */
  background?(ctx: Ctx): () => Promise<void>;
  /** Waits for what fetches began and left to go on. */
  waitUntilIdle?(ctx: Ctx): Promise<void>;
  /** Finds work whose job was lost; done from time to time beside the fetches. */
  sweep?(ctx: Ctx): Promise<void>;
};

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
