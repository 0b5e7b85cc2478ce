import type { Ctx } from "../../../core/ctx.ts";
import { minorOf, money, moneyOf } from "../../../lib/money.ts";
import { omitNullish } from "../../../lib/omit-nullish.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { findOrder, type OrderRecord } from "../../orders/find.ts";
import { returnableUnits } from "../../orders/lines.ts";
import { orderWorth } from "../money/order-worth.ts";
import { withPaidElsewhere } from "../money/paid-elsewhere.ts";
import { refundOf, totalsOf } from "../money/refund.ts";
import { freeUnits, type TakenUnits, unitsIn, worthOfUnits } from "../money/units.ts";
import { decideReturn } from "../policy/decide-return.ts";
import { type ParcelRow, parcelsSql } from "../policy/facts.ts";
import { POLICY_MARK, type PolicyMark } from "../policy/policy-of-store.ts";
import { exchangeOf } from "./exchange-items.ts";
import type { NewItem } from "./new-item.ts";
import type { PreviewBody, ReturnPreview } from "./preview-schema.ts";
import { takeItems, takenOf } from "./take-items.ts";

/**
 * Returns what of an order can still be returned, and what items would be worth in a return that is created now.
 * It changes nothing. Throws what the creation of a return throws for its items.
 */
export async function previewReturn(
  ctx: Ctx,
  storeId: string,
  { data, options }: PreviewBody,
): Promise<ReturnPreview> {
  const order = await findOrder(ctx, storeId, data.externalOrderId);
  const { currency } = order;
  const requested = (data.items ?? []).map((item) => ({ ...item, reason: "" }));
  const { lineItems } = order.body;
  const taken = await withPaidElsewhere(ctx, storeId, order, await takenOf(ctx, storeId, order.id));
  const items = await itemsOf(ctx, storeId, {
    ...{ order, taken, items: await takeItems(order, requested, taken) },
    isEnforced: options?.enforcePolicy ?? false,
  });
  const worth = orderWorth(order);
  const sums = { refund: 0n, store_credit: 0n, exchange: 0n };
  for (const item of items) {
    sums[item.compensation] += minorOf(refundOf(item, currency).amount.amount, worth.digits);
  }
  const yieldNow = createYielder();
  const lines: ReturnPreview["lines"] = [];
  for (const line of lineItems) {
    const free = freeUnits(returnableUnits(line, taken.refunded), taken.units.get(line.id) ?? []);
    const { net, tax } = worthOfUnits(worth.lines.get(line.id), free);
    lines.push({
      lineItemId: line.id,
      title: line.title,
      ...omitNullish({ sku: line.sku, imageUrl: line.imageUrl }),
      price: { amount: money(line.price ?? 0, currency) },
      quantity: line.quantity,
      returnable: unitsIn(free),
      value: { amount: moneyOf(net + tax, currency) },
    });
    await yieldNow();
  }
  return {
    lines,
    items: items.map((item) => ({
      ...{ lineItemId: item.lineItemId, quantity: item.quantity },
      refund: { amount: refundOf(item, currency).amount, type: item.compensation },
      ...omitNullish({
        productAdjustment: item.additions.productAdjustment,
        fee: item.policyFee === null ? null : money(item.policyFee, currency),
        bonus: item.policyBonus === null ? null : money(item.policyBonus, currency),
      }),
    })),
    totals: {
      refund: { amount: moneyOf(sums.refund, currency) },
      storeCredit: { amount: moneyOf(sums.store_credit, currency) },
      ...(await exchangeTotals(order, items)),
    },
  };
}

/** Returns the value of an exchange, and what it costs beyond what is given back for it. */
async function exchangeTotals(order: OrderRecord, items: NewItem[]) {
  const made = await exchangeOf(order, items);
  if (!made.exchange) return {};
  const { currency } = order;
  const views = items.map((item) => ({ refund: refundOf(item, currency) }));
  const { exchange, charge } = totalsOf(views, { items, row: { additions: made } }, currency);
  return { exchange, charge };
}

type Previewed = { order: OrderRecord; taken: TakenUnits; items: NewItem[]; isEnforced: boolean };

/** Returns the items with the policy's fees and bonuses, where it is enforced and the store has one. */
async function itemsOf(
  ctx: Ctx,
  storeId: string,
  { isEnforced, ...previewed }: Previewed,
): Promise<NewItem[]> {
  if (!isEnforced) return previewed.items;
  const [found] = await findPolicy(ctx.db, storeId, previewed.order.id);
  if (!found?.policy) return previewed.items;
  const { order, taken, items } = previewed;
  const facts = { order, parcels: found.parcels, taken, items, at: ctx.now() };
  return (await decideReturn(ctx, storeId, { mark: found.policy, ...facts, isEnforced })).items;
}

const findPolicy = preparedByKey<{ policy: PolicyMark | null; parcels: ParcelRow[] | null }>(
  "preview_policy",
  `select ${POLICY_MARK} as policy, ${parcelsSql("$2::text")} as parcels`,
);
