import type { PgBoss } from "pg-boss";
import type { Ctx } from "./ctx.ts";
import { recordJob } from "./events/job.ts";
import type { Job } from "./jobs/define-job.ts";

/** Every kind of background work there is. */
export const JOBS: readonly Job<object>[] = [recordJob];

/** Creates the queues, which sending needs as well as working. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const job of JOBS) await boss.createQueue(job.name, job.queue);
}

/** Starts a worker per kind of job. */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<void> {
  for (const job of JOBS) {
    await boss.work<object>(job.name, job.work, (batch) =>
      job.handle(
        ctx,
        batch.map(({ data }) => data),
      ),
    );
  }
}
