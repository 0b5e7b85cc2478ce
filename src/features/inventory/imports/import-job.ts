import { and, inArray, sql } from "drizzle-orm";
import { defineFileJob } from "../../../core/jobs/file-job.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import { importPart } from "./import-part.ts";
import { type ImportKey, ofImport } from "./state.ts";

const jobs = defineFileJob<ImportKey>({
  name: "inventory.import",
  work: async (ctx, key, until) => {
    while (performance.now() < until) if (!(await importPart(ctx, key))) return false;
    return true;
  },
  explain: (ctx, key, reason) =>
    ctx.db.update(inventoryImports).set({ importError: reason }).where(ofImport(key)),
  giveUp: (ctx, key) =>
    ctx.db
      .update(inventoryImports)
      .set({ status: "failed", finishedAt: sql`now()` })
      .where(and(ofImport(key), inArray(inventoryImports.status, ["queued", "running"]))),
});

/** Imports a file of stock. */
export const importJob = jobs.job;
/** Its dead letter queue. */
export const failImportJob = jobs.failJob;
