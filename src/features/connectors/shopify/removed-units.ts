import { divideHalfUp, greater, lesser } from "../../../lib/money.ts";
import type { Reader } from "./exact-money.ts";
import { idOf } from "./id.ts";
import type { ShopifyLine, ShopifyOrder, ShopifyRefund } from "./order-schema.ts";

/** Units of a line that were taken off its order again, with what they would have cost. */
export type Removal = { units: number; worth: bigint; tax: bigint };

/**
 * Returns by line the units that an edit of the order removed: Shopify leaves the lines as they were, and writes a
 * refund without money. Only what wasn't sent can be removed so; what was sent came back by a return. An order of which
 * nothing would be left stays as it was, as does a cancelled one.
 */
export function removedUnits(order: ShopifyOrder, reader: Reader): Map<string, Removal> {
  const removed = new Map<string, Removal>();
  if (order.cancelled_at) return removed;
  const lines = new Map(order.line_items.map((line, index) => [idOf(line.id), { line, index }]));
  const sent = sentUnits(order);
  for (const [i, refund] of (order.refunds ?? []).entries()) {
    if (!refund.transactions || movesMoney(refund)) continue;
    for (const [j, entry] of (refund.refund_line_items ?? []).entries()) {
      const id = idOf(entry.line_item_id);
      const found = lines.get(id);
      if (!found) continue;
      const before = removed.get(id) ?? { units: 0, worth: 0n, tax: 0n };
      const left = found.line.quantity - (sent.get(id) ?? 0) - before.units;
      const units = Math.min(entry.quantity, left);
      if (units <= 0) continue;
      const pointer = `/refunds/${i}/refund_line_items/${j}`;
      const share = (amount: bigint) => shareOf(amount, units, entry.quantity, reader.one);
      removed.set(id, {
        units: before.units + units,
        worth: before.worth + share(reader.paid(entry.subtotal_set, entry.subtotal, `${pointer}/subtotal`)),
        tax:
          before.tax + share(reader.maybePaid(entry.total_tax_set, entry.total_tax, `${pointer}/total_tax`)),
      });
    }
  }
  const isSomethingLeft = order.line_items.some(
    ({ id, quantity }) => quantity > (removed.get(idOf(id))?.units ?? 0),
  );
  return isSomethingLeft ? removed : new Map();
}

/** Whether a refund has moved money, or is about to. */
export function movesMoney({ transactions }: ShopifyRefund): boolean {
  return (transactions ?? []).some(isPaidBack);
}

export function isPaidBack({ kind, status }: NonNullable<ShopifyRefund["transactions"]>[number]): boolean {
  return kind === "refund" && (status === "success" || status === "pending");
}

const NOT_SENT = new Set<unknown>(["cancelled", "error", "failure"]);

/** Returns the fulfillments that weren't called off. */
export function sentFulfillments({ fulfillments }: ShopifyOrder) {
  return (fulfillments ?? []).filter(({ status }) => !NOT_SENT.has(status));
}

function sentUnits(order: ShopifyOrder): Map<string, number> {
  const units = new Map<string, number>();
  for (const { line_items } of sentFulfillments(order)) {
    for (const { id, quantity } of line_items ?? [])
      units.set(idOf(id), (units.get(idOf(id)) ?? 0) + quantity);
  }
  return units;
}

/** Returns a line's removal as far as its units can have cost it: what is left costs at most its price. */
export function within(removal: Removal, line: ShopifyLine, cost: { price: bigint; worth: bigint }): Removal {
  const left = BigInt(line.quantity - removal.units);
  const least = greater(cost.worth - cost.price * left, 0n);
  return { ...removal, worth: lesser(greater(removal.worth, least), cost.worth) };
}

function shareOf(amount: bigint, units: number, of: number, one: bigint): bigint {
  if (units === of) return amount;
  return divideHalfUp(amount * BigInt(units), BigInt(of) * one) * one;
}
