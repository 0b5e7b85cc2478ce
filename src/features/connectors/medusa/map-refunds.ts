import { omitNullish } from "../../../lib/omit-nullish.ts";
import { payoutIdIn } from "../../orders/refund-note.ts";
import type { MoneySet } from "../../orders/upsert/money-schema.ts";
import type { ShopRefund } from "../../orders/upsert/refund-schema.ts";
import { exactOf } from "./charges.ts";
import type { MedusaCreditLine, MedusaOrder, MedusaRefund } from "./order-schema.ts";
import { paymentsOf } from "./payments.ts";

/** Returns the refunds of an order. Those that pay one payout together are one, with the id of the first. */
export function refundsOf(order: MedusaOrder, setOf: (exact: bigint) => MoneySet): ShopRefund[] {
  const groups = new Map<string, [MedusaRefund, ...MedusaRefund[]]>();
  for (const { refunds } of paymentsOf(order)) {
    for (const refund of refunds ?? []) {
      const key = payoutIdIn(refund.note) ?? ` ${refund.id}`;
      const group = groups.get(key);
      if (group) group.push(refund);
      else groups.set(key, [refund]);
    }
  }
  return Array.from(groups.values(), (group) => {
    const [{ id, created_at, note, refund_reason }] = group;
    const amount = group.reduce((sum, refund) => sum + exactOf(refund), 0n);
    return {
      ...{ id, createdAt: created_at },
      ...omitNullish({ note }),
      orderLevelRefunds: [{ amountSet: setOf(amount), ...omitNullish({ reason: refund_reason?.label }) }],
    };
  });
}

/**
 * Returns the credit that was used to pay: gift cards, store credit, what was waived. Medusa also writes a credit line for
 * a refund, which stands among the refunds already, and a negative one for a refund that was waived.
 */
export function creditsOf(order: MedusaOrder): MedusaCreditLine[] {
  const collections = new Set((order.payment_collections ?? []).map(({ id }) => id));
  const reasons = new Set(
    paymentsOf(order).flatMap(({ refunds }) =>
      (refunds ?? []).flatMap(({ refund_reason }) =>
        refund_reason ? `${refund_reason.label} ${refund_reason.code}` : [],
      ),
    ),
  );
  return (order.credit_lines ?? []).filter(
    ({ amount, reference, reference_id }) =>
      amount > 0 && !collections.has(reference_id ?? "") && !reasons.has(`${reference} ${reference_id}`),
  );
}
