import type { Queue, WorkOptions } from "pg-boss";
import type { Ctx } from "../ctx.ts";

/** A kind of background work: its queue, how it is fetched, and the verb that does it. */
export type Job<Data extends object> = {
  name: string;
  queue: Omit<Queue, "name">;
  work: WorkOptions;
  /** When it comes up by itself, in UTC; missed while nobody worked, it comes up once. */
  cron?: string;
  /** Does the work of one fetch; what it throws goes back to the queue. */
  handle(ctx: Ctx, batch: Data[]): Promise<void>;
};

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
