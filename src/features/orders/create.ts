import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { faultsOfPathId } from "../../core/http/body/body-faults.ts";
import { runIdempotent } from "../../core/http/idempotency.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { createKeyedBatcher } from "../../lib/batcher.ts";
import { memoizeByObject } from "../../lib/memoize-by-object.ts";
import { type Fault, Problem, requireNoFaults } from "../../lib/problem.ts";
import { isLockTimeout, isUnavailable, isUniqueViolation } from "../../platform/db/errors.ts";
import { alreadyExists, insertOrders, type NewOrder, type Outcome } from "./insert-orders.ts";
import type { OrderBody, OrderCreated } from "./schema.ts";

type OrderOfStore = NewOrder & { storeId: string };

const MAX_ORDERS = 16;
/** Of a store; what arrives meanwhile is the next batch. */
const MAX_RUNNING = 2;
/** Of a store. */
const MAX_WAITING = 1_000;
/** How long an order waits for a transaction. */
const MAX_WAIT_MS = 10_000;
/** A larger order is a batch of its own, so that a batch is small. */
const MAX_CHARACTERS = 32_000;
/** After this wait for a lock each order of a batch becomes a batch of its own: only one of them may have to wait. */
const LOCK_WAIT = "50ms";

/**
 * Creates an order, once per idempotency key. Orders without a key of a store that arrive while others are created
 * share the next transaction: its statements and its commit cost little more than those of one order. One that fails with
 * others is created alone. Throws 400 for an invalid id, a repeated line id or an unknown location, 409 when the store
 * has it or the key was used for another request, and 503 when it waits for too long.
 */
export async function createOrder(
  ctx: Ctx,
  caller: Caller,
  { body, key }: { body: OrderBody; key: string | undefined },
): Promise<OrderCreated> {
  if (key !== undefined) return createOnce(ctx, caller, body, key);
  requireValidOrder(body);
  const { storeId } = caller;
  const order = { storeId, body, json: JSON.stringify(body) };
  const isSmall = order.json.length <= MAX_CHARACTERS;
  const outcome = isSmall ? await batcherOf(ctx)(order) : undefined;
  return createdOf(outcome ?? (await ctx.connectionLimiter.within(storeId, () => createAlone(ctx, order))));
}

/** Creates an order in the caller's transaction. Throws as `createOrder` does. */
async function createOrderIn(ctx: Ctx, storeId: string, body: OrderBody): Promise<OrderCreated> {
  requireValidOrder(body);
  const [outcome] = await insertOrders(ctx, storeId, [{ body, json: JSON.stringify(body) }]);
  return createdOf(outcome);
}

async function createOnce(ctx: Ctx, caller: Caller, body: OrderBody, key: string): Promise<OrderCreated> {
  const request = {
    operation: "orders.create",
    key,
    request: body,
    objectIdOf: ({ orderId }: OrderCreated) => orderId,
  };
  try {
    const create = (tx: Ctx) => createOrderIn(tx, caller.storeId, body);
    const { result } = await ctx.connectionLimiter.within(caller.storeId, () =>
      runIdempotent(ctx, caller, request, create),
    );
    return result;
  } catch (error) {
    throw existingOrder(error, body);
  }
}

const batcherOf = memoizeByObject((ctx: Ctx) =>
  createKeyedBatcher<OrderOfStore, Outcome | undefined>(
    ({ storeId }) => storeId,
    (orders, storeId) => ctx.connectionLimiter.within(storeId, () => createAll(ctx, storeId, orders)),
    { maxSize: MAX_ORDERS, maxRunning: MAX_RUNNING, maxWaiting: MAX_WAITING, maxWaitMs: MAX_WAIT_MS },
  ),
);

/** Returns the outcomes of the orders; undefined for those that have to be created alone. */
async function createAll(ctx: Ctx, storeId: string, orders: NewOrder[]): Promise<(Outcome | undefined)[]> {
  try {
    return await inTransaction(ctx, (tx) => insertOrders(tx, storeId, orders, LOCK_WAIT));
  } catch (error) {
    if (isLockTimeout(error)) return [];
    // The store's or the database's reason is that of each order, and a lone order has failed by itself.
    if (isUnavailable(error)) throw error;
    const [only, ...others] = orders;
    if (only && others.length === 0) throw existingOrder(error, only.body);
    return [];
  }
}

async function createAlone(ctx: Ctx, order: OrderOfStore): Promise<Outcome | undefined> {
  try {
    const [outcome] = await inTransaction(ctx, (tx) => insertOrders(tx, order.storeId, [order]));
    return outcome;
  } catch (error) {
    throw existingOrder(error, order.body);
  }
}

function createdOf(outcome: Outcome | undefined): OrderCreated {
  if (outcome === undefined || outcome instanceof Problem) throw outcome;
  return outcome;
}

/** Returns the 409 for a transaction that has failed because the store already has the order; else the error. */
function existingOrder(error: unknown, body: OrderBody): unknown {
  return isUniqueViolation(error, "orders_external_id") ? alreadyExists(body) : error;
}

/** Throws 400 for ids that no path can contain, and for repeated line ids. */
function requireValidOrder(body: OrderBody): void {
  requireNoFaults(faultsOfOrder(body));
}

/** Returns what a new order has that its schema doesn't rule out. It may have any form: the others are the schema's. */
export function faultsOfOrder(body: unknown): Fault[] {
  const { orderId, customer, lineItems } = fieldsOf(body);
  return [
    ...faultsOfPathId(orderId, "/orderId"),
    ...faultsOfPathId(fieldsOf(customer).id, "/customer/id"),
    ...faultsOfLines(Array.isArray(lineItems) ? lineItems : []),
  ];
}

function faultsOfLines(lines: unknown[]): Fault[] {
  const ids = new Set<string>();
  const faults: Fault[] = [];
  for (const [i, line] of lines.entries()) {
    const { id } = fieldsOf(line);
    if (typeof id !== "string" || id === "") continue;
    if (ids.has(id))
      faults.push({ detail: `The line item id ${id} is used twice.`, pointer: `/lineItems/${i}/id` });
    ids.add(id);
  }
  return faults;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
