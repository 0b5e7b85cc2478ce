import { and, eq, inArray, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../ctx.ts";
import { asnExportParts, asnExports } from "../../db/tables/asn.ts";
import type { Caller } from "../../http/request-context.ts";
import { sendFairly } from "../../jobs/fair.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, problem } from "../../lib/problem.ts";
import { refusal } from "../errors.ts";
import { parseDate } from "../returns/parse-date.ts";
import { exportJob } from "./export-job.ts";
import { type ExportRow, loadExport } from "./export-state.ts";
import { FILE_FORMATS } from "./file-format.ts";
import type { AsnExport, ExportBody } from "./schema.ts";
import { asnWindow } from "./window.ts";

/** Of a store at once. */
const MAX_UNFINISHED = 50;

/**
 * Orders a file of the report: once this has answered, it will be written. Throws 429 while several of the
 * store are, and 422 for what is no date, unlike the report.
 */
export async function orderExport(ctx: Ctx, storeId: string, body: ExportBody): Promise<{ id: string }> {
  for (const name of ["from", "to"] as const) {
    const text = body[name];
    if (text && !parseDate(text)) {
      throw invalid({ detail: `The ${name} is not a valid date.`, pointer: `/${name}` });
    }
  }
  const { from, to } = asnWindow(body, ctx.now());
  if (to < from) throw invalid({ detail: "The to must be a date after or equal to from.", pointer: "/to" });

  const id = newId("asn");
  await inTransaction(ctx, async (tx) => {
    await requireRoom(tx, storeId);
    await tx.db
      .insert(asnExports)
      .values({ storeId, id, from, to, format: body.format, status: "queued", createdAt: sql`now()` });
    await sendFairly(tx, exportJob, { storeId, exportId: id });
  });
  return { id };
}

async function requireRoom(ctx: Ctx, storeId: string): Promise<void> {
  const unfinished = await ctx.db
    .select({ id: asnExports.id })
    .from(asnExports)
    .where(and(eq(asnExports.storeId, storeId), inArray(asnExports.status, ["queued", "running"])))
    .limit(MAX_UNFINISHED);
  if (unfinished.length < MAX_UNFINISHED) return;
  const detail = `${MAX_UNFINISHED} exports of the store are being written; try again when one is ready.`;
  throw problem(429, detail, { headers: { "Retry-After": "10" } });
}

export async function readExport(ctx: Ctx, caller: Caller, exportId: string): Promise<AsnExport> {
  const { id, status, rowsDone, rowsTotal } = await demandExport(ctx, caller.storeId, exportId);
  return {
    id,
    status,
    rows_done: rowsDone,
    rows_total: rowsTotal,
    download_url:
      status === "ready"
        ? `${caller.origin}/api/v1/warehouse/reporting/asn/exports/${encodeURIComponent(id)}/file`
        : null,
  };
}

/** The file of an export that is ready, read part by part as it is taken. */
export async function exportFile(
  ctx: Ctx,
  storeId: string,
  exportId: string,
): Promise<{ parts: () => AsyncGenerator<Uint8Array>; mediaType: string; name: string }> {
  const row = await demandExport(ctx, storeId, exportId);
  if (row.status !== "ready") {
    throw refusal(409, { errors: { message: `The export is ${row.status}: it has no file.` } });
  }
  const parts = () => partsOf(ctx, row);
  return { parts, mediaType: FILE_FORMATS[row.format].mediaType, name: `asn-${row.id}.${row.format}` };
}

async function demandExport(ctx: Ctx, storeId: string, exportId: string): Promise<ExportRow> {
  const row = await loadExport(ctx, { storeId, exportId });
  if (!row) throw refusal(404, { errors: { message: "No export found with this ID." } });
  return row;
}

async function* partsOf(ctx: Ctx, { storeId, id, parts }: ExportRow): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < parts; number++) {
    const [part] = await ctx.db
      .select({ content: asnExportParts.content })
      .from(asnExportParts)
      .where(
        and(
          eq(asnExportParts.storeId, storeId),
          eq(asnExportParts.exportId, id),
          eq(asnExportParts.number, number),
        ),
      );
    if (!part) throw new Error(`part ${number} of the export ${id} is gone`);
    yield part.content;
  }
}
