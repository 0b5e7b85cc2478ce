import type { Ctx } from "../../../core/ctx.ts";
import type { Page } from "../../../core/http/paging.ts";
import { createList } from "../../../core/lists/list.ts";
import { BY_CREATION } from "../../../core/lists/list-key.ts";
import { spreadsheetCell } from "../../../lib/csv.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import { MAX_SHOWN_ERRORS, type StockImport, type StockImportWithErrors } from "./schema.ts";
import { errorsOf, type ImportKey, type ImportRow, importView, requireImport } from "./state.ts";

export const IMPORT_LIST = createList({
  name: "inventory imports",
  table: "inventory_imports",
  retained: { kind: "inventoryImports", column: "created_at" },
  key: BY_CREATION,
  row: rowJson(inventoryImports, "inventory_imports"),
  filters: {},
});

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
  const row = await requireImport(ctx, key);
  const errors: StockImportWithErrors["errors"] = [];
  if (row.broken > 0) {
    for await (const part of errorsOf(ctx, row)) {
      errors.push(...part.slice(0, MAX_SHOWN_ERRORS - errors.length));
      if (errors.length === MAX_SHOWN_ERRORS) break;
    }
  }
  return { ...importView(row), errors };
}

/** Yields the lines of a csv file with all errors of an import. */
export async function* errorsFile(ctx: Ctx, row: ImportRow): AsyncGenerator<string> {
  yield "line,detail\r\n";
  for await (const part of errorsOf(ctx, row)) {
    yield part.map(({ line, detail }) => `${line},${spreadsheetCell(detail)}\r\n`).join("");
  }
}
