import { and, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { inventoryImports } from "../../db/tables/inventory-imports.ts";
import { defineJob } from "../../jobs/define-job.ts";
import { FAIR_WORK, sendFairly, trySlice } from "../../jobs/fair.ts";
import { importPart } from "./import-part.ts";
import { type ImportKey, ofImport } from "./state.ts";

/** The time for which a job imports one file before other files get their turn. */
const TURN_MS = 2_000;
const MAX_FAILURES = 20;

/** The dead letter queue of imports: marks an import as failed after its last retry. */
export const failImportJob = defineJob<ImportKey>({
  name: "inventory.import-failed",
  queue: {
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3_600,
  },
  work: { pollingIntervalSeconds: 30 },
  handle: async (ctx, keys) => {
    for (const key of keys) {
      await ctx.db
        .update(inventoryImports)
        .set({ status: "failed", finishedAt: sql`now()` })
        .where(and(ofImport(key), inArray(inventoryImports.status, ["queued", "running"])));
    }
  },
});

/**
 * Imports a file of stock, part by part. Each part commits with its progress, so that any worker can go on after the
 * last part.
 */
export const importJob = defineJob<ImportKey>({
  name: "inventory.import",
  queue: {
    notify: true,
    deadLetter: failImportJob.name,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 300,
    // Another process takes over the job of a killed one after this time instead of at its expiry.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: { ...FAIR_WORK, notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 0.5 },
  isLong: true,
  handle: async (ctx, keys) => {
    for (const data of keys) {
      const work = (key: ImportKey) => importForOneTurn(ctx, key);
      const onFailure = (key: ImportKey, reason: string) =>
        ctx.db.update(inventoryImports).set({ importError: reason }).where(ofImport(key));
      await trySlice(ctx, importJob, { data, work, maxFailures: MAX_FAILURES, onFailure });
    }
  },
});

async function importForOneTurn(ctx: Ctx, key: ImportKey): Promise<void> {
  const until = performance.now() + TURN_MS;
  while (performance.now() < until) if (!(await importPart(ctx, key))) return;
  await sendFairly(ctx, importJob, key);
}
