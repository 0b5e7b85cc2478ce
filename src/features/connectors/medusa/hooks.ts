import type { HookOrder } from "../connector.ts";

/** The header of a webhook's signature: HMAC-SHA256 of the body as hex digits. */
export const SIGNATURE_HEADER = "x-aftersale-signature";

/** It becomes a part of a path. */
const ORDER_ID = /^[A-Za-z0-9_-]{1,255}$/;

/** Returns the order that a webhook of the shop's subscriber is about; undefined for any other body. */
export function hookOrder(json: unknown): HookOrder | undefined {
  const { event, id } = (json ?? {}) as { event?: unknown; id?: unknown };
  if (typeof event !== "string" || typeof id !== "string" || !ORDER_ID.test(id)) return undefined;
  return { orderId: id };
}
