import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { asnExports } from "../../db/tables/asn.ts";
import { defineJob } from "../../jobs/define-job.ts";
import { FAIR_WORK, sendFairly, trySlice } from "../../jobs/fair.ts";
import { addPart, advance, type ExportKey, type ExportRow, loadExport } from "./export-state.ts";
import { FILE_FORMATS } from "./file-format.ts";
import { countAsn } from "./items.ts";
import { readAsn } from "./read.ts";

/** The time for which a job writes one export before other exports get their turn. */
const TURN_MS = 2_000;
const MAX_FAILURES = 20;
/** The maximum number of rows per part. */
const PART_ROWS = 200;

/** The dead letter queue of exports: marks an export as failed after its last retry. */
export const failExportJob = defineJob<ExportKey>({
  name: "asn.export-failed",
  queue: {
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3_600,
  },
  work: { pollingIntervalSeconds: 30 },
  handle: async (ctx, keys) => {
    for (const { storeId, exportId } of keys) {
      await ctx.db
        .update(asnExports)
        .set({ status: "failed" })
        .where(
          and(
            eq(asnExports.storeId, storeId),
            eq(asnExports.id, exportId),
            sql`${asnExports.status} in ('queued', 'running')`,
          ),
        );
    }
  },
});

/**
 * Writes the file of an export, part by part. Each part commits with its progress, so that any worker can
 * resume after the last part. If two workers write the same export, the first to commit a part wins.
 */
export const exportJob = defineJob<ExportKey>({
  name: "asn.export",
  queue: {
    notify: true,
    deadLetter: failExportJob.name,
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
      await trySlice(ctx, exportJob, {
        data,
        work: (key) => writeForOneTurn(ctx, key),
        maxFailures: MAX_FAILURES,
        onFailure: ({ storeId, exportId }, reason) =>
          ctx.db
            .update(asnExports)
            .set({ exportError: reason })
            .where(and(eq(asnExports.storeId, storeId), eq(asnExports.id, exportId))),
      });
    }
  },
});

async function writeForOneTurn(ctx: Ctx, key: ExportKey): Promise<void> {
  const until = performance.now() + TURN_MS;
  let state = await loadExport(ctx, key);
  while (state && isUnfinished(state) && performance.now() < until) {
    await writeParts(ctx, state, until);
    state = await loadExport(ctx, key);
  }
  if (state && isUnfinished(state)) await sendFairly(ctx, exportJob, key);
}

function isUnfinished({ status }: ExportRow): boolean {
  return status === "queued" || status === "running";
}

/** Writes parts until the file is complete, the time is up, or another worker writes the same export. */
async function writeParts(ctx: Ctx, current: ExportRow, until: number): Promise<void> {
  if (current.status === "queued") return startExport(ctx, current);
  const { head, rows: formatRows } = FILE_FORMATS[current.format];
  const reading = { window: current, mark: current.mark ?? undefined, sliceRows: PART_ROWS };
  let state = current;
  for await (const { rows, mark } of readAsn(ctx, state.storeId, reading)) {
    const text = formatRows(rows);
    const part = { text: state.parts === 0 ? head + text : text, rows: rows.length, mark };
    if (!(await addPart(ctx, state, part)) || performance.now() > until) return;
    state = { ...state, parts: state.parts + 1, rowsDone: state.rowsDone + rows.length, mark };
  }
  if (state.parts === 0 && head !== "") {
    // No unit was returned: the file has only its header.
    if (!(await addPart(ctx, state, { text: head, rows: 0, mark: null }))) return;
    state = { ...state, parts: 1 };
  }
  const isDone = await advance(ctx, state, {
    ...{ status: "ready", rowsTotal: state.rowsDone, exportError: null },
  });
  if (isDone) ctx.doneJobs.add(state.storeId, "exports");
}

async function startExport(ctx: Ctx, state: ExportRow): Promise<void> {
  await advance(ctx, state, { status: "running", rowsTotal: await countAsn(ctx, state.storeId, state) });
}
