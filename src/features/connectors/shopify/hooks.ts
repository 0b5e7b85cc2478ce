import type { Hook, HookOrder } from "../connector.ts";

export const SIGNATURE_HEADER = "x-shopify-hmac-sha256";
const TOPIC_HEADER = "x-shopify-topic";

/** The topics whose body is an order. */
const OF_ORDER = /^orders\/(?:create|updated|cancelled|paid|fulfilled|partially_fulfilled)$/;
/** Those whose body names an order. */
const ABOUT_ORDER =
  /^(?:orders\/edited|refunds\/create|fulfillments\/(?:create|update)|order_transactions\/create)$/;
/** Its body is the id of an order that was deleted for good. */
const DELETED = "orders/delete";
/** It becomes a part of a path. */
const ORDER_ID = /^\d{1,20}$/;

type Body =
  | { id?: unknown; order_id?: unknown; order_edit?: { order_id?: unknown } | null }
  | null
  | undefined;

/** Returns the order that a webhook of Shopify is or is about; undefined for another topic. */
export function orderOfHook({ headers, json }: Hook): HookOrder | undefined {
  const topic = headers.get(TOPIC_HEADER) ?? "";
  if (OF_ORDER.test(topic)) return { order: json };
  const isDeleted = topic === DELETED;
  if (!isDeleted && !ABOUT_ORDER.test(topic)) return undefined;
  const body = json as Body;
  const orderId = String((isDeleted ? body?.id : (body?.order_edit?.order_id ?? body?.order_id)) ?? "");
  if (!ORDER_ID.test(orderId)) return undefined;
  return isDeleted ? { orderId, mayBeDeleted: true } : { orderId };
}
