import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import { asnExports } from "../../db/tables/asn.ts";
import { defineJob } from "../../jobs/define-job.ts";
import { FAIR_WORK, sendFairly, trySlice } from "../../jobs/fair.ts";
import { addPart, advance, type ExportKey, type ExportRow, loadExport } from "./export-state.ts";
import { FILE_FORMATS } from "./file-format.ts";
import { countAsn } from "./items.ts";
import { readAsn } from "./read.ts";
import { asnRow } from "./row-view.ts";

/** How long an export is written before others have their turn. */
const TURN_MS = 2_000;
const MAX_FAILURES = 20;

/** Where an export ends up that could not be written however often it was tried. */
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
 * Writes the file of an export, part by part, each with the progress that it is: whoever takes it up goes on
 * behind the last part. Two who write the same one don't mix: of each part the first is kept.
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
    // The work of a killed process goes to another one after this, not only when it expires.
    heartbeatSeconds: 10,
    deleteAfterSeconds: 3_600,
  },
  work: { ...FAIR_WORK, notifyPollingIntervalSeconds: 5, pollingIntervalSeconds: 0.5 },
  isLong: true,
  handle: async (ctx, keys) => {
    for (const data of keys) {
      await trySlice(ctx, exportJob, {
        data,
        work: (key) => writeForATurn(ctx, key),
        maxFailures: MAX_FAILURES,
      });
    }
  },
});

async function writeForATurn(ctx: Ctx, key: ExportKey): Promise<void> {
  const until = performance.now() + TURN_MS;
  let state = await loadExport(ctx, key);
  while (state && isUnderWay(state) && performance.now() < until) {
    await writeOn(ctx, state, until);
    state = await loadExport(ctx, key);
  }
  if (state && isUnderWay(state)) await sendFairly(ctx, exportJob, key);
}

function isUnderWay({ status }: ExportRow): boolean {
  return status === "queued" || status === "running";
}

/** Goes on until the file is whole, time is up, or somebody else was faster. */
async function writeOn(ctx: Ctx, begun: ExportRow, until: number): Promise<void> {
  if (begun.status === "queued") return begin(ctx, begun);
  const { head, rows: textOf } = FILE_FORMATS[begun.format];
  let state = begun;
  for await (const { units, mark } of readAsn(ctx, state.storeId, state, state.mark ?? undefined)) {
    const text = textOf(units.map(({ item, unit }) => asnRow(item, unit)));
    const part = { text: state.parts === 0 ? head + text : text, rows: units.length, mark };
    if (!(await addPart(ctx, state, part)) || performance.now() > until) return;
    state = { ...state, parts: state.parts + 1, rowsDone: state.rowsDone + units.length, mark };
  }
  if (state.parts === 0 && head !== "") {
    // Nothing was returned: a file with its head alone.
    if (!(await addPart(ctx, state, { text: head, rows: 0, mark: null }))) return;
    state = { ...state, parts: 1 };
  }
  await advance(ctx, state, { status: "ready", rowsTotal: state.rowsDone });
}

async function begin(ctx: Ctx, state: ExportRow): Promise<void> {
  await advance(ctx, state, { status: "running", rowsTotal: await countAsn(ctx, state.storeId, state) });
}
