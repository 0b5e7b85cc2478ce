import { and, asc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { batchReads } from "../../../core/lists/batch-reads.ts";
import { problem } from "../../../lib/problem.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { orders } from "../../../platform/db/tables/orders.ts";
import { payouts } from "../../../platform/db/tables/payouts.ts";
import { returnItems, returnNotes, returns } from "../../../platform/db/tables/returns.ts";
import { locations } from "../../../platform/db/tables/stores.ts";
import { readRecord, readShown, returnRecords } from "./record.ts";
import type { ReturnRecord, ShownRecord } from "./view.ts";

/**
 * Loads returns with their orders, items, notes and destinations, in the order of `ids`, with one statement;
 * large ones with five more. Skips unknown ids.
 */
export async function loadReturns(ctx: Ctx, storeId: string, ids: string[]): Promise<ReturnRecord[]> {
  if (ids.length === 0) return [];
  const found = await findRecords(ctx.db, storeId, ids);
  const large = await loadLarge(
    ctx,
    storeId,
    found.flatMap(({ id, record }) => (record === null ? id : [])),
  );
  const textOf = new Map(found.map(({ id, record }) => [id, record]));
  return ids.flatMap((id) => {
    const text = textOf.get(id);
    return (text ? readRecord(JSON.parse(text)) : large.get(id)) ?? [];
  });
}

/**
 * Loads the records of rows that were not read with them, and returns a function that returns the record of
 * each row that still exists.
 */
export async function loadFound(
  ctx: Ctx,
  storeId: string,
  rows: FoundRow[],
): Promise<(row: FoundRow) => ShownRecord | undefined> {
  const missing = rows.flatMap(({ id, record }) => (record === null ? id : []));
  const loaded = new Map((await loadReturns(ctx, storeId, missing)).map((record) => [record.row.id, record]));
  return ({ id, record }) => (record === null ? loaded.get(id) : readShown(record));
}

type FoundRow = { id: string; record: unknown[] | null };

type Found = { id: string; record: string | null };

const findRecords = preparedByKey<Found>("return_records", returnRecords("$2"));

const findRecord = batchReads(async (db, storeId, ids) =>
  (await findRecords(db, storeId, ids)).map((found) => ({ ...found, key: found.id })),
);

/** Loads returns row by row, by id. */
async function loadLarge(ctx: Ctx, storeId: string, ids: string[]): Promise<Map<string, ReturnRecord>> {
  if (ids.length === 0) return new Map();
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
  const paid = await ctx.db
    .select()
    .from(payouts)
    .where(and(eq(payouts.storeId, storeId), inArray(payouts.returnId, ids)))
    .orderBy(asc(payouts.seq));
  const orderOf = new Map(orderRows.map((order) => [order.id, order]));
  const itemsOf = Map.groupBy(items, (item) => item.returnId);
  const notesOf = Map.groupBy(notes, (note) => note.returnId);
  const payoutsOf = Map.groupBy(paid, (payout) => payout.returnId);
  const records = found.flatMap(({ row, destination }) => {
    const order = orderOf.get(row.orderId);
    const [items = [], notes = []] = [itemsOf.get(row.id), notesOf.get(row.id)];
    const own = { items, notes, payouts: payoutsOf.get(row.id) ?? [] };
    return order ? [{ row, destination, order, ...own }] : [];
  });
  return new Map(records.map((record) => [record.row.id, record]));
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

/** Loads a return as `loadReturn` does, for an operation with `takesNoConnection`. */
export async function readReturnRecord(ctx: Ctx, storeId: string, returnId: string): Promise<ReturnRecord> {
  const found = await findRecord(ctx, storeId, returnId);
  if (!found) throw noReturn(returnId);
  if (found.record !== null) return readRecord(JSON.parse(found.record));
  return ctx.connectionLimiter.within(storeId, () => loadReturn(ctx, storeId, returnId));
}

/** Returns the 404 of an unknown return. */
export function noReturn(returnId: string) {
  return problem("return_not_found", `The store has no return ${returnId}.`);
}
