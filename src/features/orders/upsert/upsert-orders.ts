import { type NewChange, recordChanges } from "../../../core/changes/record-changes.ts";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { checkedInstant } from "../../../lib/date-time.ts";
import { invalid, Problem, problem } from "../../../lib/problem.ts";
import { sameJson } from "../../../lib/same-json.ts";
import { isUniqueViolation } from "../../../platform/db/errors.ts";
import { requireFulfillmentsFit } from "../fulfilled-bytes.ts";
import { insertRows, type NewRow, newRow, unknownLocation } from "../insert-orders.ts";
import { placeOrders } from "../place-orders.ts";
import type { StoredOrder } from "../schema.ts";
import type { SourceOrder } from "./from-shop.ts";
import { type Identified, withStoredLineIds } from "./line-ids.ts";
import { conflictWithReturns, mergedBody, shownInReturns } from "./merge-order.ts";
import { type MergedParcels, mergedParcels } from "./merge-parcels.ts";
import { passOrders } from "./pass-orders.ts";
import { type ChangedSku, changedSkus, writeSkus } from "./returned-skus.ts";
import { type Held, heldOf, lockStored, parcelsOf, type Stored } from "./stored-orders.ts";
import {
  type ChangedSource,
  type ParcelChange,
  type UpdatedOrder,
  updateRows,
  writeParcels,
  writeSources,
} from "./write-updates.ts";

/** What has become of an order, or why it can't be stored. */
export type Upserted = { result: "created" | "updated" | "unchanged"; orderId: string } | Problem;

const MAX_ATTEMPTS = 3;

/**
 * Creates or updates orders of a store, whose ids are distinct, and returns what has become of each: a 400 for an unknown
 * location, for a customer that can't be written and for parcels that are too large; a 409 for an edit that takes away
 * what returns hold, and for an order of another shop than that of the same id. Each is one of its own: the others are stored. Runs in a transaction of its own, again if the store
 * gets one of the new orders meanwhile.
 */
export async function upsertOrders(ctx: Ctx, storeId: string, sources: SourceOrder[]): Promise<Upserted[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx, (tx) => upsertIn(tx, storeId, sources));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isUniqueViolation(error, "orders_external_id")) throw error;
    }
  }
}

/** Orders are locked before what returns hold is read, and before their customers. */
async function upsertIn(tx: Ctx, storeId: string, sources: SourceOrder[]): Promise<Upserted[]> {
  const stored = await lockStored(
    tx,
    storeId,
    sources.map(({ body }) => body.orderId),
  );
  const edits = await editsOf(tx, storeId, sources, stored);
  const placed = await placeEdits(tx, storeId, edits);
  const inserted: NewRow[] = [];
  const updated: UpdatedOrder[] = [];
  const parcels: ParcelChange[] = [];
  const shown: string[] = [];
  const skus: ChangedSku[] = [];
  const outcomes = edits.map((edit, i): Upserted => {
    if (edit.outcome) return edit.outcome;
    const { source, before, body } = edit;
    const place = placed.get(i);
    if (place && !place.located) return unknownLocation(body);
    if (typeof place?.customer === "object") return invalid(place.customer);
    if (!before) {
      const json = JSON.stringify(body);
      const { updatedAt, connectorId } = source;
      const row = newRow(tx, { body, json, customerId: place?.customer, updatedAt, connectorId });
      const merged = mergeParcels(tx, storeId, { source, body, orderId: row.id, known: [] });
      if (merged instanceof Problem) return merged;
      inserted.push(row);
      if (merged) parcels.push({ merged, orderId: row.id, at: new Date(row.at) });
      return { result: "created", orderId: row.id };
    }
    const customerId = before.isErased ? before.customerId : (place?.customer ?? null);
    const updatedAt = source.updatedAt ?? before.sourceUpdatedAt;
    const change = { before, body, customerId, updatedAt, connectorId: source.connectorId };
    updated.push({
      ...change,
      isMoved: checkedInstant(body.createdAt).getTime() !== before.createdAt.getTime(),
    });
    if (edit.returned.size > 0 && !sameJson(shownInReturns(before.body), shownInReturns(body))) {
      shown.push(...edit.returned.keys());
      skus.push(...changedSkus({ before: before.body, after: body }, edit.returned));
    }
    if (edit.parcels) {
      const at = checkedInstant(body.createdAt);
      parcels.push({ merged: edit.parcels, orderId: before.id, at, before: before.createdAt });
    }
    return { result: "updated", orderId: before.id };
  });
  insertRows(tx, storeId, inserted);
  updateRows(tx, storeId, updated);
  await passOrders(tx, storeId, updated);
  writeParcels(tx, storeId, parcels);
  writeSources(tx, storeId, changedSources(edits));
  writeSkus(tx, storeId, skus);
  recordChanges(tx, storeId, [
    ...updated.map(({ before }): NewChange => ({ type: "order.updated", objectId: before.id })),
    ...shown.sort().map((objectId): NewChange => ({ type: "return.updated", objectId })),
  ]);
  return outcomes;
}

/**
 * An order to write, unless it has its outcome already. `parcels` are those of a stored order, as they will be, `returned` the
 * lines of each of its returns.
 */
type Edit = {
  source: SourceOrder;
  body: StoredOrder;
  unclear: Identified["unclear"];
  before: Stored | undefined;
  parcels: MergedParcels | undefined;
  returned: Held["linesOf"];
  outcome: Upserted | undefined;
};

async function editsOf(
  tx: Ctx,
  storeId: string,
  sources: SourceOrder[],
  stored: Map<string, Stored>,
): Promise<Edit[]> {
  const edits = sources.map((given): Edit => {
    const before = stored.get(given.body.orderId);
    const outcome = before && unlessNewer(given, before, tx.now());
    const { source, unclear } =
      before && !outcome ? withStoredLineIds(before.body, given) : { source: given, unclear: NO_LINES };
    const body = before ? mergedBody(before, source.body) : source.body;
    return { source, body, unclear, before, parcels: undefined, returned: NOT_RETURNED, outcome };
  });
  const found = edits.flatMap(({ before, outcome }) => (before && !outcome ? before.id : []));
  const withParcels = edits.flatMap(({ before, outcome, source }) =>
    before && !outcome && source.parcels ? before.id : [],
  );
  const [held, known] = await Promise.all([heldOf(tx, storeId, found), parcelsOf(tx, storeId, withParcels)]);
  return edits.map((edit): Edit => {
    const { before, body, source, unclear } = edit;
    if (!before || edit.outcome) return edit;
    const parcels = mergeParcels(tx, storeId, {
      ...{ source, body, orderId: before.id },
      known: known.get(before.id) ?? [],
    });
    if (parcels instanceof Problem) return { ...edit, outcome: parcels };
    if (sameJson(before.body, body) && !(parcels?.written.length || parcels?.removed.length)) {
      return { ...edit, outcome: { result: "unchanged", orderId: before.id } };
    }
    const currency = body.currencyCode ?? before.currency;
    const ofReturns = held.get(before.id);
    const outcome = conflictWithReturns(before, { body, currency, unclear }, ofReturns);
    return { ...edit, parcels, returned: ofReturns?.linesOf ?? NOT_RETURNED, outcome };
  });
}

const NO_LINES: Identified["unclear"] = new Set();
const NOT_RETURNED: Held["linesOf"] = new Map();

/** Returns the outcome of an order that changes nothing: another shop's of the same id, or one that is outdated. */
function unlessNewer(source: SourceOrder, before: Stored, now: Date): Upserted | undefined {
  if (isOfAnotherShop(source, before)) {
    const detail = `The store has another order ${before.externalId}, which came from another shop.`;
    return problem("already_exists", source.isOfFile ? `${detail} ${OTHER_TIME}` : detail);
  }
  return isOutdated(source, before, now) ? { result: "unchanged", orderId: before.id } : undefined;
}

const OTHER_TIME =
  "If it is the same shop, the file has another time of creation: its times may be of another zone than the store's.";

/** Shops count orders from 1, each for itself. A shop that has another address now still knows when it made an order. */
function isOfAnotherShop({ connectorId, body, createdWithinMs }: SourceOrder, before: Stored): boolean {
  if (before.connectorId === null) return false;
  const laterMs = before.createdAt.getTime() - checkedInstant(body.createdAt).getTime();
  if (createdWithinMs !== undefined) return laterMs < 0 || laterMs >= createdWithinMs;
  return connectorId !== undefined && connectorId !== before.connectorId && laterMs !== 0;
}

/** Clocks of a shop and of ours differ by so much at most, unless one of them is wrong. */
const MAX_SKEW_MS = 600_000;

/** A source that doesn't say when it changed an order changes none that another source keeps up to date. */
function isOutdated(source: SourceOrder, { sourceUpdatedAt, connectorId }: Stored, now: Date): boolean {
  const { updatedAt, isOfFile, losesTies, isRead } = source;
  if (sourceUpdatedAt === null) return false;
  if (updatedAt === undefined) return true;
  const isAhead = sourceUpdatedAt.getTime() > now.getTime() + MAX_SKEW_MS;
  if (updatedAt < sourceUpdatedAt) return !(isRead && isAhead);
  const isOlder = losesTies === true || (isOfFile === true && connectorId !== null);
  return isOlder && updatedAt.getTime() === sourceUpdatedAt.getTime();
}

type Merging = {
  source: SourceOrder;
  body: StoredOrder;
  orderId: string;
  known: Parameters<typeof mergedParcels>[0];
};

function mergeParcels(
  tx: Ctx,
  storeId: string,
  { source, body, orderId, known }: Merging,
): MergedParcels | Problem | undefined {
  if (!source.parcels) return undefined;
  const { parcels, saysDeliveryLate } = source;
  const merged = mergedParcels(known, parcels, { storeId, orderId, now: tx.now(), saysDeliveryLate });
  try {
    requireFulfillmentsFit(merged.all, body, "/fulfillments");
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return merged;
}

/** Finds the locations and customers of the orders that are written, by the places of these. */
async function placeEdits(tx: Ctx, storeId: string, edits: Edit[]) {
  const written = [...edits.entries()].filter(([, { outcome, before }]) => !outcome && !before?.isErased);
  if (written.length === 0) return new Map<number, Awaited<ReturnType<typeof placeOrders>>[number]>();
  const given = written.map(([, { body, before }]) => {
    const { orderId, customer, locationId } = body;
    // A location that was removed since stays that of its orders.
    return { orderId, customer, ...(locationId !== before?.body.locationId && { locationId }) };
  });
  const placed = await placeOrders(tx, storeId, given, { takesExisting: true });
  return new Map(written.map(([i], at) => [i, placed[at] ?? NOWHERE]));
}

const NOWHERE = { located: false, exists: false, customer: undefined };

/**
 * What unchanged orders are to know of their source: when it has changed them last, so that no older one counts, and by which
 * connector they came. Neither is a change of the order.
 */
function changedSources(edits: Edit[]): ChangedSource[] {
  return edits.flatMap(({ source: { updatedAt, connectorId }, before, outcome }) => {
    if (!before || !outcome || outcome instanceof Problem) return [];
    const isLater = updatedAt && (before.sourceUpdatedAt === null || updatedAt > before.sourceUpdatedAt);
    const isOther = connectorId !== undefined && connectorId !== before.connectorId;
    return isLater || isOther
      ? { id: before.id, updatedAt: isLater ? updatedAt : undefined, connectorId }
      : [];
  });
}
