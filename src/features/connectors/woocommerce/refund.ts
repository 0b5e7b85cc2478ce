import { type Money, money } from "../../../lib/money.ts";
import { payoutIdIn, payoutNote } from "../../orders/refund-note.ts";
import { type Call, type CallAnswer, requireJson } from "../call.ts";
import type { ConnectorAnswer, ConnectorPayout } from "../effects.ts";
import { decimalOf } from "./amounts.ts";
import { checked } from "./checked.ts";
import { instantOf } from "./instants.ts";
import { isOfWooCommerce, readRefunds } from "./orders.ts";
import { amountOfRefund } from "./refunds.ts";
import { WooRefund } from "./schema.ts";

/** The key of the refund's meta data that names the payout too. */
const META_KEY = "_aftersale_payout";

const NO_CREDIT =
  "WooCommerce has no store credit of its own: give it in the shop, and mark the payout as paid elsewhere.";

/**
 * Has the shop refund a payout by the order's payment gateway, once: WooCommerce knows no idempotency keys, so the refund's
 * reason names the payout, and the order's refunds are read first. WooCommerce stores a refund before it asks the gateway,
 * and deletes it where the gateway refuses: one that is there without a payment is still on its way, or was interrupted.
 * Throws `ShopFailure` where nothing is known.
 */
export async function payRefund(call: Call, payout: ConnectorPayout): Promise<ConnectorAnswer> {
  if (payout.type === "store_credit") return { status: "refused", reason: NO_CREDIT };
  const refunds = await readRefunds(call, payout.orderId);
  if (!refunds) return NO_ORDER;
  const found = refunds
    .map((refund) => checked(WooRefund, refund))
    .filter((refund) => isOf(refund, payout.id));
  const paid = found.filter(({ refunded_payment: isPaid }) => isPaid === true);
  if (paid.length > 0) return paidBy(paid, payout.amount);
  const [pending] = found;
  if (pending) return { status: "unknown", reason: pendingReason(pending), reference: String(pending.id) };
  return ask(call, payout);
}

function pendingReason({ id }: WooRefund): string {
  return `Refund ${id} is in the shop, without a confirmed payment. Look at the payment gateway: delete the refund in the shop if it did not pay, mark the payout as paid elsewhere if it did.`;
}

/** The meta data is written after the gateway has paid, the reason before. */
function isOf({ reason, meta_data }: WooRefund, payoutId: string): boolean {
  return payoutIdIn(reason) === payoutId || metaOf(meta_data) === payoutId;
}

function metaOf(meta: WooRefund["meta_data"]): unknown {
  return meta?.find(({ key }) => key === META_KEY)?.value;
}

async function ask(call: Call, { id, orderId, amount }: ConnectorPayout): Promise<ConnectorAnswer> {
  const answer = await call({
    method: "POST",
    path: `/orders/${encodeURIComponent(orderId)}/refunds`,
    body: {
      ...{ amount: amount.amount, reason: payoutNote(id) },
      ...{ api_refund: true, api_restock: false },
      meta_data: [{ key: META_KEY, value: id }],
    },
  });
  const declined = declinedIn(answer);
  if (declined !== undefined) {
    const hasNoOrder = isOfWooCommerce(answer.json) && answer.json.code === UNKNOWN_ORDER;
    return { status: "refused", reason: declined, ...(hasNoOrder && { hasNoOrder }) };
  }
  return paidBy([checked(WooRefund, requireJson(answer))], amount);
}

/** Statuses that say nothing about the refund, though others below 500 refuse it. */
const TEMPORARY = new Set([408, 409, 425, 429]);
/** Versions of WooCommerce differ in whether they find no refunds of an unknown order, or no order. */
const UNKNOWN_ORDER = "woocommerce_rest_invalid_order_id";
const NO_ORDER = {
  ...{ status: "refused", reason: "WooCommerce has no such order any more.", hasNoOrder: true },
} as const satisfies ConnectorAnswer;

/** What WooCommerce or the gateway refuses comes with the status 500. */
const REFUSED = new Set([
  "woocommerce_rest_cannot_create_order_refund",
  "woocommerce_rest_invalid_order_refund",
  UNKNOWN_ORDER,
]);

function declinedIn({ status, json }: CallAnswer): string | undefined {
  const said = isOfWooCommerce(json) ? json : undefined;
  const isRefused = status >= 400 && status < 500 && !TEMPORARY.has(status);
  if (!isRefused && !(status >= 400 && said && REFUSED.has(said.code))) return undefined;
  const message = typeof said?.message === "string" ? said.message : `status ${status}`;
  return `WooCommerce refused the refund: ${message}`;
}

/** Of several refunds that name the payout all have paid. */
function paidBy(refunds: WooRefund[], { currency }: Money): ConnectorAnswer {
  const sum = refunds.reduce((total, refund) => total + amountOfRefund(refund), 0n);
  const [first] = refunds;
  return {
    ...{ status: "paid", reference: String(first?.id), amount: money(decimalOf(sum), currency) },
    paidAt: instantOf(first?.date_created_gmt),
  };
}
