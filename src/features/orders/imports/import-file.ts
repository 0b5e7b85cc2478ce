import type { Ctx } from "../../../core/ctx.ts";
import type { LineError } from "../../../platform/db/tables/import-columns.ts";
import type { OrderFormat } from "../../../platform/db/tables/order-imports.ts";
import { requireStore } from "../../stores/require-store.ts";
import type { OrderEntry } from "./entry.ts";
import { analyzeAfterMany, ORDERS_AT_A_TIME } from "./order-imports.ts";
import { placeOf } from "./place.ts";
import { type OpenFile, openOrders } from "./read-orders.ts";
import { storeEntries } from "./store-entries.ts";

type Source = {
  open: OpenFile;
  format: OrderFormat | undefined;
  onProgress(text: string): void;
  onFault(line: string): void;
};

export type ImportedOrders = {
  format: OrderFormat;
  orders: number;
  created: number;
  updated: number;
  unchanged: number;
  broken: number;
  errors: LineError[];
};

const MAX_ERRORS = 100;
const PROGRESS_INTERVAL_MS = 1_000;
/** Orders after which memory is freed: what is left of them would otherwise add up. */
const FREE_MEMORY_AFTER_ORDERS = 5_000;

/**
 * Creates or updates the orders of a file of any size, batch by batch, and returns the counts. Reports orders that aren't
 * valid, and leaves them out. Throws 404 for an unknown store, 400 for a file of no known format.
 */
export async function importOrderFile(
  ctx: Ctx,
  storeId: string,
  { open, format: asked, onProgress, onFault }: Source,
): Promise<ImportedOrders> {
  await requireStore(ctx, storeId);
  const { format, entries } = await openOrders(open, asked, await placeOf(ctx, storeId));
  const imported: ImportedOrders = {
    ...{ format, orders: 0, created: 0, updated: 0, unchanged: 0, broken: 0 },
    errors: [],
  };
  let batch: OrderEntry[] = [];
  const store = async (stored: OrderEntry[]) => {
    const before = imported.created;
    const { counts, broken, errors } = await storeEntries(ctx, storeId, stored);
    imported.created += counts.created;
    imported.updated += counts.updated;
    imported.unchanged += counts.unchanged;
    imported.broken += broken;
    for (const error of errors) {
      onFault(`line ${error.line}${error.column === undefined ? "" : `, ${error.column}`}: ${error.detail}`);
      if (imported.errors.length < MAX_ERRORS) imported.errors.push(error);
    }
    await analyzeAfterMany(ctx, { before, created: imported.created, isDone: false });
  };

  // The next orders are read while these are stored.
  let storing = Promise.resolve();
  const flush = async () => {
    await storing;
    storing = store(batch);
    // It is awaited later: until then its error is handled here.
    storing.catch(() => {});
    batch = [];
  };

  let reportedAt = Date.now();
  for await (const entry of entries) {
    imported.orders++;
    if (batch.push(entry) < ORDERS_AT_A_TIME) continue;
    await flush();
    if (imported.orders % FREE_MEMORY_AFTER_ORDERS === 0) ctx.freeMemory();
    if (Date.now() - reportedAt < PROGRESS_INTERVAL_MS) continue;
    reportedAt = Date.now();
    onProgress(`${imported.orders} orders read, ${imported.created + imported.updated} stored`);
  }
  if (batch.length > 0) await flush();
  await storing;
  await analyzeAfterMany(ctx, { before: imported.created, created: imported.created, isDone: true });
  return imported;
}
