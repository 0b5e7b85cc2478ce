import type { Ctx } from "../../core/ctx.ts";
import { requireStorable } from "../../core/http/body/body.ts";
import { createBodyCheck } from "../../core/http/body/body-faults.ts";
import { Problem } from "../../lib/problem.ts";
import { storableText } from "../../lib/text.ts";
import { createYielder } from "../../lib/yielder.ts";
import { preparedByKey, preparedNamed } from "../../platform/db/prepared.ts";
import type { ConnectorKind } from "../../platform/db/tables/connectors.ts";
import { storedNameOf } from "../orders/order-name.ts";
import { orderFromShop, type SourceOrder } from "../orders/upsert/from-shop.ts";
import { ShopOrder } from "../orders/upsert/schema.ts";
import { type Upserted, upsertOrders } from "../orders/upsert/upsert-orders.ts";
import type { ChangedOrders, Connector } from "./connector.ts";
import { deletedAmong } from "./deletions.ts";
import { cancelDeleted } from "./hooks/cancel-deleted.ts";
import { type ConnectorKey, noteRejections, type Rejection, UNNAMED } from "./rejections.ts";

/** By which way orders came; `payout`: with the answer of a shop that was asked to pay. */
export type Way = "webhook" | "poll" | "payout";

type From = ConnectorKey & {
  connector: Connector;
  way: Way;
  /** When the shop was asked for them; without it they may be of any time. */
  askedAt?: Date;
  /** The shop may have a newer one, as behind a webhook that it sends again. */
  mayBeOld?: boolean;
  /** Of changes until then the poll has read what they have come to: an order of the same time is older than the stored one. */
  knownUntilMs?: number | undefined;
};

/**
 * `unsettled`: orders to ask the shop for. Of stored ones a state was rejected before that may be newer; the others it has
 * deleted.
 */
type Taken = { rejected: Rejection[]; unsettled: string[] };

/** Many orders in one transaction would hold their locks for long. */
const MAX_AT_ONCE = 50;

const check = createBodyCheck(ShopOrder, true);

const TOO_LARGE = "The order is too large: the shop's answer has more than is read at once.";

/**
 * Stores orders as a shop sends them, and notes those that can't be stored or read, with the reason; none keeps another from being
 * stored. One that was deleted after the shop was asked is left out. Throws what passes by itself, such as a 503: then the shop has
 * to send them again.
 */
export async function takeOrders(
  ctx: Ctx,
  from: From,
  { orders, unread = [] }: Pick<ChangedOrders, "orders" | "unread">,
): Promise<Taken> {
  const rejected = new Map<string, Rejection>();
  const reject = (rejection: Rejection) => void rejected.set(rejection.orderId, rejection);
  const sources = new Map<string, SourceOrder>();
  const gone = await deletedOrders(ctx, from, orders);
  const outside = new Map([...(await ordersOutside(ctx, from, [...orders, ...unread])), ...gone]);
  for (const part of unread) {
    if (outside.has(part)) continue;
    ctx.metrics.connectorOrder(from.connector.kind, from.way, "rejected");
    reject({ orderId: idOf(from.connector, part), reason: TOO_LARGE });
  }
  const yieldNow = createYielder();
  for (const order of orders) {
    await yieldNow();
    if (outside.has(order)) continue;
    const source = sourceOf(ctx, from, order);
    if ("reason" in source) reject(source);
    else if (isNewer(source, sources.get(source.body.orderId))) sources.set(source.body.orderId, source);
  }
  const accepted: string[] = [];
  const [old, changed]: [string[], Set<string>] = [[], new Set()];
  const created: string[] = [];
  const settled = from.mayBeOld ? old : accepted;
  settled.push(...outside.values());
  const given = [...sources.values()];
  for (let start = 0; start < given.length; start += MAX_AT_ONCE) {
    const slice = given.slice(start, start + MAX_AT_ONCE);
    const results = await upsertOrders(ctx, from.storeId, slice);
    for (const [i, result] of results.entries()) {
      const { orderId } = slice[i]?.body ?? { orderId: UNNAMED };
      if (result instanceof Problem) reject({ orderId, reason: reasonOf(result) });
      else settled.push(orderId);
      if (!(result instanceof Problem) && result.result !== "unchanged") changed.add(orderId);
      if (outcomeOf(result) === "created") created.push(orderId);
      ctx.metrics.connectorOrder(from.connector.kind, from.way, outcomeOf(result));
    }
  }
  // Deleted while they were stored: who noted that has found no order.
  for (const orderId of await deletedAmong(ctx, from, { orderIds: created, askedAt: from.askedAt })) {
    await cancelDeleted(ctx, { ...from, kind: from.connector.kind }, orderId);
  }
  for (const orderId of accepted) rejected.delete(orderId);
  const all = [...rejected.values()];
  const again = await noteRejections(ctx, from, { rejected: all, accepted, again: old });
  for (const rejection of all) logRejection(ctx, from, rejection);
  const unsettled = new Set(again.filter((orderId) => changed.has(orderId)));
  return { rejected: all, unsettled: [...unsettled, ...(from.mayBeOld ? gone.values() : [])] };
}

/** Returns the orders that the shop has deleted after it was asked for them, with their ids. */
async function deletedOrders(ctx: Ctx, from: From, orders: unknown[]): Promise<Map<unknown, string>> {
  const ids = new Map(orders.map((order) => [order, idOf(from.connector, order)]));
  const deleted = await deletedAmong(ctx, from, { orderIds: [...ids.values()], askedAt: from.askedAt });
  return new Map([...ids].filter(([, id]) => deleted.has(id)));
}

/** Returns the orders that don't come in and that the store hasn't, with their ids. */
async function ordersOutside(
  ctx: Ctx,
  { storeId, connectorId, connector }: From,
  orders: unknown[],
): Promise<Map<unknown, string>> {
  const { comesIn } = connector;
  const ids = new Map(
    orders.flatMap((order) => (!comesIn || comesIn(order) ? [] : [[order, idOf(connector, order)] as const])),
  );
  if (ids.size === 0) return ids;
  const known = await findKnown(ctx.db, { storeId, connectorId, ids: [...ids.values()] });
  const knownIds = new Set(known.map(({ id }) => id));
  return new Map([...ids].filter(([, id]) => !knownIds.has(id)));
}

const findKnown = preparedNamed<{ id: string }>(
  "find_orders_of_connector",
  `select external_id as id from orders
   where store_id = $storeId and connector_id = $connectorId and external_id = any($ids::text[])`,
  preparedByKey,
);

function sourceOf(ctx: Ctx, from: From, order: unknown): SourceOrder | Rejection {
  const { connector, connectorId, way, knownUntilMs = Number.NEGATIVE_INFINITY } = from;
  try {
    const mapped = connector.mapOrder(order);
    check(mapped, []);
    requireStorable(mapped);
    const source = orderFromShop(mapped);
    const isKnown = source.updatedAt !== undefined && source.updatedAt.getTime() <= knownUntilMs;
    const orderName = storedNameOf(connector.orderName(order), source.body.orderId);
    return {
      ...{ ...source, connectorId },
      ...(orderName !== undefined && { body: { ...source.body, orderName } }),
      ...(isKnown && { losesTies: true }),
      ...(!from.mayBeOld && { isRead: true }),
      ...(connector.saysDeliveryLate && { saysDeliveryLate: true }),
    };
  } catch (error) {
    ctx.metrics.connectorOrder(connector.kind, way, "rejected");
    const orderId = idOf(connector, order);
    if (error instanceof Problem) return { orderId, reason: reasonOf(error) };
    // One that the mapping doesn't expect must not hold up all others.
    ctx.log.error({ err: error, kind: connector.kind, orderId }, "an order of a shop could not be read");
    return { orderId, reason: "The order could not be read. The log of the service has the error." };
  }
}

function idOf(connector: Connector, order: unknown): string {
  try {
    return storableText(connector.orderId(order) ?? "", MAX_ID_CHARACTERS) || UNNAMED;
  } catch {
    return UNNAMED;
  }
}

const MAX_ID_CHARACTERS = 255;

function isNewer({ updatedAt }: SourceOrder, known: SourceOrder | undefined): boolean {
  return !known?.updatedAt || (updatedAt !== undefined && updatedAt >= known.updatedAt);
}

function reasonOf({ parts }: Problem): string {
  const details = "errors" in parts ? (parts.errors ?? []).map(({ detail }) => detail) : [];
  return details.length > 0 ? details.join(" ") : parts.detail;
}

function outcomeOf(result: Upserted): "created" | "updated" | "unchanged" | "rejected" {
  return result instanceof Problem ? "rejected" : result.result;
}

function logRejection(
  ctx: Ctx,
  { storeId, connector: { kind }, way }: { storeId: string; connector: { kind: ConnectorKind }; way: Way },
  rejection: Rejection,
): void {
  ctx.log.warn({ storeId, kind, way, ...rejection }, "an order of a shop was rejected");
}
