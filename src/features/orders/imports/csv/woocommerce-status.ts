/** Statuses of WooCommerce's orders that are or were paid, or that are sent before they are. */
export const TAKEN_STATUSES: ReadonlySet<string> = new Set(["processing", "completed", "refunded"]);

/** WooCommerce's own statuses of orders without a payment, with the words of its English admin. */
const UNPAID = /^(?:pending(?: payment)?|on[- ]hold|failed|(?:checkout-|auto-)?draft)$/i;
/** A status as WooCommerce stores it, and not as one of its languages calls it. */
const STORED = /^[a-z][a-z0-9_-]*$/;

/** What a file says of an order: `paidAt` is undefined in one that has no such column, and empty for an unpaid one. */
type Said = { status: string; paidAt: string | undefined };

/**
 * Whether an order of a file isn't one for the service yet, as the connector sees it: it is neither taken by its status nor paid.
 * Where the file doesn't say what was paid, WooCommerce's statuses of unpaid orders say it; one that was cancelled may have been.
 */
export function isUnpaid({ status, paidAt }: Said): boolean {
  const plain = status.replace(/^wc-/i, "");
  if (paidAt === undefined) return UNPAID.test(plain);
  if (paidAt !== "" || TAKEN_STATUSES.has(plain.toLowerCase())) return false;
  return UNPAID.test(plain) || /^cancell?ed$/i.test(plain) || STORED.test(plain);
}
