import { amountOf, minorDigits, minorOf } from "../../../lib/money.ts";
import { payoutIdIn } from "../../orders/refund-note.ts";
import type { MedusaPayment, MedusaRefund } from "./order-schema.ts";

type Amount = { amount: number; raw_amount?: { value: string | number } | null };

/** Where the refunds of a payout stand: what was refunded for it, and what of the rest each payment can refund. */
export type Standing = {
  refunds: MedusaRefund[];
  paid: bigint;
  parts: { paymentId: string; minor: bigint }[];
  /** What no payment can refund. */
  missing: bigint;
};

/** Returns where a payout of an amount stands by the order's payments, in smallest units. */
export function standingOf(
  payments: MedusaPayment[],
  { id, minor, digits }: { id: string; minor: bigint; digits: number },
): Standing {
  const sum = (amounts: Amount[] | null | undefined) =>
    (amounts ?? []).reduce(
      (total, { amount, raw_amount }) => total + minorOf(raw_amount?.value ?? amount, digits),
      0n,
    );
  const refunds = payments.flatMap((payment) =>
    (payment.refunds ?? []).filter((refund) => payoutIdIn(refund.note) === id),
  );
  const paid = sum(refunds);
  let missing = minor > paid ? minor - paid : 0n;
  const parts: Standing["parts"] = [];
  for (const payment of payments) {
    const room = sum(payment.captures) - sum(payment.refunds);
    const part = room < missing ? room : missing;
    if (part <= 0n || payment.canceled_at) continue;
    parts.push({ paymentId: payment.id, minor: part });
    missing -= part;
  }
  return { refunds, paid, parts, missing };
}

/** Returns an amount as a number of JSON. */
export function numberOf(minor: bigint, currency: string): number {
  return Number(amountOf(minor, minorDigits(currency)));
}
