import type { PgBoss } from "pg-boss";
import { exportJob, failExportJob } from "./compat/asn/export-job.ts";
import { purgeExportsJob } from "./compat/asn/purge-exports.ts";
import type { Ctx } from "./ctx.ts";
import { recordJob } from "./events/job.ts";
import { purgeRejectionsJob } from "./events/purge-rejections.ts";
import type { Job } from "./jobs/define-job.ts";
import { backfillJob } from "./subscriptions/backfill-job.ts";
import { forgetJob } from "./subscriptions/forget-job.ts";
import { purgeWebhookJob } from "./subscriptions/purge-job.ts";
import { replayJob } from "./subscriptions/replay-job.ts";
import { deliverJob } from "./webhooks/deliver-job.ts";

/** Every kind of background work there is. */
export const JOBS: readonly Job<object>[] = [
  recordJob,
  purgeRejectionsJob,
  backfillJob,
  replayJob,
  purgeWebhookJob,
  forgetJob,
  deliverJob,
  failExportJob,
  exportJob,
  purgeExportsJob,
];

/** Creates the queues, which sending needs as well as working; those that are there get the settings of this version. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const { name, queue } of JOBS) {
    await boss.createQueue(name, queue);
    // What can't be changed later stays as it was created.
    const { policy, partition, ...settings } = queue;
    await boss.updateQueue(name, settings);
  }
}

/** Starts a worker per kind of job, and the times at which some come up by themselves; gives how to end what runs beside. */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<() => Promise<void>> {
  const ends = JOBS.flatMap((job) => job.beside?.(ctx) ?? []);
  for (const job of JOBS) {
    const jobCtx = job.isLong ? { ...ctx, db: ctx.longDb } : ctx;
    await boss.work<object>(job.name, job.work, (batch) =>
      job.handle(
        jobCtx,
        batch.map(({ data }) => data),
      ),
    );
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { missed: "once" });
  }
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}
