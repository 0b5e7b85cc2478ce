import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import { orderNameKeysOf, replaceSearchKeys } from "../../core/lists/search-keys.ts";
import { type Erasure, personDocument } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { emailKey } from "../../core/persons/person.ts";
import { addAddress, addPersonFields } from "../../core/persons/person-texts.ts";
import { contains, type Person } from "../../core/persons/redact.ts";
import { createYielder } from "../../lib/yielder.ts";
import type { TrackingDocument } from "../../platform/db/documents/order.ts";
import { instantText } from "../../platform/db/instant-text.ts";
import { heldIdentifiers } from "../customers/find.ts";
import { blankOrder, blankTracking } from "./blank-order.ts";
import type { StoredOrder } from "./schema.ts";

const SLICE_ORDERS = 50;
/** The stored (compressed) size of the orders that are rewritten together. */
const SLICE_BYTES = 256 * 1024;

type Row = { id: string; erasureId: string; at: string; body: StoredOrder };

/**
 * Blanks the person in orders: their lines and money stay. What the orders name the person by is added to the
 * erasures, for the rules that follow.
 */
export const ordersErasure: ErasureRule = {
  name: "orders",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const rows = await lockOrders(tx, storeId, batch);
      if (rows.length === 0) return { isDone: true };
      const erasureOf = new Map(batch.map((erasure) => [erasure.id, erasure]));
      await learn(tx, storeId, rows, erasureOf);
      const yieldNow = createYielder();
      const blanked: { id: string; body: StoredOrder }[] = [];
      for (const { id, erasureId, body } of rows) {
        const person = erasureOf.get(erasureId)?.person;
        if (person) blanked.push({ id, body: blankOrder(body, person) });
        await yieldNow();
      }
      await tx.db.execute(sql`
        update orders set body = given.body, customer_id = null, is_blanked = true
        from json_to_recordset(${JSON.stringify(blanked)}::json) as given(id text, body json)
        where store_id = ${storeId} and orders.id = given.id`);
      const ids = blanked.map(({ id }) => id);
      await blankFulfillments(tx, storeId, ids);
      await removeNames(tx, storeId, rows);
      await removeNamedKeys(tx, storeId, rows, erasureOf);
      recordChanges(
        tx,
        storeId,
        ids.map((objectId) => ({ type: "order.updated", objectId })),
      );
      return { isDone: false };
    }),
};

/** Locks and returns the first orders of the batch that fit into a slice, at least one. */
async function lockOrders(tx: Ctx, storeId: string, batch: Erasure[]): Promise<Row[]> {
  const { rows } = await tx.db.execute<Row>(sql`
    with first as materialized (
      select id, pg_column_size(body) as bytes from orders
      where store_id = ${storeId} and customer_id = any(${sql.param(batch.map(({ id }) => id))}::text[])
      limit ${SLICE_ORDERS}
    ),
    fitting as (select id from (select id, bytes, sum(bytes) over (order by id) as total from first) as sized
      where total <= greatest(bytes, ${SLICE_BYTES}))
    select id, customer_id as "erasureId", ${instantText(sql`created_at`)} as at, body from orders
    where store_id = ${storeId} and id = any(array(select id from fitting)) order by id for no key update`);
  return rows;
}

/** Adds to each person what their orders name them by. An identifier that another customer has is not theirs. */
async function learn(tx: Ctx, storeId: string, rows: Row[], erasureOf: Map<string, Erasure>): Promise<void> {
  const contacts = rows.flatMap(({ body: { customer } }) => [
    customer?.email ? emailKey(customer.email) : [],
    customer?.phoneNumber ?? [],
  ]);
  const held = await heldIdentifiers(tx, storeId, [...new Set(contacts.flat())]);
  const changed = new Set<Erasure>();
  for (const { erasureId, body } of rows) {
    const erasure = erasureOf.get(erasureId);
    if (!erasure) continue;
    const { person } = erasure;
    const before = sizeOf(person);
    addPersonFields(person, { ...body.customer, id: undefined }, (identifier) => !held.has(identifier));
    for (const address of [body.shipping?.address, body.billingAddress]) {
      const { address1, address2, ...rest } = address ?? {};
      addAddress(person, { lines: [address1, address2], rest: Object.values(rest) });
    }
    if (sizeOf(person) > before) changed.add(erasure);
  }
  for (const { id, person } of changed) {
    await tx.db.execute(sql`
      update erasures set person = ${JSON.stringify(personDocument(person))}::jsonb
      where store_id = ${storeId} and id = ${id}`);
  }
}

function sizeOf({ identifiers, names, lines, texts }: Person): number {
  return identifiers.size + names.size + lines.size + texts.size;
}

async function blankFulfillments(tx: Ctx, storeId: string, orderIds: string[]): Promise<void> {
  const { rows } = await tx.db.execute<{ orderId: string; id: string; history: TrackingDocument[] }>(sql`
    select order_id as "orderId", id, tracking_history as history from fulfillments
    where store_id = ${storeId} and order_id = any(${sql.param(orderIds)}::text[])
      and json_array_length(tracking_history) > 0`);
  if (rows.length === 0) return;
  const blanked = rows.map((row) => ({ ...row, history: blankTracking(row.history) }));
  await tx.db.execute(sql`
    update fulfillments set tracking_history = given.history
    from json_to_recordset(${JSON.stringify(blanked)}::json) as given("orderId" text, id text, history json)
    where store_id = ${storeId} and order_id = given."orderId" and fulfillments.id = given.id`);
}

/** Removes the search keys of the names on orders. */
async function removeNames(tx: Ctx, storeId: string, orders: Row[]): Promise<void> {
  const after = new Set<string>();
  for (const { id, at, body } of orders) {
    const before = orderNameKeysOf(body.customer ?? {}, { hasCustomer: true });
    replaceSearchKeys(tx, { storeId, at: new Date(at), id }, "order.name", { before, after });
  }
}

/** Removes the idempotency keys of the orders that the person can be read from. */
async function removeNamedKeys(
  tx: Ctx,
  storeId: string,
  orders: Row[],
  erasureOf: Map<string, Erasure>,
): Promise<void> {
  const { rows } = await tx.db.execute<{ operation: string; key: string; objectId: string }>(sql`
    select operation, key, object_id as "objectId" from idempotency_keys
    where store_id = ${storeId} and object_id = any(${sql.param(orders.map(({ id }) => id))}::text[])`);
  const personOf = new Map(orders.map(({ id, erasureId }) => [id, erasureOf.get(erasureId)?.person]));
  for (const { operation, key, objectId } of rows) {
    const person = personOf.get(objectId);
    if (!person || !contains(key, person)) continue;
    await tx.db.execute(sql`
      delete from idempotency_keys where store_id = ${storeId} and operation = ${operation} and key = ${key}`);
  }
}
