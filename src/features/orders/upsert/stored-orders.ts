import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { fulfillments, orders } from "../../../platform/db/tables/orders.ts";

type OrderRow = Omit<typeof orders.$inferSelect, "storeId" | "number" | "receivedAt">;
export type FulfillmentRow = typeof fulfillments.$inferSelect;

/** `isErased`: its customer is erased, or is being erased. */
export type Stored = OrderRow & { isErased: boolean };

/** What of an order is in its returns: the units by line, deleted returns aside, and the lines of each return by its id. */
export type Held = { units: Map<string, number>; linesOf: Map<string, string[]> };

/** What the ids of erasures begin with; a merchant's id of a customer may begin so too. */
const ERASURE_PREFIX = "ers_";
const ORDER = rowJson(orders, "orders", ["storeId", "number", "receivedAt"]);
const FULFILLMENT = rowJson(fulfillments, "fulfillments", ["storeId"]);

/** Locks orders of a store by the merchant's ids until the transaction ends, and returns them by these. */
export async function lockStored(
  tx: Ctx,
  storeId: string,
  externalIds: string[],
): Promise<Map<string, Stored>> {
  const rows = await lock(tx.db, storeId, externalIds);
  const orders = rows.map(({ row }) => ORDER.read(row));
  const erased = await erasuresOf(tx, storeId, orders);
  return new Map(
    orders.map((order) => {
      const isErased = order.isBlanked || erased.has(order.customerId ?? "");
      return [order.externalId, { ...order, isErased }];
    }),
  );
}

const lock = prepared<{ row: unknown[] }>(
  "lock_stored_orders",
  `select ${ORDER.sql} as row
   from orders where store_id = $1 and external_id = any($2::text[]) order by id for no key update of orders`,
);

/**
 * Returns the erasures that locked orders belong to. A statement of its own: one that has waited for an order's lock doesn't
 * see the erasure that had it.
 */
async function erasuresOf(tx: Ctx, storeId: string, orders: OrderRow[]): Promise<Set<string>> {
  const ids = orders.flatMap(({ customerId }) => (customerId?.startsWith(ERASURE_PREFIX) ? customerId : []));
  if (ids.length === 0) return new Set();
  const rows = await findErasures(tx.db, storeId, ids);
  return new Set(rows.map(({ id }) => id));
}

const findErasures = prepared<{ id: string }>(
  "erasures_of_orders",
  "select id from erasures where store_id = $1 and id = any($2::text[])",
);

/** Returns what of orders is in returns, by the service's ids of those with returns. Their rows are locked. */
export async function heldOf(tx: Ctx, storeId: string, orderIds: string[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  if (orderIds.length === 0) return held;
  for (const { orderId, line, units, returnIds } of await findHeld(tx.db, storeId, orderIds)) {
    const ofOrder: Held = held.get(orderId) ?? { units: new Map(), linesOf: new Map() };
    if (units !== null) ofOrder.units.set(line, units);
    for (const id of returnIds) {
      const lines = ofOrder.linesOf.get(id);
      if (lines) lines.push(line);
      else ofOrder.linesOf.set(id, [line]);
    }
    held.set(orderId, ofOrder);
  }
  return held;
}

type HeldRow = { orderId: string; line: string; units: number | null; returnIds: string[] };

const findHeld = prepared<HeldRow>(
  "held_units",
  `select item.order_id as "orderId", item.line_item_id as line,
     (sum(item.quantity) filter (where returns.status <> 'deleted'))::int as units,
     array_agg(distinct returns.id) as "returnIds"
   from return_items as item
   join returns on returns.store_id = item.store_id and returns.id = item.return_id
   where item.store_id = $1 and item.order_id = any($2::text[])
   group by item.order_id, item.line_item_id`,
);

/** Returns the parcels of orders, oldest first, by the service's ids. */
export async function parcelsOf(
  tx: Ctx,
  storeId: string,
  orderIds: string[],
): Promise<Map<string, FulfillmentRow[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await findParcels(tx.db, storeId, orderIds);
  return Map.groupBy(
    rows.map(({ row }) => ({ ...FULFILLMENT.read(row), storeId })),
    ({ orderId }) => orderId,
  );
}

const findParcels = prepared<{ row: unknown[] }>(
  "stored_parcels",
  `select ${FULFILLMENT.sql} as row from fulfillments
   where store_id = $1 and order_id = any($2::text[]) order by created_at, id`,
);
