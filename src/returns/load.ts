import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { orders } from "../db/tables/orders.ts";
import { returnItems, returnNotes, returns } from "../db/tables/returns.ts";
import { locations } from "../db/tables/stores.ts";
import { problem } from "../lib/problem.ts";
import type { ReturnRecord } from "./view.ts";

/**
 * Loads returns with their orders, items, notes and destinations, in the order of `ids`, with four
 * statements. Skips unknown ids.
 */
export async function loadReturns(ctx: Ctx, storeId: string, ids: string[]): Promise<ReturnRecord[]> {
  if (ids.length === 0) return [];
  const found = await ctx.db
    .select({ row: returns, destination: locations })
    .from(returns)
    .leftJoin(locations, and(eq(locations.storeId, returns.storeId), eq(locations.id, returns.destinationId)))
    .where(and(eq(returns.storeId, storeId), inArray(returns.id, ids)));
  // Orders are large, and one order may have many returns: read each order once.
  const orderIds = [...new Set(found.map(({ row }) => row.orderId))];
  const orderRows = await ctx.db
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
  const rowOf = new Map(found.map((entry) => [entry.row.id, entry]));
  const orderOf = new Map(orderRows.map((order) => [order.id, order]));
  const itemsOf = Map.groupBy(items, (item) => item.returnId);
  const notesOf = Map.groupBy(notes, (note) => note.returnId);
  return ids.flatMap((id) => {
    const entry = rowOf.get(id);
    const order = entry && orderOf.get(entry.row.orderId);
    return order ? [{ ...entry, order, items: itemsOf.get(id) ?? [], notes: notesOf.get(id) ?? [] }] : [];
  });
}

/**
 * Loads one return with its order, items, notes and destination. Throws 404 when the store has no such
 * return.
 */
export async function loadReturn(ctx: Ctx, storeId: string, returnId: string): Promise<ReturnRecord> {
  const [record] = await loadReturns(ctx, storeId, [returnId]);
  if (!record) throw noReturn(returnId);
  return record;
}

/** Returns the 404 of an unknown return. */
export function noReturn(returnId: string) {
  return problem("return_not_found", `The store has no return ${returnId}.`);
}
