import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { fulfillments, orders } from "../../../platform/db/tables/orders.ts";

type OrderRow = Omit<typeof orders.$inferSelect, "storeId" | "number" | "receivedAt">;
export type FulfillmentRow = typeof fulfillments.$inferSelect;

/** `isErased`: its customer is erased, or is being erased. */
export type Stored = OrderRow & { isErased: boolean };

/** What of an order is in its returns: the units by line, deleted returns aside, and whether there are returns at all. */
export type Held = { units: Map<string, number>; hasReturns: boolean };

const ORDER = rowJson(orders, "orders", ["storeId", "number", "receivedAt"]);
const FULFILLMENT = rowJson(fulfillments, "fulfillments", ["storeId"]);

/** Locks orders of a store by the merchant's ids until the transaction ends, and returns them by these. */
export async function lockStored(
  tx: Ctx,
  storeId: string,
  externalIds: string[],
): Promise<Map<string, Stored>> {
  const rows = await lock(tx.db, storeId, externalIds);
  return new Map(
    rows.map(({ row, isErased }) => {
      const order = ORDER.read(row);
      return [order.externalId, { ...order, isErased: isErased || order.isBlanked }];
    }),
  );
}

const lock = prepared<{ row: unknown[]; isErased: boolean }>(
  "lock_stored_orders",
  `select ${ORDER.sql} as row, customer_id is not null and exists (
     select from erasures where erasures.store_id = $1 and erasures.id = orders.customer_id
   ) as "isErased"
   from orders where store_id = $1 and external_id = any($2::text[]) order by id for no key update of orders`,
);

/** Returns what of orders is in returns, by the service's ids of those with returns. Their rows are locked. */
export async function heldOf(tx: Ctx, storeId: string, orderIds: string[]): Promise<Map<string, Held>> {
  const held = new Map<string, Held>();
  if (orderIds.length === 0) return held;
  for (const { orderId, line, units } of await findHeld(tx.db, storeId, orderIds)) {
    const ofOrder = held.get(orderId) ?? { units: new Map<string, number>(), hasReturns: true };
    if (units !== null) ofOrder.units.set(line, units);
    held.set(orderId, ofOrder);
  }
  return held;
}

const findHeld = prepared<{ orderId: string; line: string; units: number | null }>(
  "held_units",
  `select item.order_id as "orderId", item.line_item_id as line,
     (sum(item.quantity) filter (where returns.status <> 'deleted'))::int as units
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
