import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { type Page, type PagedList, toPage } from "../../../core/http/paging.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { spreadsheetCell } from "../../../lib/csv.ts";
import { inventoryImports } from "../../../platform/db/tables/inventory-imports.ts";
import { MAX_SHOWN_ERRORS, type StockImport, type StockImportWithErrors } from "./schema.ts";
import { errorsOf, type ImportKey, type ImportRow, importView, requireImport } from "./state.ts";

export const IMPORT_PAGES: PagedList = { name: "inventory imports", key: ["instant", "text"] };

/** Returns a page of the store's imports, the latest first, as long as they are kept. */
export async function listImports(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ imports: StockImport[]; headers: Record<string, string> }> {
  const { createdAt, id } = inventoryImports;
  const [at = "", last = ""] = page.cursor ?? [];
  const found = await ctx.db
    .select()
    .from(inventoryImports)
    .where(
      and(
        eq(inventoryImports.storeId, storeId),
        isRetained(createdAt, ctx.config.retention.inventoryImports),
        page.cursor && sql`(${createdAt}, ${id}) < (${at}::timestamptz, ${last})`,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, (row) => [row.createdAt.toISOString(), row.id]);
  return { imports: rows.map(importView), headers };
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
