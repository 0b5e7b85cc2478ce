import type { MoneySet } from "../../orders/upsert/money-schema.ts";
import type { ShopRefund } from "../../orders/upsert/refund-schema.ts";
import { millionths } from "./amounts.ts";
import { instantOf } from "./instants.ts";
import type { WooCharge, WooOrder, WooRefund } from "./schema.ts";

type Known = { moneyOf: (millionths: bigint) => MoneySet; lineIds: ReadonlySet<string> };

/**
 * Returns the refunds of an order: with their lines where they were read by themselves. What a refund pays is its
 * amount, whatever its lines add up to; what is not for a line that the order has is refunded for the order.
 */
export function refundsOf(order: WooOrder, known: Known): ShopRefund[] {
  const fallback = instantOf(order.date_completed_gmt) ?? instantOf(order.date_created_gmt);
  return (order.refunds ?? []).flatMap((refund) => {
    const amount = amountOfRefund(refund);
    if (amount === 0n) return [];
    const createdAt = instantOf(refund.date_created_gmt) ?? fallback ?? EPOCH;
    return {
      ...{ id: String(refund.id), createdAt },
      ...(refund.reason && { note: refund.reason }),
      ...partsOf(refund, amount, known),
    };
  });
}

const EPOCH = "1970-01-01T00:00:00.000Z";

/** Returns what a refund has paid, in millionths: the summary in the order shows it below zero. */
export function amountOfRefund({ amount, total }: WooRefund): bigint {
  return absolute(millionths(amount ?? total));
}

/** Returns how many units of each line the shop has refunded. */
export function refundedUnits({ refunds }: WooOrder): Map<string, number> {
  const units = new Map<string, number>();
  for (const { line, id } of (refunds ?? []).flatMap(linesOf))
    units.set(id, (units.get(id) ?? 0) + Math.abs(line.quantity));
  return units;
}

/** Returns the lines of a refund with the ids that they have in the order. */
function linesOf({ line_items }: WooRefund) {
  return (line_items ?? []).map((line) => {
    const entry = line.meta_data?.find(({ key }) => key === "_refunded_item_id");
    return { line, id: String(entry?.value) };
  });
}

type Parts = Omit<ShopRefund, "id" | "createdAt" | "note">;

function partsOf(refund: WooRefund, amount: bigint, { moneyOf, lineIds }: Known): Parts {
  const lines = linesOf(refund).flatMap(({ line, id }) => {
    const quantity = Math.abs(line.quantity);
    return lineIds.has(id) && Number.isSafeInteger(quantity) && quantity > 0 ? { line, id, quantity } : [];
  });
  const shipping = (refund.shipping_lines ?? []).filter((line) => worthOf(line) > 0n);
  const named = [...lines.map(({ line }) => line), ...shipping].reduce(
    (sum, line) => sum + worthOf(line),
    0n,
  );
  const rest = amount - named;
  if (rest < 0n) return { orderLevelRefunds: [{ amountSet: moneyOf(amount) }] };
  return {
    ...(lines.length > 0 && {
      lineItems: lines.map(({ line, id, quantity }) => ({
        ...{ lineItemId: id, quantity },
        ...{ subtotalSet: moneyOf(netOf(line)), totalTaxSet: moneyOf(taxOf(line)) },
      })),
    }),
    ...(shipping.length > 0 && {
      shippingRefunds: shipping.map((line) => ({
        amountSet: moneyOf(netOf(line)),
        taxAmountSet: moneyOf(taxOf(line)),
      })),
    }),
    ...(rest > 0n && { orderLevelRefunds: [{ amountSet: moneyOf(rest) }] }),
  };
}

function netOf({ total }: WooCharge): bigint {
  return absolute(millionths(total));
}

function taxOf({ total_tax }: WooCharge): bigint {
  return absolute(millionths(total_tax));
}

function worthOf(line: WooCharge): bigint {
  return netOf(line) + taxOf(line);
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
