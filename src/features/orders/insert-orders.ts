import { insertChanges } from "../../core/changes/record-changes.ts";
import { announceChange, type Ctx, withCommit } from "../../core/ctx.ts";
import {
  insertOwnedKeys,
  keysOf,
  mentionsOf,
  type NewKey,
  orderNameKeysOf,
  ownedKeyColumns,
  searchKeysOf,
} from "../../core/lists/search-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, type Problem, problem } from "../../lib/problem.ts";
import { preparedNamed } from "../../platform/db/prepared.ts";
import { placeOrders } from "./place-orders.ts";
import type { OrderBody, OrderCreated, StoredOrder } from "./schema.ts";

export type NewOrder = { body: OrderBody; json: string };

/** The ids of a new order, or why it can't be created. */
export type Outcome = OrderCreated | Problem;

/**
 * `at` is the time of its creation in the shop; `updatedAt` of its last change there, where the shop says so;
 * `connectorId` is what it came by.
 */
export type NewRow = {
  body: StoredOrder;
  json: string;
  id: string;
  customerId: string | undefined;
  at: string;
  updatedAt?: Date | undefined;
  connectorId?: string | undefined;
};

/**
 * Inserts orders of a store under the merchant's ids, creates or updates their customers, and returns the outcome of
 * each: its ids, a 400 for an unknown location, or a 409 when the store has it. Runs in the caller's transaction, which
 * fails when the store gets one of them meanwhile (`orders_external_id`). Customers are locked before orders are
 * inserted, so that two requests with the same id can't deadlock. `lockWait` limits each wait for a lock.
 */
export async function insertOrders(
  ctx: Ctx,
  storeId: string,
  orders: NewOrder[],
  lockWait?: string,
): Promise<Outcome[]> {
  const placed = await placeOrders(
    ctx,
    storeId,
    orders.map(({ body }) => body),
    { lockWait },
  );
  const rows: NewRow[] = [];
  const outcomes = placed.map(({ located, exists, customer }, i): Outcome => {
    const { body, json } = orders[i] as NewOrder;
    if (!located) return unknownLocation(body);
    if (exists) return alreadyExists(body);
    if (typeof customer === "object") return invalid(customer);
    const row = newRow(ctx, { body, json, customerId: customer });
    rows.push(row);
    return { orderId: row.id, externalOrderId: body.orderId };
  });
  insertRows(ctx, storeId, rows);
  return outcomes;
}

/** Returns the 400 for an order of a location that the store doesn't have. */
export function unknownLocation({ locationId }: StoredOrder): Problem {
  return invalid({ detail: `The store has no location ${locationId}.`, pointer: "/locationId" });
}

/** Returns the row of a new order. */
export function newRow(ctx: Ctx, order: Omit<NewRow, "id" | "at">): NewRow {
  const at = parseDateTime(order.body.createdAt) ?? ctx.now();
  return { ...order, id: newId("ord"), at: at.toISOString() };
}

/** Returns the 409 for an order that the store already has. */
export function alreadyExists({ orderId }: OrderBody): Problem {
  return problem("already_exists", `The store already has an order ${orderId}.`);
}

/** Inserts orders with their keys, and adds their creations to the store's change feed, in the caller's transaction. */
export function insertRows(ctx: Ctx, storeId: string, rows: NewRow[]): void {
  if (rows.length === 0) return;
  announceChange(ctx, storeId);
  const keyed = rows.map(({ body, ...row }) => ({
    ...row,
    keys: keysOfOrder(storeId, body, row.customerId),
  }));
  const inserted = insert(ctx.db, {
    storeId,
    orderIds: rows.map(({ id }) => id),
    externalIds: rows.map(({ body }) => body.orderId),
    customerIds: rows.map(({ customerId }) => customerId ?? null),
    locationIds: rows.map(({ body }) => body.locationId ?? null),
    currencies: rows.map(({ body }) => body.currencyCode ?? null),
    bodies: rows.map(({ json }) => json),
    createdTimes: rows.map(({ at }) => at),
    receivedAt: ctx.now().toISOString(),
    updatedTimes: rows.map(({ updatedAt }) => updatedAt?.toISOString() ?? null),
    connectorIds: rows.map(({ connectorId }) => connectorId ?? null),
    ...ownedKeyColumns(keyed),
  });
  withCommit(ctx, inserted);
}

/** Returns the search keys of an order. */
export function keysOfOrder(storeId: string, body: StoredOrder, customerId: string | undefined): NewKey[] {
  const { customer, shipping, billingAddress, tags, refunds, orderName } = body;
  const names = orderNameKeysOf(customer ?? {}, { hasCustomer: customerId !== undefined });
  const texts: unknown[] = [customer, shipping, billingAddress, tags, refunds];
  for (const { title, tags } of body.lineItems) texts.push(title, tags);
  const keys = [
    ...keysOf("order.sku", searchKeysOf(body.lineItems.map(({ sku }) => sku))),
    ...keysOf("order.name", names),
    ...mentionsOf(storeId, "order.mention", texts),
  ];
  if (orderName !== undefined) keys.push(...keysOf("order.number", searchKeysOf(spellingsOf(orderName))));
  return keys;
}

/** Returns how people write the name of an order: with one leading `#` and without. */
function spellingsOf(name: string): string[] {
  return [name, name.startsWith("#") ? name.slice(1) : `#${name}`];
}

/** Inserts the orders, their keys, and their creations into the store's change feed. */
const insert = preparedNamed(
  "insert_orders",
  `with given as (
     select * from unnest(
       $orderIds::text[], $externalIds::text[], $customerIds::text[], $locationIds::text[], $currencies::text[],
       $bodies::text[], $createdTimes::timestamptz[], $updatedTimes::timestamptz[], $connectorIds::text[]
     ) with ordinality as given(
       id, external_id, customer_id, location_id, currency, body, created_at, updated_at, connector_id, position
     )
   ), inserted as (
     insert into orders
       (store_id, id, external_id, customer_id, location_id, currency, body, created_at, received_at,
         source_updated_at, connector_id)
     select $1, id, external_id, customer_id, location_id,
       coalesce(currency, (select currency from stores where store_id = $1)), body::json,
       created_at, $receivedAt::timestamptz, updated_at, connector_id
     from given order by external_id
   ), recorded as (
     ${insertChanges(
       "(select 'order.created' as type, id as object_id from given order by position) as change",
     )}
   )
   ${insertOwnedKeys()}`,
);
