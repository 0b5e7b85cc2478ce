import type { Ctx } from "../../../core/ctx.ts";
import type { Page } from "../../../core/http/paging.ts";
import type { ImportKey } from "../../../core/imports/kind.ts";
import { createImportList, firstErrors, requireImport } from "../../../core/imports/read.ts";
import { ORDER_IMPORTS, type OrderImportRow } from "./order-imports.ts";
import { MAX_SHOWN_ERRORS, type OrderImport, type OrderImportWithErrors } from "./schema.ts";

export const IMPORT_LIST = createImportList(ORDER_IMPORTS);

/** Returns a page of the store's imports, the latest first, as long as they are kept. */
export async function listImports(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ imports: OrderImport[]; headers: Record<string, string> }> {
  const { rows, headers } = await IMPORT_LIST.find(ctx, storeId, { page });
  return { imports: rows.map(({ record }) => importView(record)), headers };
}

/** Returns an import with the errors of its first lines. Throws 404 for an unknown import. */
export async function readImport(ctx: Ctx, key: ImportKey): Promise<OrderImportWithErrors> {
  const row = await requireImport(ctx, ORDER_IMPORTS, key);
  const errors = await firstErrors(ctx, ORDER_IMPORTS, row, MAX_SHOWN_ERRORS);
  return {
    ...importView(row),
    errors: errors.map(({ line, column = null, detail }) => ({ line, column, detail })),
  };
}

function importView(row: OrderImportRow): OrderImport {
  const { id, status, fileFormat, created, updated, unchanged, broken, by, createdAt, finishedAt } = row;
  return {
    ...{ id, format: fileFormat, status, created, updated, unchanged, broken, by },
    ordersTotal: row.linesTotal,
    ordersDone: row.linesDone,
    byId: row.startedById,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
