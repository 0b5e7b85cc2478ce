import type { Ctx } from "../../../core/ctx.ts";
import { problem } from "../../../lib/problem.ts";
import { loadExport } from "../asn/export-state.ts";
import { readParts } from "../asn/exports.ts";
import { FILE_FORMATS } from "../asn/file-format.ts";
import { noExport } from "./delete.ts";

/**
 * Returns the file of an export; its parts are read as the client receives them. Throws 404 for an unknown or
 * expired export, 409 if it is not ready.
 */
export async function fileOfExport(
  ctx: Ctx,
  storeId: string,
  exportId: string,
): Promise<{ text: AsyncGenerator<string>; mediaType: string; name: string }> {
  const row = await loadExport(ctx, { storeId, exportId });
  if (!row) throw noExport(exportId);
  if (row.status !== "ready")
    throw problem("export_not_ready", `The export is ${row.status}: it has no file.`);
  const { mediaType } = FILE_FORMATS[row.format];
  return { text: textOf(readParts(ctx, row)), mediaType, name: `asn-${row.id}.${row.format}` };
}

/** Each part is a whole number of lines. */
async function* textOf(parts: AsyncGenerator<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of parts) yield decoder.decode(part);
}
