import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { StoreJobData } from "../../../core/jobs/fair.ts";
import type { Capacity } from "../../../core/jobs/require-capacity.ts";
import { isRetained } from "../../../core/jobs/retention.ts";
import { problem } from "../../../lib/problem.ts";
import {
  inventoryImportParts,
  inventoryImports,
  type LineError,
} from "../../../platform/db/tables/inventory-imports.ts";
import type { StockImport } from "./schema.ts";

export type ImportRow = typeof inventoryImports.$inferSelect;
export type ImportKey = StoreJobData & { importId: string };

const MAX_UNFINISHED = 5;

export const IMPORT_CAPACITY: Capacity = {
  table: "inventory_imports",
  max: MAX_UNFINISHED,
  detail: `${MAX_UNFINISHED} imports of the store are in progress; try again when one is done.`,
};

/** Returns the row of an import. Throws 404 for an unknown import, and for one that is no longer kept. */
export async function requireImport(ctx: Ctx, { storeId, importId }: ImportKey): Promise<ImportRow> {
  const [row] = await ctx.db
    .select()
    .from(inventoryImports)
    .where(
      and(
        ofImport({ storeId, importId }),
        isRetained(inventoryImports.createdAt, ctx.config.retention.inventoryImports),
      ),
    );
  if (!row) throw problem("import_not_found", `The store has no import ${importId}.`);
  return row;
}

export function ofImport({ storeId, importId }: ImportKey) {
  return and(eq(inventoryImports.storeId, storeId), eq(inventoryImports.id, importId));
}

/** Yields the errors of an import's lines, in the order of the file. */
export async function* errorsOf(
  ctx: Ctx,
  { storeId, id, partsDone }: Pick<ImportRow, "storeId" | "id" | "partsDone">,
): AsyncGenerator<LineError[]> {
  const { number, lineErrors } = inventoryImportParts;
  const ofParts = and(eq(inventoryImportParts.storeId, storeId), eq(inventoryImportParts.importId, id));
  const numbers = await ctx.db
    .select({ number })
    .from(inventoryImportParts)
    .where(and(ofParts, isNotNull(lineErrors)))
    .orderBy(number);
  for (const part of numbers) {
    if (part.number >= partsDone) return;
    const [row] = await ctx.db
      .select({ lineErrors })
      .from(inventoryImportParts)
      .where(and(ofParts, eq(number, part.number)));
    yield row?.lineErrors ?? [];
  }
}

export function importView(row: ImportRow): StockImport {
  const { id, status, linesTotal, linesDone, changed, broken, by, startedById, createdAt, finishedAt } = row;
  return {
    ...{ id, status, changed, broken, by, by_id: startedById },
    lines_total: linesTotal,
    lines_done: linesDone,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
