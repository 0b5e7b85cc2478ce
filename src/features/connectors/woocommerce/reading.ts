import { TAKEN_STATUSES } from "../../orders/imports/csv/woocommerce-status.ts";

type Order = { id?: unknown; status?: unknown; date_paid_gmt?: unknown; refunds?: unknown };

/**
 * Whether an order is one for the service: it is being processed, was completed or refunded, or was paid, whatever its
 * status became since. Carts, drafts, orders that wait for their payment and those that failed without one don't count.
 */
export function comesIn(order: unknown): boolean {
  const { status, date_paid_gmt: paidAt } = (order ?? {}) as Order;
  // Of one that is too large to be read the id may be all that is known.
  if (status === undefined) return true;
  return (
    (typeof status === "string" && TAKEN_STATUSES.has(status)) ||
    (typeof paidAt === "string" && paidAt !== "")
  );
}

/** A status of an order that doesn't count any more. WooCommerce doesn't say when it was cancelled, nor by whom. */
export const CANCELLED: ReadonlySet<unknown> = new Set(["cancelled", "failed", "trash"]);

/** Returns the shop's id of an order; undefined for what has none. */
export function idOf(order: unknown): string | undefined {
  const { id } = (order ?? {}) as Order;
  const text = typeof id === "number" ? String(id) : id;
  return typeof text === "string" && /^\d+$/.test(text) ? text : undefined;
}

export function hasRefunds(order: unknown): boolean {
  const { refunds } = (order ?? {}) as Order;
  return Array.isArray(refunds) && refunds.length > 0;
}
