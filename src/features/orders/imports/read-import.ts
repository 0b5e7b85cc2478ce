import type { Ctx } from "../../../core/ctx.ts";
import type { ImportKey } from "../../../core/imports/kind.ts";
import { firstErrors, requireImport } from "../../../core/imports/read.ts";
import { ORDER_IMPORTS, type OrderImportRow } from "./order-imports.ts";
import { MAX_SHOWN_ERRORS, type OrderImport, type OrderImportWithErrors } from "./schema.ts";

/** Returns an import with the errors of its first lines. Throws 404 for an unknown import. */
export async function readImport(ctx: Ctx, key: ImportKey): Promise<OrderImportWithErrors> {
  const row = await requireImport(ctx, ORDER_IMPORTS, key);
  const errors = await firstErrors(ctx, ORDER_IMPORTS, row, MAX_SHOWN_ERRORS);
  return {
    ...importView(row),
    errors: errors.map(({ line, column = null, detail }) => ({ line, column, detail })),
  };
}

/** Returns an import as lists show it. */
export function importView(row: OrderImportRow): OrderImport {
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
