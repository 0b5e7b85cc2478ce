import { type Money, minorDigits, minorOf, moneyOf } from "../../../lib/money.ts";
import { cutText } from "../../../lib/text.ts";
import { payoutNote } from "../../orders/refund-note.ts";
import { type Call, type CallAnswer, requireJson } from "../call.ts";
import type { ConnectorAnswer, ConnectorPayout } from "../effects.ts";
import type { MedusaOrder } from "./order-schema.ts";
import { paymentsOf } from "./payments.ts";
import { readOrder } from "./read-order.ts";
import { readOne } from "./read-orders.ts";
import { numberOf, type Standing, standingOf } from "./refund.ts";

/**
 * Pays a payout by refunds of the order's captured payments, as many as it takes. Medusa takes no keys: what was refunded
 * before is found by the note, which names the payout, and only the rest is asked for. No refund restocks there.
 */
export async function pay(call: Call, payout: ConnectorPayout): Promise<ConnectorAnswer> {
  if (payout.type === "store_credit") {
    return refused("Medusa has no store credit: give it there, and say here that it was paid elsewhere.");
  }
  const before = await standing(call, payout);
  if ("status" in before) return before;
  if (before.missing > 0n && before.refunds.length === 0) {
    const left = moneyOf(minorIn(payout.amount) - before.missing, payout.amount.currency).amount;
    return refused(
      `The order's captured payments have only ${left} ${payout.amount.currency} left to refund.`,
    );
  }
  for (const { paymentId, minor } of before.parts) {
    const body = { amount: numberOf(minor, payout.amount.currency), note: payoutNote(payout.id) };
    const reason = reasonOf(
      await call({ method: "POST", path: `/admin/payments/${paymentId}/refund`, body }),
    );
    if (reason === undefined) continue;
    const after = await standing(call, payout);
    if ("status" in after) return settledBy(after);
    return after.refunds.length > 0 ? paidBy(after, payout.amount) : refused(reason);
  }
  const after = before.parts.length === 0 ? before : await standing(call, payout);
  return "status" in after ? settledBy(after) : paidBy(after, payout.amount);
}

/** An order that is gone once a refund was asked for doesn't say whether it was paid. */
function settledBy(after: Refused): ConnectorAnswer {
  return after.hasNoOrder ? { status: "unknown", reason: after.reason } : after;
}

type Refused = ConnectorAnswer & { status: "refused" };

function refused(reason: string): Refused {
  return { status: "refused", reason };
}

function minorIn({ amount, currency }: Money): bigint {
  return minorOf(amount, minorDigits(currency));
}

/** `json` is the order as it was read. */
type Read = Standing & { json: unknown };

async function standing(call: Call, { id, orderId, amount }: ConnectorPayout): Promise<Read | Refused> {
  const json = await readOne(call, orderId);
  if (json === undefined) return { ...refused(`The shop has no order ${orderId}.`), hasNoOrder: true };
  const order: MedusaOrder = readOrder(json);
  if (order.currency_code.toUpperCase() !== amount.currency) {
    return refused(
      `The shop's order is in ${order.currency_code.toUpperCase()}, and the payout in ${amount.currency}.`,
    );
  }
  const digits = minorDigits(amount.currency);
  return { ...standingOf(paymentsOf(order), { id, minor: minorIn(amount), digits }), json };
}

/** Several refunds of a payout are one for the service, with the id of the first. */
function paidBy({ refunds, paid, json }: Read, { currency }: Money): ConnectorAnswer {
  const [first] = refunds;
  if (!first) return { status: "unknown", reason: "Medusa said that it refunded, and shows no refund yet." };
  const amount = moneyOf(paid, currency);
  return { status: "paid", reference: first.id, amount, paidAt: first.created_at, order: json };
}

/** Statuses that say nothing about a request itself. Without its database Medusa knows no key, and answers 401. */
const TEMPORARY = new Set([401, 403, 408, 409, 425, 429]);
const MAX_REASON = 500;

/**
 * Returns why Medusa has not done what it was asked for; undefined where it has. Throws `ShopFailure` if it may yet, or if
 * the answer isn't Medusa's own: what stands before it answers for it while it is away.
 */
export function reasonOf(answer: CallAnswer): string | undefined {
  const { status, json } = answer;
  const { message } = (json ?? {}) as { message?: unknown };
  if (status >= 400 && status < 500 && !TEMPORARY.has(status) && typeof message === "string") {
    return cutText(message, MAX_REASON);
  }
  requireJson(answer);
  return undefined;
}
