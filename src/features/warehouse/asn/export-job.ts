import { and, inArray } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { defineFileJob } from "../../../core/jobs/file-job.ts";
import { asnExports } from "../../../platform/db/tables/asn.ts";
import { addPart, advance, type ExportKey, type ExportRow, loadExport, ofExport } from "./export-state.ts";
import { FILE_FORMATS } from "./file-format.ts";
import { countAsn } from "./items.ts";
import { readAsn } from "./read.ts";

/** The maximum number of rows per part. */
const PART_ROWS = 200;

const jobs = defineFileJob<ExportKey>({
  name: "asn.export",
  work: async (ctx, key, until) => {
    let state = await loadExport(ctx, key);
    while (state && isUnfinished(state) && performance.now() < until) {
      await writeParts(ctx, state, until);
      state = await loadExport(ctx, key);
    }
    return state !== undefined && isUnfinished(state);
  },
  explain: (ctx, key, reason) => ctx.db.update(asnExports).set({ exportError: reason }).where(isOpen(key)),
  giveUp: (ctx, key) => ctx.db.update(asnExports).set({ status: "failed" }).where(isOpen(key)),
});

/** Writes the file of an export. If two workers write the same export, the first to commit a part wins. */
export const exportJob = jobs.job;
/** Its dead letter queue. */
export const failExportJob = jobs.failJob;

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

/** One that has ended needs no reason: the answer to the commit that has ended it may have been lost. */
function isOpen(key: ExportKey) {
  return and(ofExport(key), inArray(asnExports.status, ["queued", "running"]));
}
