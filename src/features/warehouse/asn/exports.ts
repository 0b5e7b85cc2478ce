import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { sendFairly } from "../../../core/jobs/fair.ts";
import { lockCapacity } from "../../../core/jobs/require-capacity.ts";
import { newId } from "../../../lib/ids.ts";
import { invalid } from "../../../lib/problem.ts";
import { asnExportParts, asnExports } from "../../../platform/db/tables/asn.ts";
import { warehouseError } from "../errors.ts";
import { parseDate } from "../returns/parse-date.ts";
import type { Version } from "../versions.ts";
import { exportJob } from "./export-job.ts";
import { EXPORT_CAPACITY, type ExportRow, loadExport } from "./export-state.ts";
import { FILE_FORMATS } from "./file-format.ts";
import type { AsnExport, ExportBody } from "./schema.ts";
import { asnWindow } from "./window.ts";

/**
 * Starts an export of the report and returns its id. Throws 422 for an invalid date, unlike the report, and
 * 429 when the store has too many unfinished exports.
 */
export async function startExport(ctx: Ctx, storeId: string, body: ExportBody): Promise<{ id: string }> {
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
    await tx.db
      .insert(asnExports)
      .values({ storeId, id, from, to, format: body.format, status: "queued", createdAt: sql`now()` });
    await lockCapacity(tx, storeId, EXPORT_CAPACITY);
    await sendFairly(tx, exportJob, { storeId, exportId: id });
  });
  return { id };
}

/** Returns the status of an export. Throws 404 for an unknown or expired export. */
export async function readExport(
  ctx: Ctx,
  { storeId, origin, version }: { storeId: string; origin: string; version: Version },
  exportId: string,
): Promise<AsnExport> {
  const { id, status, rowsDone, rowsTotal } = await requireExport(ctx, storeId, exportId);
  return {
    id,
    status,
    rows_done: rowsDone,
    rows_total: rowsTotal,
    download_url:
      status === "ready"
        ? `${origin}${version.path}/warehouse/reporting/asn/exports/${encodeURIComponent(id)}/file`
        : null,
  };
}

/**
 * Returns the file of an export; its parts are read as the client receives them. Throws 404 for an unknown or
 * expired export, 409 if it is not ready.
 */
export async function exportFile(
  ctx: Ctx,
  storeId: string,
  exportId: string,
): Promise<{ parts: () => AsyncGenerator<Uint8Array>; mediaType: string; name: string }> {
  const row = await requireExport(ctx, storeId, exportId);
  if (row.status !== "ready") {
    throw warehouseError(409, { errors: { message: `The export is ${row.status}: it has no file.` } });
  }
  const parts = () => readParts(ctx, row);
  return { parts, mediaType: FILE_FORMATS[row.format].mediaType, name: `asn-${row.id}.${row.format}` };
}

async function requireExport(ctx: Ctx, storeId: string, exportId: string): Promise<ExportRow> {
  const row = await loadExport(ctx, { storeId, exportId });
  if (!row) throw warehouseError(404, { errors: { message: "No export found with this ID." } });
  return row;
}

/** Yields the parts of a file, each read when it is taken. Throws when one is missing. */
export async function* readParts(ctx: Ctx, { storeId, id, parts }: ExportRow): AsyncGenerator<Uint8Array> {
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
    if (!part) throw new Error(`part ${number} of the export ${id} is missing`);
    yield part.content;
  }
}
