import type { Ctx } from "../../../core/ctx.ts";
import type { Page } from "../../../core/http/paging.ts";
import type { ImportKey } from "../../../core/imports/kind.ts";
import { createImportList, firstErrors, requireImport } from "../../../core/imports/read.ts";
import { MAX_SHOWN_ERRORS, type StockImport, type StockImportWithErrors } from "./schema.ts";
import { STOCK_IMPORTS, type StockImportRow } from "./stock-imports.ts";

export const IMPORT_LIST = createImportList(STOCK_IMPORTS);

/** Returns a page of the store's imports, the latest first, as long as they are kept. */
export async function listImports(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ imports: StockImport[]; headers: Record<string, string> }> {
  const { rows, headers } = await IMPORT_LIST.find(ctx, storeId, { page });
  return { imports: rows.map(({ record }) => importView(record)), headers };
}

/** Returns an import with the errors of its first lines. Throws 404 for an unknown import. */
export async function readImport(ctx: Ctx, key: ImportKey): Promise<StockImportWithErrors> {
  const row = await requireImport(ctx, STOCK_IMPORTS, key);
  return { ...importView(row), errors: await firstErrors(ctx, STOCK_IMPORTS, row, MAX_SHOWN_ERRORS) };
}

function importView(row: StockImportRow): StockImport {
  const { id, status, linesTotal, linesDone, changed, broken, by, startedById, createdAt, finishedAt } = row;
  return {
    ...{ id, status, changed, broken, by, by_id: startedById },
    lines_total: linesTotal,
    lines_done: linesDone,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
