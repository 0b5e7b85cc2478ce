import { sql } from "drizzle-orm";
import type { Job } from "../jobs/define-job.ts";
import { defineFileJob } from "../jobs/file-job.ts";
import { importPart } from "./import-part.ts";
import { type ImportKey, type ImportKind, type ImportRow, tablesOf } from "./kind.ts";

/** Returns the job that imports files of a kind, and its dead letter queue. */
export function createImportJobs<Line, Count extends string, Row extends ImportRow<Count>, Options>(
  kind: ImportKind<Line, Count, Row, Options>,
): { job: Job<ImportKey>; failJob: Job<ImportKey> } {
  const { files } = tablesOf(kind);
  const isOpen = ({ storeId, importId }: ImportKey) =>
    sql`store_id = ${storeId} and id = ${importId} and status in ('queued', 'running')`;
  return defineFileJob<ImportKey>({
    name: kind.job,
    work: async (ctx, key, until) => {
      while (performance.now() < until) if (!(await importPart(ctx, kind, key))) return false;
      return true;
    },
    // The answer to the commit that has ended it may have been lost.
    explain: (ctx, key, reason) =>
      ctx.db.execute(sql`update ${files} set import_error = ${reason} where ${isOpen(key)}`),
    giveUp: (ctx, key) =>
      ctx.db.execute(sql`update ${files} set status = 'failed', finished_at = now() where ${isOpen(key)}`),
  });
}
