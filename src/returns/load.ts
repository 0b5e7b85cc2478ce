import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { orders } from "../db/tables/orders.ts";
import { returnItems, returnNotes, returns } from "../db/tables/returns.ts";
import { locations } from "../db/tables/stores.ts";
import { problem } from "../lib/problem.ts";
import type { ReturnRecord } from "./view.ts";

/** Everything that returns are shown with, in the order of `ids`; four statements however many they are. */
export async function loadReturns(ctx: Ctx, storeId: string, ids: string[]): Promise<ReturnRecord[]> {
  if (ids.length === 0) return [];
  const heads = await ctx.db
    .select({ row: returns, destination: locations })
    .from(returns)
    .leftJoin(locations, and(eq(locations.storeId, returns.storeId), eq(locations.id, returns.destinationId)))
    .where(and(eq(returns.storeId, storeId), inArray(returns.id, ids)));
  // Orders are large and may have many returns: each is read once.
  const orderIds = [...new Set(heads.map(({ row }) => row.orderId))];
  const found = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, storeId), inArray(orders.id, orderIds)));
  const items = await ctx.db
    .select()
    .from(returnItems)
    .where(and(eq(returnItems.storeId, storeId), inArray(returnItems.returnId, ids)))
    .orderBy(asc(returnItems.position));
  const notes = await ctx.db
    .select()
    .from(returnNotes)
    .where(and(eq(returnNotes.storeId, storeId), inArray(returnNotes.returnId, ids)))
    .orderBy(asc(returnNotes.number));
  const headOf = new Map(heads.map((head) => [head.row.id, head]));
  const orderOf = new Map(found.map((order) => [order.id, order]));
  const itemsOf = Map.groupBy(items, (item) => item.returnId);
  const notesOf = Map.groupBy(notes, (note) => note.returnId);
  return ids.flatMap((id) => {
    const head = headOf.get(id);
    const order = head && orderOf.get(head.row.orderId);
    return order ? [{ ...head, order, items: itemsOf.get(id) ?? [], notes: notesOf.get(id) ?? [] }] : [];
  });
}

/** One return with all that it is shown with; 404 when the store has none with this id. */
export async function loadReturn(ctx: Ctx, storeId: string, returnId: string): Promise<ReturnRecord> {
  const [record] = await loadReturns(ctx, storeId, [returnId]);
  if (!record) throw noReturn(returnId);
  return record;
}

export function noReturn(returnId: string) {
  return problem(404, `The store has no return ${returnId}.`);
}
