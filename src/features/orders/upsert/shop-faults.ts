import { faultsOfPathId } from "../../../core/http/body/body-faults.ts";
import type { Fault } from "../../../lib/problem.ts";
import type { MoneySet } from "./money-schema.ts";
import type { ShopOrder } from "./schema.ts";

/** So many digits a number has exactly. */
const MAX_DIGITS = 15;

/** Returns what a shop's order has that its schema doesn't rule out, in its order. */
export function faultsOfShopOrder(order: ShopOrder): Fault[] {
  const { lineItems, fulfillments, refunds } = order;
  return [
    ...faultsOfPathId(order.id, "/id"),
    ...faultsOfPathId(order.customer.id, "/customer/id"),
    ...repeated(lineItems, "/lineItems", "line item"),
    ...(lineItems.some(({ quantity }) => quantity > 0)
      ? []
      : [{ detail: "The order has no line item with a quantity.", pointer: "/lineItems" }]),
    ...repeated(fulfillments, "/fulfillments", "fulfillment"),
    ...faultsOfFulfilledLines(order),
    ...repeated(refunds ?? [], "/refunds", "refund"),
    ...faultsOfMoney(order),
  ];
}

function repeated(entries: { id: string }[], pointer: string, what: string): Fault[] {
  const ids = new Set<string>();
  return entries.flatMap(({ id }, i) => {
    if (!ids.has(id)) {
      ids.add(id);
      return [];
    }
    return { detail: `The ${what} id ${id} is used twice.`, pointer: `${pointer}/${i}/id` };
  });
}

function faultsOfFulfilledLines({ lineItems, fulfillments }: ShopOrder): Fault[] {
  const ids = new Set(lineItems.map(({ id }) => id));
  return fulfillments.flatMap((fulfillment, i) => [
    ...faultsOfPathId(fulfillment.id, `/fulfillments/${i}/id`),
    ...fulfillment.lineItems.flatMap(({ id }, j) => {
      const pointer = `/fulfillments/${i}/lineItems/${j}/id`;
      return ids.has(id) ? [] : { detail: `The order has no line item ${id}.`, pointer };
    }),
  ]);
}

/** The amounts that count are in the order's currency, and exact as numbers. */
function faultsOfMoney(order: ShopOrder): Fault[] {
  const faults: Fault[] = [];
  for (const [pointer, { presentmentMoney }] of moneyOf(order)) {
    const { amount, currencyCode } = presentmentMoney;
    if (currencyCode !== order.presentmentCurrency) {
      const detail = `An amount is in ${currencyCode}, and the order's presentmentCurrency is ${order.presentmentCurrency}.`;
      faults.push({ detail, pointer: `${pointer}/presentmentMoney/currencyCode` });
    }
    if (amount.length > MAX_DIGITS && amount.replace(".", "").length > MAX_DIGITS) {
      const detail = `The amount ${amount} has more than ${MAX_DIGITS} digits.`;
      faults.push({ detail, pointer: `${pointer}/presentmentMoney/amount` });
    }
  }
  return faults;
}

type Placed = [pointer: string, set: MoneySet];

function* moneyOf(order: ShopOrder): Generator<Placed> {
  for (const [i, { priceSet, discounts, taxLines }] of order.lineItems.entries()) {
    yield [`/lineItems/${i}/priceSet`, priceSet];
    yield* charges(`/lineItems/${i}`, { discounts, taxLines });
  }
  yield* charges("", { orderDiscounts: order.orderDiscounts });
  for (const [i, { priceSet, discounts, taxLines }] of order.shippingLines.entries()) {
    yield [`/shippingLines/${i}/priceSet`, priceSet];
    yield* charges(`/shippingLines/${i}`, { discounts, taxLines });
  }
  for (const [i, refund] of (order.refunds ?? []).entries()) {
    const pointer = `/refunds/${i}`;
    for (const [j, { subtotalSet, totalTaxSet }] of (refund.lineItems ?? []).entries()) {
      yield [`${pointer}/lineItems/${j}/subtotalSet`, subtotalSet];
      yield [`${pointer}/lineItems/${j}/totalTaxSet`, totalTaxSet];
    }
    const { shippingRefunds, orderLevelRefunds } = refund;
    yield* charges(pointer, { shippingRefunds, orderLevelRefunds });
  }
}

type Charge = { amountSet?: MoneySet; taxAmountSet?: MoneySet | null; priceSet?: MoneySet };

function* charges(
  parent: string,
  lists: Record<string, readonly Charge[] | null | undefined>,
): Generator<Placed> {
  for (const [name, list] of Object.entries(lists)) {
    for (const [i, charge] of (list ?? []).entries()) {
      const { amountSet, taxAmountSet, priceSet } = charge;
      if (amountSet) yield [`${parent}/${name}/${i}/amountSet`, amountSet];
      if (taxAmountSet) yield [`${parent}/${name}/${i}/taxAmountSet`, taxAmountSet];
      if (priceSet) yield [`${parent}/${name}/${i}/priceSet`, priceSet];
    }
  }
}
