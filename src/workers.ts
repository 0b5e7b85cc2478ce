import type { PgBoss } from "pg-boss";
import { changesRetention } from "./core/changes/changes-retention.ts";
import { numberInBackground } from "./core/changes/number-in-background.ts";
import type { Ctx } from "./core/ctx.ts";
import { deliverJob } from "./core/delivery/deliver-job.ts";
import { idempotencyRetention } from "./core/http/idempotency.ts";
import type { Job } from "./core/jobs/define-job.ts";
import { retentionJob } from "./core/jobs/retention.ts";
import { traceJobs } from "./core/jobs/trace-jobs.ts";
import { requestsRetention } from "./features/activity/requests/requests-retention.ts";
import { announceLocationJob } from "./features/change-feed/announce-location-job.ts";
import { pollShopsJob } from "./features/connectors/poll/poll-job.ts";
import { sendRestocksJob } from "./features/connectors/restock/send-job.ts";
import { eraseJob } from "./features/erasure/erase-job.ts";
import { mergeJob } from "./features/erasure/merge/merge-job.ts";
import { eventsRetention, rejectionsRetention } from "./features/events/events-retention.ts";
import { recordJob } from "./features/events/record-job.ts";
import { historyRetention } from "./features/inventory/history-retention.ts";
import { failImportJob, importJob } from "./features/inventory/imports/import-job.ts";
import { importsRetention } from "./features/inventory/imports/imports-retention.ts";
import { mailsRetention } from "./features/mail/mails-retention.ts";
import { sendMailsJob } from "./features/mail/send-job.ts";
import { failImportOrdersJob, importOrdersJob } from "./features/orders/imports/import-job.ts";
import { orderImportsRetention } from "./features/orders/imports/imports-retention.ts";
import { sendPayoutsJob } from "./features/payouts/send-job.ts";
import { dryRunJob, failDryRunJob } from "./features/returns/policy/dry-run/dry-run-job.ts";
import { storefrontRetention } from "./features/storefront/storefront-retention.ts";
import { purgeStoreJob } from "./features/stores/purge-store-job.ts";
import { exportJob, failExportJob } from "./features/warehouse/asn/export-job.ts";
import { exportsRetention } from "./features/warehouse/asn/exports-retention.ts";
import { backfillJob } from "./features/webhooks/backfill-job.ts";
import { deliveriesRetention } from "./features/webhooks/deliveries-retention.ts";
import { purgeWebhookJob } from "./features/webhooks/purge-webhook-job.ts";
import { replayJob } from "./features/webhooks/replay-job.ts";
import { serializeError } from "./platform/db/serialize-error.ts";
import { recorder } from "./platform/tracing/tracing.ts";

/** Deletes rows that are older than their retention. */
export const removeOldJob = retentionJob([
  idempotencyRetention,
  eventsRetention,
  rejectionsRetention,
  storefrontRetention,
  deliveriesRetention,
  changesRetention,
  requestsRetention,
  historyRetention,
  importsRetention,
  orderImportsRetention,
  exportsRetention,
  mailsRetention,
]);

/** Every kind of background job. */
export const JOBS: readonly Job<object>[] = [
  recordJob,
  backfillJob,
  replayJob,
  purgeWebhookJob,
  purgeStoreJob,
  deliverJob,
  sendMailsJob,
  sendPayoutsJob,
  sendRestocksJob,
  pollShopsJob,
  announceLocationJob,
  eraseJob,
  mergeJob,
  failExportJob,
  exportJob,
  failImportJob,
  importJob,
  failImportOrdersJob,
  importOrdersJob,
  failDryRunJob,
  dryRunJob,
  removeOldJob,
];

/** How long a job stays in its queue: effectively forever, because accepted work is never dropped. */
const QUEUED_RETENTION_S = 10 * 365 * 24 * 3600;

/** Creates the missing queues and updates the settings of the others. Sending jobs needs the queues too. */
export async function createQueues(boss: PgBoss): Promise<void> {
  const queues = await boss.getQueues(JOBS.map(({ name }) => name));
  const existing = new Map(
    queues.map((queue): [string, Record<string, unknown>] => [queue.name, { ...queue }]),
  );
  for (const job of JOBS) {
    const { name } = job;
    const queue = { retentionSeconds: QUEUED_RETENTION_S, ...job.queue };
    const before = existing.get(name);
    if (!before) await boss.createQueue(name, queue);
    // The policy and the partitioning of a queue can't be changed after its creation.
    const { policy, partition, ...settings } = queue;
    const differs = Object.entries(settings).some(([setting, value]) => before?.[setting] !== value);
    if (before && differs) await boss.updateQueue(name, settings);
  }
}

/**
 * Starts a worker per kind of job, schedules the timed jobs, and returns a function that ends the background
 * loops.
 */
export async function startWorkers(ctx: Ctx, boss: PgBoss): Promise<() => Promise<void>> {
  const ends = [numberInBackground(ctx), ...JOBS.flatMap((job) => job.background?.(ctx) ?? [])];
  for (const job of JOBS) {
    await startWorker(job.isLong ? { ...ctx, db: ctx.longDb } : ctx, boss, job);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { missed: "once" });
  }
  const scheduled = new Set(JOBS.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name);
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** pg-boss stores what a job throws: without the values of statements, which belong to customers. */
function storableError(error: unknown): Error {
  const { message, stack } = serializeError(error) as { message?: string; stack?: string };
  return Object.assign(new Error(message), stack !== undefined && { stack });
}

/** Workers beside the first poll less often: one is enough to find a job that no notification announced. */
const FURTHER_WORKER = { notifyPollingIntervalSeconds: 30 };

/** A worker without batches fetches its next job at once, not at the next notification or poll. */
async function startWorker(ctx: Ctx, boss: PgBoss, job: Job<object>): Promise<void> {
  const { localConcurrency = 1, ...work } = job.work;
  for (let worker = 0; worker < localConcurrency; worker++) {
    const options = worker === 0 ? work : { ...work, ...FURTHER_WORKER };
    const id = await boss.work<object>(job.name, options, async (batch) => {
      const all = batch.map(({ data }) => data);
      const startedAt = performance.now();
      const count = (failed: boolean) => {
        const seconds = (performance.now() - startedAt) / 1_000;
        ctx.metrics.jobsHandled(job.name, { jobs: all.length, failed, seconds });
      };
      const handle = () => job.handle(ctx, all);
      const handled = recorder ? traceJobs(recorder, { queue: job.name, jobs: all }, handle) : handle();
      await handled.catch((error: unknown) => {
        count(true);
        throw storableError(error);
      });
      count(false);
      if (work.batchSize === undefined) boss.notifyWorker(id);
    });
  }
}
