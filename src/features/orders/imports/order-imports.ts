import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { ImportKind } from "../../../core/imports/kind.ts";
import { isUniqueViolation } from "../../../platform/db/errors.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { type OrderFormat, orderImports } from "../../../platform/db/tables/order-imports.ts";
import type { OrderEntry } from "./entry.ts";
import { placeOf } from "./place.ts";
import { openOrders } from "./read-orders.ts";
import { type OrderCount, storeEntries } from "./store-entries.ts";

export type OrderImportRow = typeof orderImports.$inferSelect;

const MAX_ORDERS = 200_000;
/** Orders that are stored together: enough to share their statements, few enough to hold their locks shortly. */
export const ORDERS_AT_A_TIME = 250;
const MAX_PART_CHARACTERS = 2_000_000;
/** After so many new orders the planner's statistics are out of date. */
const ANALYZE_AFTER_ORDERS = 10_000;

/** Files of orders. */
export const ORDER_IMPORTS: ImportKind<OrderEntry, OrderCount, OrderImportRow, OrderFormat | undefined> = {
  name: "order imports",
  job: "orders.import",
  tables: { files: "order_imports", parts: "order_import_parts" },
  row: rowJson(orderImports, "order_imports"),
  retained: "orderImports",
  unknown: "order_import_not_found",
  doneAs: "orderImports",
  counts: ["created", "updated", "unchanged"],
  maxLines: MAX_ORDERS,
  part: { lines: ORDERS_AT_A_TIME, characters: MAX_PART_CHARACTERS },
  open: async (ctx, { storeId }, file, asked) => {
    const place = await placeOf(ctx, storeId);
    const { format, entries } = await openOrders(() => new Blob([file]).stream(), asked, place);
    return { lines: entries, columns: { file_format: format } };
  },
  store: (tx, { storeId }, entries) => storeEntries(tx, storeId, entries),
  isConflict: (error) => isUniqueViolation(error, "orders_external_id"),
  stored: (ctx, { before, counts, isDone }) =>
    analyzeAfterMany(ctx, { before: before.created, created: counts.created, isDone }),
};

/** Renews the planner's statistics when an import has made many orders, and when such an import is done. */
export async function analyzeAfterMany(
  ctx: Ctx,
  { before, created, isDone }: { before: number; created: number; isDone: boolean },
): Promise<void> {
  if (created < ANALYZE_AFTER_ORDERS || (before >= ANALYZE_AFTER_ORDERS && !isDone)) return;
  await ctx.longDb.execute(sql`analyze orders, fulfillments, customers, search_keys`);
}
