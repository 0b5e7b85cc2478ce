import type { Ctx } from "../../core/ctx.ts";
import { createYielder } from "../../lib/yielder.ts";
import { loadCustomers } from "../customers/find.ts";
import { readProfile } from "../customers/record.ts";
import { loadItems } from "../inventory/read-items.ts";
import { loadLevels } from "../inventory/read-levels.ts";
import { loadOrders, viewOf } from "../orders/load.ts";
import { loadReturns } from "../returns/read/load.ts";
import { readShown } from "../returns/read/record.ts";
import { snapshotOf } from "../returns/read/view.ts";
import { loadWithdrawals } from "../withdrawals/read.ts";
import type { RecordKind } from "./read-records.ts";

export const OBJECT_KINDS = ["order", "return", "customer", "level", "item", "withdrawal"] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

type Store = { storeId: string; origin: string };

/**
 * Returns the JSON of objects of one kind in their present state, by id, as the operations that read them
 * return it. Skips objects that no longer exist.
 */
export async function loadObjects(
  ctx: Ctx,
  store: Store,
  kind: ObjectKind,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  if (kind === "return") return loadReturnsJson(ctx, store, ids);
  const objects = await loadSimple(ctx, store, kind, ids);
  const yieldNow = createYielder();
  const texts = new Map<string, string>();
  for (const [id, object] of objects) {
    texts.set(id, JSON.stringify(object));
    await yieldNow();
  }
  return texts;
}

async function loadSimple(
  ctx: Ctx,
  { storeId, origin }: Store,
  kind: Exclude<ObjectKind, "return">,
  ids: string[],
): Promise<Map<string, object>> {
  switch (kind) {
    case "order":
      return loadOrders(ctx, storeId, ids);
    case "customer":
      return loadCustomers(ctx, storeId, ids);
    case "item":
      return loadItems(ctx, storeId, ids);
    case "withdrawal":
      return loadWithdrawals(ctx, { storeId, origin }, ids);
    case "level":
      return new Map((await loadLevels(ctx, storeId, ids)).map((level) => [level.id, level]));
  }
}

async function loadReturnsJson(
  ctx: Ctx,
  { storeId, origin }: Store,
  ids: string[],
): Promise<Map<string, string>> {
  const yieldNow = createYielder();
  const texts = new Map<string, string>();
  for (const record of await loadReturns(ctx, storeId, ids)) {
    texts.set(record.row.id, JSON.stringify(snapshotOf(record, origin)));
    await yieldNow();
  }
  return texts;
}

/** Returns the JSON of an object that was read as a record. */
export function recordJson(kind: RecordKind, record: string, origin: string): string {
  if (kind === "return") return JSON.stringify(snapshotOf(readShown(JSON.parse(record)), origin));
  return JSON.stringify(kind === "order" ? viewOf(JSON.parse(record)) : readProfile(record));
}
