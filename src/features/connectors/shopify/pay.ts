import { amountOf, lesser, minorDigits, minorOf } from "../../../lib/money.ts";
import { payoutIdIn, payoutNote } from "../../orders/refund-note.ts";
import { type Call, requireEntries } from "../call.ts";
import type { ConnectorAnswer, ConnectorPayout } from "../effects.ts";
import { mutate, userErrorOf, uuidOf } from "./graphql.ts";
import { ADMIN_API, isUnknown, nextPage } from "./read-orders.ts";

type Id = string | number;
type Transaction = {
  id: Id;
  parent_id?: Id | null;
  kind?: string;
  status?: string;
  gateway?: string | null;
  amount?: string | number | null;
  currency?: string | null;
};
type Refund = {
  id: Id;
  note?: string | null;
  processed_at?: string | null;
  transactions?: Transaction[] | null;
};

const REFUND = `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`;

/**
 * Refunds a payout in Shopify, once: the refund's note has the payout's id, and is looked for first; against an answer that
 * is on its way the key is Shopify's idempotency key. Store credit is a refund of the order too, to the customer's store
 * credit: `storeCreditAccountCredit` has neither a note nor a key. No line is named, so nothing is restocked.
 */
export async function pay(call: Call, payout: ConnectorPayout): Promise<ConnectorAnswer> {
  const refunds = await refundsOf(call, payout);
  if (!refunds) {
    const reason = `Shopify has no order ${payout.orderId} any more.`;
    return { status: "refused", reason, hasNoOrder: true };
  }
  const before = standingOf(refunds, payout);
  if (before) return before;
  const how = payout.type === "refund" ? await toPayments(call, payout) : toStoreCredit(payout);
  if ("reason" in how) return { status: "refused", reason: how.reason };
  const { amount, orderId, id, key } = payout;
  const input = {
    ...{ orderId: `gid://shopify/Order/${orderId}`, note: payoutNote(id), notify: false },
    ...{ currency: amount.currency, ...how },
  };
  const mutated = await mutate(call, "refundCreate", REFUND, { input, key: await uuidOf(key) });
  if ("refused" in mutated) return { status: "refused", reason: mutated.refused };
  const error = userErrorOf(mutated.payload);
  if (error) return { status: error.isUnsettled ? "unknown" : "refused", reason: error.reason };
  const made = (await refundsOf(call, payout)) ?? [];
  return standingOf(made, payout) ?? failedOf(made, payout);
}

/** Returns what the refunds with the payout's id say; undefined where there is none, or only such that have failed. */
function standingOf(refunds: Refund[], payout: ConnectorPayout): ConnectorAnswer | undefined {
  const { currency } = payout.amount;
  const digits = minorDigits(currency);
  let [paid, pending] = [0n, false];
  let reference: Refund | undefined;
  for (const refund of refunds) {
    const transactions = (refund.transactions ?? []).filter(({ kind }) => kind === "refund");
    const isCredit = transactions.length === 0 && payout.type === "store_credit";
    for (const { status, amount } of isCredit
      ? [{ status: "success", amount: payout.amount.amount }]
      : transactions) {
      if (status === "success") paid += minorOf(amount ?? 0, digits);
      if (status === "pending") pending = true;
      if (status === "success" || status === "pending") reference ??= refund;
    }
  }
  if (!reference) return undefined;
  const id = String(reference.id);
  if (pending)
    return {
      status: "unknown",
      reason: "Shopify's payment provider has not confirmed the refund yet.",
      reference: id,
    };
  return {
    status: "paid",
    reference: id,
    amount: { amount: amountOf(paid, digits), currency },
    paidAt: reference.processed_at ?? undefined,
  };
}

/** A refund that Shopify has made, and whose money didn't move. */
function failedOf(refunds: Refund[], { id }: ConnectorPayout): ConnectorAnswer {
  const isMade = refunds.length > 0;
  if (isMade) return { status: "refused", reason: "Shopify's payment provider has refused the refund." };
  return { status: "unknown", reason: `Shopify doesn't show the refund of ${id} yet.` };
}

const MAX_PAGES = 8;

/** Returns the refunds that name the payout; undefined where the shop has no such order. */
async function refundsOf(call: Call, { id, orderId }: ConnectorPayout): Promise<Refund[] | undefined> {
  const found: Refund[] = [];
  let page: string | undefined;
  for (let i = 0; i < MAX_PAGES; i++) {
    const query = { limit: "250", ...(page !== undefined && { page_info: page }) };
    const answer = await call({ path: `${ADMIN_API}/orders/${orderId}/refunds.json`, query });
    if (isUnknown(answer)) return undefined;
    const refunds = requireEntries<Refund>(answer, "refunds");
    found.push(...refunds.filter(({ note }) => payoutIdIn(note) === id));
    page = nextPage(answer.headers.link);
    if (page === undefined) break;
  }
  return found;
}

type How = object | { reason: string };

/** Returns from which payments of the order an amount is paid back: gift cards last. */
async function toPayments(call: Call, { amount, orderId }: ConnectorPayout): Promise<How> {
  const answer = await call({ path: `${ADMIN_API}/orders/${orderId}/transactions.json` });
  const transactions = requireEntries<Transaction>(answer, "transactions");
  const digits = minorDigits(amount.currency);
  const left = new Map<string, { payment: Transaction; minor: bigint }>();
  for (const payment of transactions.filter(isPayment)) {
    if ((payment.currency ?? amount.currency) !== amount.currency) continue;
    left.set(String(payment.id), { payment, minor: minorOf(payment.amount ?? 0, digits) });
  }
  for (const { kind, status, parent_id, amount: refunded } of transactions) {
    const of =
      kind === "refund" && (status === "success" || status === "pending") && left.get(String(parent_id));
    if (of) of.minor -= minorOf(refunded ?? 0, digits);
  }
  let missing = minorOf(amount.amount, digits);
  const parts = [...left.values()].sort(
    (a, b) => Number(isGiftCard(a.payment)) - Number(isGiftCard(b.payment)),
  );
  const paid = parts.flatMap(({ payment, minor }) => {
    const part = lesser(minor, missing);
    if (part <= 0n) return [];
    missing -= part;
    return [
      {
        ...{ orderId: `gid://shopify/Order/${orderId}`, kind: "REFUND", gateway: payment.gateway ?? "" },
        ...{ amount: amountOf(part, digits), parentId: `gid://shopify/OrderTransaction/${payment.id}` },
      },
    ];
  });
  if (missing === 0n) return { transactions: paid };
  const rest = amountOf(minorOf(amount.amount, digits) - missing, digits);
  return {
    reason: `Only ${rest} ${amount.currency} of the order's payments can be paid back, not ${amount.amount}.`,
  };
}

function isPayment({ kind, status }: Transaction): boolean {
  return (kind === "sale" || kind === "capture") && status === "success";
}

function isGiftCard({ gateway }: Transaction): boolean {
  return gateway === "gift_card";
}

function toStoreCredit({ amount: { amount, currency } }: ConnectorPayout): How {
  return { refundMethods: [{ storeCreditRefund: { amount: { amount, currencyCode: currency } } }] };
}
