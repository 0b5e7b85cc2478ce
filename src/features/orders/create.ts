import { insertChanges } from "../../core/changes/record-changes.ts";
import { announceChange, beforeCommit, type Ctx, withCommit } from "../../core/ctx.ts";
import { faultsOfPathId } from "../../core/http/path-id.ts";
import { mentionsOf } from "../../core/lists/mentions.ts";
import { insertKeys, keyColumns, keysOf, type NewKey } from "../../core/lists/search-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { newId } from "../../lib/ids.ts";
import { type Fault, invalid, type Problem, problem } from "../../lib/problem.ts";
import { requireNoFaults } from "../../lib/require-no-faults.ts";
import { orderNameKeysOf, searchKeysOf } from "../../lib/search-key.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { resolveCustomer } from "../customers/resolve.ts";
import { identifyingFields } from "./identifying-fields.ts";
import type { OrderBody, OrderCreated } from "./schema.ts";

/**
 * Inserts an order under the merchant's id, creates or updates its customer, and returns the order's ids.
 * Runs in the caller's transaction. Locks the customer before the order, so that two
 * requests with the same id cannot deadlock. Throws 400 for an invalid id, a repeated line id or an unknown location;
 * the transaction fails when the store already has the order (`existingOrder`).
 */
export async function createOrder(ctx: Ctx, storeId: string, body: OrderBody): Promise<OrderCreated> {
  requireValidOrder(body);
  const resolving = resolveCustomer(ctx, storeId, identifyingFields(body));
  beforeCommit(ctx, requireLocation(ctx, storeId, body.locationId));
  const customerId = await resolving;
  const id = newId("ord");
  const receivedAt = ctx.now();
  announceChange(ctx, storeId);
  const inserted = insert(
    ctx.db,
    storeId,
    id,
    body.orderId,
    customerId,
    body.locationId,
    body.currencyCode,
    JSON.stringify(body),
    (parseDateTime(body.createdAt) ?? receivedAt).toISOString(),
    receivedAt.toISOString(),
    ...keyColumns(keysOfOrder(storeId, body, customerId)),
  );
  withCommit(ctx, inserted);
  return { orderId: id, externalOrderId: body.orderId };
}

/** Inserts the order, its keys, and its creation into the store's change feed. */
const insert = prepared(
  "insert_order",
  `with inserted as (
     insert into orders (store_id, id, external_id, customer_id, location_id, currency, body, created_at, received_at)
     values ($1, $2, $3, $4, $5, coalesce($6, (select currency from stores where store_id = $1)), $7::json,
       $8::timestamptz, $9::timestamptz)
   ), recorded as (
     ${insertChanges("(values ('order.created', $2)) as change(type, object_id)")}
   )
   ${insertKeys({ customerId: "$4", at: "$8", id: "$2", keys: 10 })}`,
);

/** Returns the 409 for a transaction that has failed because the store already has the order; else the error. */
export function existingOrder(error: unknown, body: OrderBody): unknown {
  return isUniqueViolation(error, "orders_external_id") ? alreadyExists(body) : error;
}

/** Returns the 409 for an order that the store already has. */
export function alreadyExists({ orderId }: OrderBody): Problem {
  return problem("already_exists", `The store already has an order ${orderId}.`);
}

/** Returns the search keys of an order. */
export function keysOfOrder(storeId: string, body: OrderBody, customerId: string | undefined): NewKey[] {
  const { customer, shipping, billingAddress, tags } = body;
  const names = orderNameKeysOf(customer ?? {}, { hasCustomer: customerId !== undefined });
  return [
    ...keysOf("order.sku", searchKeysOf(body.lineItems.map(({ sku }) => sku))),
    ...keysOf("order.name", names),
    ...mentionsOf(storeId, "order.mention", { customer, shipping, billingAddress, tags }),
  ];
}

/** Throws 400 for ids that no path can contain, and for repeated line ids. */
export function requireValidOrder(body: OrderBody): void {
  requireNoFaults([
    ...faultsOfPathId(body.orderId, "/orderId"),
    ...faultsOfPathId(body.customer?.id, "/customer/id"),
    ...faultsOfLines(body),
  ]);
}

function faultsOfLines(body: OrderBody): Fault[] {
  const ids = new Set<string>();
  const faults: Fault[] = [];
  for (const [i, { id }] of body.lineItems.entries()) {
    if (ids.has(id))
      faults.push({ detail: `The line item id ${id} is used twice.`, pointer: `/lineItems/${i}/id` });
    ids.add(id);
  }
  return faults;
}

async function requireLocation(
  ctx: Ctx,
  storeId: string,
  locationId: string | null | undefined,
): Promise<void> {
  if (locationId === null || locationId === undefined) return;
  const [found] = await findLocation(ctx.db, storeId, locationId);
  if (!found) throw invalid({ detail: `The store has no location ${locationId}.`, pointer: "/locationId" });
}

const findLocation = prepared<{ id: string }>(
  "find_order_location",
  "select id from locations where store_id = $1 and id = $2 and removed_at is null",
);
