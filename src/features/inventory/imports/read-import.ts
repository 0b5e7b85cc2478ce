import type { Ctx } from "../../../core/ctx.ts";
import type { ImportKey } from "../../../core/imports/kind.ts";
import { firstErrors, requireImport } from "../../../core/imports/read.ts";
import { MAX_SHOWN_ERRORS, type StockImport, type StockImportWithErrors } from "./schema.ts";
import { STOCK_IMPORTS, type StockImportRow } from "./stock-imports.ts";

/** Returns an import with the errors of its first lines. Throws 404 for an unknown import. */
export async function readImport(ctx: Ctx, key: ImportKey): Promise<StockImportWithErrors> {
  const row = await requireImport(ctx, STOCK_IMPORTS, key);
  return { ...importView(row), errors: await firstErrors(ctx, STOCK_IMPORTS, row, MAX_SHOWN_ERRORS) };
}

/** Returns an import as lists show it. */
export function importView(row: StockImportRow): StockImport {
  const { id, status, linesTotal, linesDone, changed, broken, by, startedById, createdAt, finishedAt } = row;
  return {
    ...{ id, status, changed, broken, by, by_id: startedById },
    lines_total: linesTotal,
    lines_done: linesDone,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
