import { insertChanges } from "../../core/changes/record-changes.ts";
import { announceChange, type Ctx, withCommit } from "../../core/ctx.ts";
import { mentionsOf } from "../../core/lists/mentions.ts";
import { insertOwnedKeys, keysOf, type NewKey, ownedKeyColumns } from "../../core/lists/search-keys.ts";
import { isE164, isEmail } from "../../core/persons/person.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { invalid, type Problem, problem } from "../../lib/problem.ts";
import { orderNameKeysOf, searchKeysOf } from "../../lib/search-key.ts";
import { PLAN_BY_KEY } from "../../platform/db/plan-by-key.ts";
import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { type CustomerInput, PATCH_COLUMNS, patchOf } from "../customers/patch.ts";
import { createResolver } from "../customers/resolver.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { writeChanges } from "../customers/write-changes.ts";
import type { OrderBody, OrderCreated } from "./schema.ts";

export type NewOrder = { body: OrderBody; json: string };

/** The ids of a new order, or why it can't be created. */
export type Outcome = OrderCreated | Problem;

type Row = { body: OrderBody; json: string; id: string; customerId: string | undefined; at: string };

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
  const patches = orders.map(({ body }) => patchOf(identifyingFields(body)));
  const given = orders.map(({ body: { orderId, locationId } }, position) => {
    return { ...patches[position], position, orderId, locationId };
  });
  const [, found] = await Promise.all([
    prepare(ctx.db, lockWait ?? null),
    find(ctx.db, storeId, JSON.stringify(given)),
  ]);
  const possible = found.filter(({ located, exists }) => located && !exists);
  const changed = possible.filter(({ unchanged }) => unchanged === null);
  const patchesOf = changed.map(({ position }) => patches[position] ?? {});
  const resolver = createResolver(await lockCustomers(ctx, storeId, patchesOf));
  const receivedAt = ctx.now();
  const rows: Row[] = [];
  const outcomes = found.map(({ position, located, exists, unchanged }): Outcome => {
    const { body, json } = orders[position] as NewOrder;
    if (!located)
      return invalid({ detail: `The store has no location ${body.locationId}.`, pointer: "/locationId" });
    if (exists) return alreadyExists(body);
    const customerId = unchanged ?? resolver.resolve(patches[position] ?? {});
    if (typeof customerId === "object") return invalid(customerId);
    const id = newId("ord");
    rows.push({
      body,
      json,
      id,
      customerId,
      at: (parseDateTime(body.createdAt) ?? receivedAt).toISOString(),
    });
    return { orderId: id, externalOrderId: body.orderId };
  });
  if (rows.length === 0) return outcomes;
  announceChange(ctx, storeId);
  writeChanges(ctx, storeId, resolver.changes());
  insertRows(ctx, storeId, rows, receivedAt);
  return outcomes;
}

/** Returns the 409 for an order that the store already has. */
export function alreadyExists({ orderId }: OrderBody): Problem {
  return problem("already_exists", `The store already has an order ${orderId}.`);
}

function insertRows(ctx: Ctx, storeId: string, rows: Row[], receivedAt: Date): void {
  const keyed = rows.map(({ body, ...row }) => ({
    ...row,
    keys: keysOfOrder(storeId, body, row.customerId),
  }));
  const inserted = insert(ctx.db, {
    storeId,
    receivedAt: receivedAt.toISOString(),
    orderIds: rows.map(({ id }) => id),
    externalIds: rows.map(({ body }) => body.orderId),
    customerIds: rows.map(({ customerId }) => customerId ?? null),
    locationIds: rows.map(({ body }) => body.locationId ?? null),
    currencies: rows.map(({ body }) => body.currencyCode ?? null),
    bodies: rows.map(({ json }) => json),
    createdTimes: rows.map(({ at }) => at),
    ...ownedKeyColumns(keyed),
  });
  withCommit(ctx, inserted);
}

/**
 * Returns an order's customer without an invalid e-mail address or phone number: shops take these as their
 * shoppers type them, the order keeps them, and they identify no one.
 */
function identifyingFields({ customer }: OrderBody): CustomerInput {
  const { email, phoneNumber, ...rest } = customer ?? {};
  return {
    ...rest,
    email: email && isEmail(email) ? email : undefined,
    phoneNumber: phoneNumber && isE164(phoneNumber) ? phoneNumber : undefined,
  };
}

/** Returns the search keys of an order. */
function keysOfOrder(storeId: string, body: OrderBody, customerId: string | undefined): NewKey[] {
  const { customer, shipping, billingAddress, tags } = body;
  const names = orderNameKeysOf(customer ?? {}, { hasCustomer: customerId !== undefined });
  return [
    ...keysOf("order.sku", searchKeysOf(body.lineItems.map(({ sku }) => sku))),
    ...keysOf("order.name", names),
    ...mentionsOf(storeId, "order.mention", { customer, shipping, billingAddress, tags }),
  ];
}

/**
 * Limits each wait for a lock, unless the limit is null, and makes the rest of the transaction plan statements to use
 * indexes.
 */
const prepare = prepared(
  "prepare_orders",
  `select set_config('lock_timeout', coalesce($1, current_setting('lock_timeout')), true), ${PLAN_BY_KEY}`,
);

/** Finds what the store has of the orders; `unchanged` is the customer that the patch leaves as it is. */
const find = prepared<{ position: number; located: boolean; exists: boolean; unchanged: string | null }>(
  "find_given_orders",
  `select given.position, customer.id as unchanged, (
     select true from orders where store_id = $1 and external_id = given."orderId" limit 1
   ) is not null as exists, given."locationId" is null or (
     select true from locations
     where store_id = $1 and id = given."locationId" and removed_at is null limit 1
   ) is not null as located
   from json_to_recordset($2::json)
     as given(position int, "orderId" text, "locationId" text, ${PATCH_COLUMNS})
   left join lateral (
     select matched.id from ${matchedBy("given", "*")} as matched where ${changesNothing("matched", "given")}
   ) as customer on true
   order by given.position`,
);

/** Inserts the orders, their keys, and their creations into the store's change feed. */
const insert = preparedNamed(
  "insert_orders",
  `with given as (
     select * from unnest(
       $orderIds::text[], $externalIds::text[], $customerIds::text[], $locationIds::text[], $currencies::text[],
       $bodies::text[], $createdTimes::timestamptz[]
     ) with ordinality
       as given(id, external_id, customer_id, location_id, currency, body, created_at, position)
   ), inserted as (
     insert into orders
       (store_id, id, external_id, customer_id, location_id, currency, body, created_at, received_at)
     select $1, id, external_id, customer_id, location_id,
       coalesce(currency, (select currency from stores where store_id = $1)), body::json,
       created_at, $receivedAt::timestamptz
     from given order by external_id
   ), recorded as (
     ${insertChanges(
       "(select 'order.created' as type, id as object_id from given order by position) as change",
     )}
   )
   ${insertOwnedKeys()}`,
);
