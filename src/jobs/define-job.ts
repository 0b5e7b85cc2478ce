import type { Queue, WorkOptions } from "pg-boss";
import type { Ctx } from "../ctx.ts";

/** A kind of background work: its queue, how it is fetched, and the verb that does it. */
export type Job<Data extends object> = {
  name: string;
  queue: Omit<Queue, "name">;
  work: WorkOptions;
  /** Does the work of one fetch; what it throws goes back to the queue. */
  handle(ctx: Ctx, batch: Data[]): Promise<void>;
};

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job;
}
