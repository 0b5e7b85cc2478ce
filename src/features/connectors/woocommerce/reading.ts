/** Statuses of orders that are or were paid, or that are sent before they are. */
const TAKEN = new Set(["processing", "completed", "refunded"]);

type Order = { status?: unknown; date_paid_gmt?: unknown };

/**
 * Whether an order is one for the service: it is being processed, was completed or refunded, or was paid, whatever its
 * status became since. Carts, drafts, orders that wait for their payment and those that failed without one are none.
 */
export function comesIn(order: unknown): boolean {
  const { status, date_paid_gmt: paidAt } = (order ?? {}) as Order;
  return (typeof status === "string" && TAKEN.has(status)) || (typeof paidAt === "string" && paidAt !== "");
}
