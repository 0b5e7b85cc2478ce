import { divideHalfUp, lesser } from "../../../lib/money.ts";
import { payoutIdIn } from "../../orders/refund-note.ts";
import type { ShopRefund } from "../../orders/upsert/refund-schema.ts";
import type { Reader } from "./exact-money.ts";
import { idOf } from "./id.ts";
import type { ShopifyOrder, ShopifyRefund } from "./order-schema.ts";
import { isPaidBack, movesMoney } from "./removed-units.ts";

type Context = {
  reader: Reader;
  /** The lines that the order still has, by their ids. */
  lines: ReadonlySet<string>;
  isTaxIncluded: boolean;
};

/** Something that a refund names, with the tax that is in it. */
type Part = { kind: "line"; id: string; quantity: number } | { kind: "shipping" } | { kind: "duties" };
type Priced = Part & { amount: bigint; tax: bigint };

/**
 * Returns the refunds that have moved money, or are about to: as much as their transactions moved, whatever their lines
 * add up to. Money for what an edit has removed isn't one of them, since the order costs that much less.
 */
export function refundsOf(
  order: ShopifyOrder,
  { removed, ...context }: Context & { removed: bigint },
): ShopRefund[] {
  let unpaid = removed;
  return (order.refunds ?? []).flatMap((refund, i) => {
    if (refund.transactions && !movesMoney(refund)) return [];
    const parts = partsOf(refund, `/refunds/${i}`, context);
    const money = moneyOf(refund, `/refunds/${i}`, parts, context.reader);
    const { paid, rest } = paidParts(parts, money, context.reader);
    const mayBeOfEdits = payoutIdIn(refund.note) === undefined;
    const ofEdits = mayBeOfEdits ? lesser(rest, unpaid) : 0n;
    unpaid -= ofEdits;
    const kept = rest - ofEdits;
    return paid.length > 0 || kept > 0n ? refundOf(refund, { paid, rest: kept, context }) : [];
  });
}

function partsOf(
  refund: ShopifyRefund,
  pointer: string,
  { reader, lines, isTaxIncluded }: Context,
): Priced[] {
  const ofLines = (refund.refund_line_items ?? []).flatMap((line, j): Priced[] => {
    const at = `${pointer}/refund_line_items/${j}`;
    const tax = reader.maybePaid(line.total_tax_set, line.total_tax, `${at}/total_tax`);
    const subtotal = reader.maybePaid(line.subtotal_set, line.subtotal, `${at}/subtotal`);
    const id = idOf(line.line_item_id);
    // What the order no longer has is refunded as a whole.
    if (!lines.has(id) || line.quantity === 0) return [];
    return [
      { kind: "line", id, quantity: line.quantity, amount: isTaxIncluded ? subtotal : subtotal + tax, tax },
    ];
  });
  const named = (refund.refund_shipping_lines ?? []).map((line, j): Priced => {
    const at = `${pointer}/refund_shipping_lines/${j}`;
    const tax = reader.maybePaid(line.tax_amount_set, undefined, `${at}/tax_amount`);
    const subtotal = reader.maybePaid(line.subtotal_amount_set, undefined, `${at}/subtotal_amount`);
    return { kind: "shipping", amount: isTaxIncluded ? subtotal : subtotal + tax, tax };
  });
  // Until 2024-10 shipping was an adjustment, whose amounts are negative.
  const adjusted = adjustmentsOf(refund, pointer, reader).flatMap(({ kind, amount, tax }): Priced[] =>
    kind === "shipping_refund" && amount + tax < 0n
      ? [{ kind: "shipping", amount: -amount - tax, tax: -tax }]
      : [],
  );
  const duties = reader.maybePaid(refund.total_duties_set, undefined, `${pointer}/total_duties`);
  return [
    ...ofLines,
    ...(named.length > 0 ? named : adjusted),
    ...(duties > 0n ? [{ kind: "duties", amount: duties, tax: 0n } as const] : []),
  ];
}

function adjustmentsOf({ order_adjustments }: ShopifyRefund, pointer: string, reader: Reader) {
  return (order_adjustments ?? []).map(({ kind, amount_set, amount, tax_amount_set, tax_amount }, j) => {
    const at = `${pointer}/order_adjustments/${j}`;
    return {
      kind,
      amount: reader.maybePaid(amount_set, amount, `${at}/amount`),
      tax: reader.maybePaid(tax_amount_set, tax_amount, `${at}/tax_amount`),
    };
  });
}

/** Returns what a refund's transactions have moved; without such in the order's currency, what its parts say. */
function moneyOf(refund: ShopifyRefund, pointer: string, parts: Priced[], reader: Reader): bigint {
  const moved = (refund.transactions ?? []).flatMap((transaction, j) =>
    isPaidBack(transaction) ? [{ ...transaction, pointer: `${pointer}/transactions/${j}` }] : [],
  );
  const isRead =
    moved.length > 0 && moved.every(({ currency }) => (currency ?? reader.currency) === reader.currency);
  if (isRead) {
    return moved.reduce((sum, each) => {
      const money = { amount: each.amount, currency_code: reader.currency };
      return sum + reader.paid({ presentment_money: money }, undefined, each.pointer);
    }, 0n);
  }
  const differences = adjustmentsOf(refund, pointer, reader).filter(({ kind }) => kind !== "shipping_refund");
  const sum =
    parts.reduce((all, { amount }) => all + amount, 0n) -
    differences.reduce((all, { amount, tax }) => all + amount + tax, 0n);
  return sum > 0n ? sum : 0n;
}

/** Pays parts in their order from the money that was moved. */
function paidParts(parts: Priced[], money: bigint, { one }: Reader): { paid: Priced[]; rest: bigint } {
  let rest = money;
  const paid = parts.flatMap((part): Priced[] => {
    const amount = lesser(part.amount, rest);
    rest -= amount;
    if (amount <= 0n) return [];
    if (amount === part.amount) return [part];
    const share = divideHalfUp(part.tax * amount, part.amount * one) * one;
    return [{ ...part, amount, tax: lesser(share, amount) }];
  });
  return { paid, rest };
}

type Paid = { paid: Priced[]; rest: bigint; context: Context };

function refundOf(refund: ShopifyRefund, { paid, rest, context: { reader } }: Paid): ShopRefund {
  const amounts = ({ amount, tax }: Priced) => ({
    amountSet: reader.set(amount - tax),
    ...(tax > 0n && { taxAmountSet: reader.set(tax) }),
  });
  return {
    id: idOf(refund.id),
    createdAt: refund.created_at,
    note: refund.note || null,
    lineItems: paid.flatMap((part) =>
      part.kind === "line"
        ? {
            ...{ lineItemId: part.id, quantity: part.quantity },
            ...{ subtotalSet: reader.set(part.amount - part.tax), totalTaxSet: reader.set(part.tax) },
          }
        : [],
    ),
    shippingRefunds: paid.filter(({ kind }) => kind === "shipping").map(amounts),
    orderLevelRefunds: [
      ...paid.filter(({ kind }) => kind === "duties").map((part) => ({ ...amounts(part), reason: "Duties" })),
      ...(rest > 0n ? [{ amountSet: reader.set(rest), reason: null }] : []),
    ],
  };
}
