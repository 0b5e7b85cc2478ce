import { insertChanges } from "../../core/changes/record-changes.ts";
import { announceChange, type Ctx, inTransaction, withCommit } from "../../core/ctx.ts";
import { insertOwnedKeys, ownedKeyColumns } from "../../core/lists/search-keys.ts";
import { createKeyedBatcher } from "../../lib/batcher.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { Problem } from "../../lib/problem.ts";
import { isLockTimeout, isUnavailable } from "../../platform/db/errors.ts";
import { PLAN_BY_KEY } from "../../platform/db/plan-by-key.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { lockCustomers } from "../customers/lock-customers.ts";
import { PATCH_COLUMNS, patchOf } from "../customers/patch.ts";
import { createResolver } from "../customers/resolver.ts";
import { changesNothing, matchedBy } from "../customers/unchanged.ts";
import { writeChanges } from "../customers/write-changes.ts";
import { alreadyExists, createOrder, existingOrder, keysOfOrder, requireValidOrder } from "./create.ts";
import { identifyingFields } from "./identifying-fields.ts";
import type { OrderBody, OrderCreated } from "./schema.ts";

type NewOrder = { storeId: string; body: OrderBody; json: string };
/** The 409 of an order that the store has, or the ids of a new one. */
type Outcome = OrderCreated | Problem;
type CreatedRow = { body: OrderBody; json: string; id: string; customerId: string | undefined; at: string };

const MAX_ORDERS = 16;
/** Of a store; what arrives meanwhile is the next batch. */
const MAX_RUNNING = 2;
/** How long an order waits for a transaction. */
const MAX_WAIT_MS = 10_000;
/** A larger order is created alone, so that a batch is small. */
const MAX_CHARACTERS = 32_000;
/** After this wait for a lock each order of a batch is created alone: only one of them may have to wait. */
const LOCK_WAIT = "50ms";

/**
 * Creates an order as `createOrder` does. Orders of a store that arrive while others are created share the
 * next transaction: its statements and its commit cost little more than those of one order. An order that
 * can't be created with the others, or fails with them, is created alone. Throws 409 when the store has it, and
 * 503 when it waits for too long.
 */
export async function createOrderTogether(ctx: Ctx, storeId: string, body: OrderBody): Promise<OrderCreated> {
  requireValidOrder(body);
  const json = JSON.stringify(body);
  const isSmall = json.length <= MAX_CHARACTERS;
  const outcome = isSmall ? await batcherOf(ctx)({ storeId, body, json }) : undefined;
  if (outcome instanceof Problem) throw outcome;
  return outcome ?? createAlone(ctx, storeId, body);
}

const batcherOf = memoizeByObject((ctx: Ctx) =>
  createKeyedBatcher<NewOrder, Outcome | undefined>(
    ({ storeId }) => storeId,
    (orders, storeId) => createAll(ctx, storeId, orders),
    { maxSize: MAX_ORDERS, maxRunning: MAX_RUNNING, maxWaitMs: MAX_WAIT_MS },
  ),
);

async function createAlone(ctx: Ctx, storeId: string, body: OrderBody): Promise<OrderCreated> {
  try {
    return await inTransaction(ctx, (tx) => createOrder(tx, storeId, body));
  } catch (error) {
    throw existingOrder(error, body);
  }
}

/** Returns the outcomes of the orders; undefined for those that have to be created alone. */
async function createAll(ctx: Ctx, storeId: string, orders: NewOrder[]): Promise<(Outcome | undefined)[]> {
  try {
    const outcomes = await inTransaction(ctx, (tx) => insertAll(tx, storeId, orders));
    return orders.map(({ body }) => outcomes.get(body));
  } catch (error) {
    if (isLockTimeout(error)) return [];
    // The store's or the database's reason is that of each order, and a lone order has failed by itself.
    if (isUnavailable(error)) throw error;
    const [only, ...others] = orders;
    if (only && others.length === 0) throw existingOrder(error, only.body);
    return [];
  }
}

async function insertAll(ctx: Ctx, storeId: string, orders: NewOrder[]): Promise<Map<OrderBody, Outcome>> {
  const patches = orders.map(({ body }) => patchOf(identifyingFields(body)));
  const given = orders.map(({ body: { orderId, locationId } }, position) => {
    return { ...patches[position], position, orderId, locationId };
  });
  const [, located] = await Promise.all([
    limitWait(ctx.db, LOCK_WAIT),
    findLocated(ctx.db, storeId, JSON.stringify(given)),
  ]);
  const bodyAt = (position: number) => (orders[position] as NewOrder).body;
  const existing = located.filter(({ exists }) => exists).map(({ position }) => bodyAt(position));
  const outcomes = new Map<OrderBody, Outcome>(existing.map((body) => [body, alreadyExists(body)]));
  const possible = located.filter(({ exists }) => !exists);
  const changed = possible.filter(({ unchanged }) => unchanged === null);
  const patchesOf = changed.map(({ position }) => patches[position] ?? {});
  const resolver = createResolver(await lockCustomers(ctx, storeId, patchesOf));
  const receivedAt = ctx.now();
  const rows = possible.flatMap(({ position, unchanged }): CreatedRow[] => {
    const { body, json } = orders[position] as NewOrder;
    const customerId = unchanged ?? resolver.resolve(patches[position] ?? {});
    // The patch can't be applied.
    if (typeof customerId === "object") return [];
    const at = (parseDateTime(body.createdAt) ?? receivedAt).toISOString();
    return [{ body, json, customerId, at, id: newId("ord") }];
  });
  if (rows.length === 0) return outcomes;
  announceChange(ctx, storeId);
  writeChanges(ctx, storeId, resolver.changes());
  insertRows(ctx, storeId, rows, receivedAt);
  for (const { body, id } of rows) outcomes.set(body, { orderId: id, externalOrderId: body.orderId });
  return outcomes;
}

function insertRows(ctx: Ctx, storeId: string, rows: CreatedRow[], receivedAt: Date): void {
  const inserted = insert(
    ctx.db,
    storeId,
    receivedAt.toISOString(),
    rows.map(({ id }) => id),
    rows.map(({ body }) => body.orderId),
    rows.map(({ customerId }) => customerId ?? null),
    rows.map(({ body }) => body.locationId ?? null),
    rows.map(({ body }) => body.currencyCode ?? null),
    rows.map(({ json }) => json),
    rows.map(({ at }) => at),
    ...ownedKeyColumns(
      rows.map(({ body, ...row }) => ({ ...row, keys: keysOfOrder(storeId, body, row.customerId) })),
    ),
  );
  withCommit(ctx, inserted);
}

/** Limits each wait for a lock, and makes the rest of the transaction plan statements to use indexes. */
const limitWait = prepared(
  "limit_wait_of_orders",
  `select set_config('lock_timeout', $1, true), ${PLAN_BY_KEY}`,
);

/**
 * Finds the orders whose location the store has; `unchanged` is the customer that the patch leaves as it is.
 */
const findLocated = prepared<{ position: number; exists: boolean; unchanged: string | null }>(
  "find_located_orders",
  `select given.position, customer.id as unchanged, (
     select true from orders where store_id = $1 and external_id = given."orderId" limit 1
   ) is not null as exists
   from json_to_recordset($2::json)
     as given(position int, "orderId" text, "locationId" text, ${PATCH_COLUMNS})
   left join lateral (
     select matched.id from ${matchedBy("given", "*")} as matched where ${changesNothing("matched", "given")}
   ) as customer on true
   where given."locationId" is null or (
     select true from locations
     where store_id = $1 and id = given."locationId" and removed_at is null limit 1
   )
   order by given.position`,
);

/** Inserts the orders, their keys, and their creations into the store's change feed. */
const insert = prepared(
  "insert_orders",
  `with given as (
     select * from unnest(
       $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[]
     ) with ordinality
       as given(id, external_id, customer_id, location_id, currency, body, created_at, position)
   ), inserted as (
     insert into orders
       (store_id, id, external_id, customer_id, location_id, currency, body, created_at, received_at)
     select $1, id, external_id, customer_id, location_id,
       coalesce(currency, (select currency from stores where store_id = $1)), body::json,
       created_at, $2::timestamptz
     from given order by external_id
   ), recorded as (
     ${insertChanges(
       "(select 'order.created' as type, id as object_id from given order by position) as change",
     )}
   )
   ${insertOwnedKeys(10)}`,
);
