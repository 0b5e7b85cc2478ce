import type { PgBoss } from "pg-boss";
import type { Ctx } from "./ctx.ts";
import { deliverJob } from "./delivery/deliver-job.ts";
import { eventsRetention } from "./events/events-retention.ts";
import { recordJob } from "./events/record-job.ts";
import { rejectionsRetention } from "./events/rejections-retention.ts";
import { idempotencyRetention } from "./http/idempotency-retention.ts";
import type { Job } from "./jobs/define-job.ts";
import { retentionJob } from "./jobs/retention.ts";
import { storefrontRetention } from "./storefront/storefront-retention.ts";
import { exportJob, failExportJob } from "./warehouse/asn/export-job.ts";
import { exportsRetention } from "./warehouse/asn/exports-retention.ts";
import { backfillJob } from "./webhooks/backfill-job.ts";
import { deliveriesRetention } from "./webhooks/deliveries-retention.ts";
import { purgeWebhookJob } from "./webhooks/purge-webhook-job.ts";
import { replayJob } from "./webhooks/replay-job.ts";

/** Keeps what the settings of retention say. */
export const removeOldJob = retentionJob([
  idempotencyRetention,
  eventsRetention,
  rejectionsRetention,
  storefrontRetention,
  deliveriesRetention,
  exportsRetention,
]);

/** Every kind of background work there is. */
export const JOBS: readonly Job<object>[] = [
  recordJob,
  backfillJob,
  replayJob,
  purgeWebhookJob,
  deliverJob,
  failExportJob,
  exportJob,
  removeOldJob,
];

/** So long a job that nobody works on stays in its queue: what was accepted is never given up. */
const WAITING_KEPT_S = 10 * 365 * 24 * 3600;

/** Creates the queues, which sending needs as well as working; those that are there get the settings of this version. */
export async function createQueues(boss: PgBoss): Promise<void> {
  const queues = await boss.getQueues(JOBS.map(({ name }) => name));
  const kept = new Map(queues.map((queue): [string, Record<string, unknown>] => [queue.name, { ...queue }]));
  for (const job of JOBS) {
    const { name } = job;
    const queue = { retentionSeconds: WAITING_KEPT_S, ...job.queue };
    const before = kept.get(name);
    if (!before) await boss.createQueue(name, queue);
    // What can't be changed later stays as it was created.
    const { policy, partition, ...settings } = queue;
    const differs = Object.entries(settings).some(([setting, value]) => before?.[setting] !== value);
    if (before && differs) await boss.updateQueue(name, settings);
  }
}

/** Starts a worker per kind of job, and the times at which some come up by themselves; gives how to end what runs beside. */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<() => Promise<void>> {
  const ends = JOBS.flatMap((job) => job.background?.(ctx) ?? []);
  for (const job of JOBS) {
    await startWorker(job.isLong ? { ...ctx, db: ctx.longDb } : ctx, boss, job);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { missed: "once" });
  }
  const timed = new Set(JOBS.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name);
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** One that fetches jobs one by one looks for the next as soon as it has done one, not only when it is woken or its time comes. */
async function startWorker(ctx: Ctx, boss: PgBoss, job: Job<object>): Promise<void> {
  const { localConcurrency = 1, ...work } = job.work;
  for (let worker = 0; worker < localConcurrency; worker++) {
    const id = await boss.work<object>(job.name, work, async (batch) => {
      await job.handle(
        ctx,
        batch.map(({ data }) => data),
      );
      if (work.batchSize === undefined) boss.notifyWorker(id);
    });
  }
}
