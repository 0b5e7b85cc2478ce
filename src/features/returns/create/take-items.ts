import { newId } from "../../../lib/ids.ts";
import { greater, minorOf } from "../../../lib/minor-units.ts";
import { moneyOf } from "../../../lib/money.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import { linesById, returnableUnits } from "../../orders/lines.ts";
import { orderWorth } from "../money/order-worth.ts";
import { createUnitAllocator, worthOfUnits } from "../money/units.ts";
import { exchangedFor } from "./exchange-items.ts";
import { type NewItem, stored } from "./new-item.ts";
import { MAX_UNITS, type ReturnBody } from "./new-return-schema.ts";
import type { Taken } from "./taken-units.ts";

type ItemRequest = ReturnBody["data"]["items"][number];

/**
 * Returns the items of a new return: units of the order's lines that are in no other return, with their
 * value. They refund what was paid for them, or what is left of it, if other returns refund more than their units.
 * `taken` has been read with the order locked if the items are to be inserted. Throws 400 for a line or quantity that the
 * order does not have, 409 for units that are in another return.
 */
export async function takeItems(
  order: typeof orders.$inferSelect,
  requests: ItemRequest[],
  taken: Omit<Taken, "orderId">,
): Promise<NewItem[]> {
  const worth = orderWorth(order);
  const { digits } = worth;
  let left = worth.paid - minorOf(taken.refunds, digits);
  const lines = linesById(order.body);
  requireOrdered(requests, lines);
  const allocators = new Map<string, ReturnType<typeof createUnitAllocator>>();
  const yieldNow = createYielder();
  const items: NewItem[] = [];
  for (const [position, item] of requests.entries()) {
    const { lineItemId } = item;
    const line = lines.get(lineItemId)?.line;
    const isPlain = item.compensation !== "exchange" && !item.exchangeItem;
    const exchanged = isPlain ? {} : exchangedFor(item, line ?? {}, position);
    const allocate =
      allocators.get(lineItemId) ??
      createUnitAllocator(line ? returnableUnits(line) : 0, taken.units.get(lineItemId) ?? []);
    allocators.set(lineItemId, allocate);
    const units = allocate(item.quantity);
    if (!units) {
      throw problem(
        "units_not_returnable",
        `Fewer than ${item.quantity} units of line item ${lineItemId} can still be returned.`,
      );
    }
    const { net, tax } = worthOfUnits(worth.lines.get(lineItemId), units);
    const compensation = item.compensation ?? "refund";
    const isCapped = net + tax > left;
    const refund = isCapped ? greater(left, 0n) : net + tax;
    left -= refund;
    const amount = moneyOf(refund, order.currency);
    items.push({
      id: newId("rit"),
      lineItemId,
      position,
      quantity: item.quantity,
      units,
      reason: item.reason,
      reasonCode: item.reasonCode ?? null,
      customerComment: item.notes ?? null,
      compensation,
      value: stored(net, digits),
      tax: stored(tax, digits),
      policyFee: null,
      policyBonus: null,
      additions: { ...exchanged, ...(isCapped && { refund: { amount, type: compensation } }) },
    });
    await yieldNow();
  }
  return items;
}

function requireOrdered(requests: ItemRequest[], lines: ReturnType<typeof linesById>): void {
  const requested = new Map<string, number>();
  let units = 0;
  for (const [i, { lineItemId, quantity }] of requests.entries()) {
    const line = lines.get(lineItemId)?.line;
    const pointer = `/data/items/${i}`;
    units += quantity;
    if (units > MAX_UNITS) {
      const detail = `A return may have at most ${MAX_UNITS} units.`;
      throw invalid({ detail, pointer: `${pointer}/quantity` });
    }
    if (!line) {
      throw invalid({
        detail: `The order has no line item ${lineItemId}.`,
        pointer: `${pointer}/lineItemId`,
      });
    }
    const total = (requested.get(lineItemId) ?? 0) + quantity;
    requested.set(lineItemId, total);
    if (total > line.quantity) {
      throw invalid({
        detail: `Only ${line.quantity} units of line item ${lineItemId} were ordered.`,
        pointer: `${pointer}/quantity`,
      });
    }
  }
}
