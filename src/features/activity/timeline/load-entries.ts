import type { Ctx } from "../../../core/ctx.ts";
import type { ScopedCaller } from "../../../core/http/request-context.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { loadEvents } from "../../events/load.ts";
import { loadOrders } from "../../orders/load.ts";
import { loadReturns } from "../../returns/read/load.ts";
import { returnView } from "../../returns/read/view.ts";
import type { EntryRow } from "./find-entries.ts";
import type { EntryType } from "./schema.ts";

/** The scope without which the objects of a type are not shown, beside that of the operation. */
const SCOPES: Partial<Record<EntryType, string>> = { order: "orders_read", return: "returns_read" };

/**
 * Returns the JSON of entries in their order. `data` is null where the caller lacks the scope to read it. Entries
 * that were deleted since they were found are skipped.
 */
export async function loadEntries(
  ctx: Ctx,
  caller: ScopedCaller,
  entries: EntryRow[],
): Promise<Iterable<string>> {
  const idsOf = (type: EntryType) => entries.flatMap((entry) => (entry.type === type ? entry.id : []));
  const loaded = {
    event: await loadEvents(ctx, caller.storeId, idsOf("event")),
    order: mayRead(caller, "order") ? await loadOrdersJson(ctx, caller.storeId, idsOf("order")) : undefined,
    return: mayRead(caller, "return") ? await loadReturnsJson(ctx, caller, idsOf("return")) : undefined,
  };
  return entries.values().flatMap(({ type, id, at }) => {
    const objects = loaded[type];
    const data = objects ? objects.get(id) : "null";
    return data === undefined ? [] : [`${JSON.stringify({ type, id, at }).slice(0, -1)},"data":${data}}`];
  });
}

function mayRead({ scopes }: ScopedCaller, type: EntryType): boolean {
  const scope = SCOPES[type];
  return scope === undefined || scopes.includes(scope);
}

async function loadOrdersJson(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, string>> {
  const yieldNow = createYielder();
  const texts = new Map<string, string>();
  for (const [id, order] of await loadOrders(ctx, storeId, ids)) {
    texts.set(id, JSON.stringify(order));
    await yieldNow();
  }
  return texts;
}

async function loadReturnsJson(
  ctx: Ctx,
  { storeId, origin }: ScopedCaller,
  ids: string[],
): Promise<Map<string, string>> {
  const yieldNow = createYielder();
  const texts = new Map<string, string>();
  for (const record of await loadReturns(ctx, storeId, ids)) {
    texts.set(record.row.id, JSON.stringify(returnView(record, origin, "read")));
    await yieldNow();
  }
  return texts;
}
