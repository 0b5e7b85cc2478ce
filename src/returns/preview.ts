import type { Ctx } from "../ctx.ts";
import { createTotal, money } from "../lib/money.ts";
import { omitNullish } from "../lib/omit-nullish.ts";
import { createYielder, mapYielding } from "../lib/yielder.ts";
import { findOrder } from "../orders/find.ts";
import type { PreviewBody, ReturnPreview } from "./preview-schema.ts";
import { takeItems, takenUnits } from "./take-items.ts";
import { freeUnits, valueOfUnits } from "./units.ts";

/**
 * Returns what of an order can still be returned, and what items would be worth in a return that is created now.
 * It changes nothing. Throws what the creation of a return throws for its items.
 */
export async function previewReturn(
  ctx: Ctx,
  storeId: string,
  { data }: PreviewBody,
): Promise<ReturnPreview> {
  const order = await findOrder(ctx, storeId, data.externalOrderId);
  const { currency } = order;
  const requested = (data.items ?? []).map((item) => ({ ...item, reason: "" }));
  const { lineItems } = order.body;
  const lineItemIds = lineItems.map(({ id }) => id);
  const taken = await takenUnits(ctx, storeId, { orderId: order.id, lineItemIds });
  const items = await takeItems(order, requested, taken);
  const yieldNow = createYielder();
  const sums = { refund: createTotal(), store_credit: createTotal() };
  for (const { compensation, value } of items) {
    sums[compensation].add(value);
    await yieldNow();
  }
  const lines: ReturnPreview["lines"] = [];
  for (const line of lineItems) {
    const free = freeUnits(line.quantity, taken.get(line.id) ?? []);
    lines.push({
      lineItemId: line.id,
      title: line.title,
      ...omitNullish({ sku: line.sku, imageUrl: line.imageUrl }),
      price: { amount: money(line.price ?? 0, currency) },
      quantity: line.quantity,
      returnable: free.reduce((units, [from, to]) => units + to - from, 0),
      value: { amount: money(await valueOfUnits(line, free, currency), currency) },
    });
    await yieldNow();
  }
  return {
    lines,
    items: await mapYielding(items, ({ lineItemId, quantity, value, compensation }) => ({
      ...{ lineItemId, quantity },
      refund: { amount: money(value, currency), type: compensation },
    })),
    totals: {
      refund: { amount: money(sums.refund.value, currency) },
      storeCredit: { amount: money(sums.store_credit.value, currency) },
    },
  };
}
