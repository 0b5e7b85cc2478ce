import type { Big } from "big.js";
import { decimal, valueOfFirst } from "../../lib/money.ts";
import type { OrderLine } from "../../orders/lines.ts";
import { refundOf } from "../../returns/view.ts";
import { amountText } from "../amount.ts";
import type { UnitView } from "./unit-view.ts";

export type LineMoney = Record<
  "price" | "discount" | "tax" | "refund" | "refund_item" | "refund_tax",
  string
>;

/**
 * What both shapes of a line say of a unit's money, for the units of a return in their order. What goes back
 * in another way than as a refund is none.
 */
export function createUnitMoney(currency: string): (unit: UnitView) => LineMoney {
  const text = (value: Big) => amountText(value, currency);
  const zero = text(decimal(0));
  let item: UnitView["item"] | undefined;
  let valuesOf = createParts(() => decimal(0));
  let sharesOf = createParts(() => decimal(0));
  let price = zero;
  return (shown) => {
    if (item !== shown.item) {
      item = shown.item;
      const { line } = shown;
      const { quantity, additions } = item;
      price = text(decimal(line?.price ?? 0));
      const priced = pricedLine(line);
      valuesOf = createParts((units) => valueOfFirst(priced, units, currency));
      const adjusted = decimal(additions.refund?.amount.amount ?? 0);
      // What a merchant adjusted for all units is shared by them, so that their parts add up to it.
      sharesOf = createParts((units) => decimal(text(adjusted.times(units).div(quantity))));
    }
    const value = valuesOf(shown.unit);
    const { type } = refundOf(shown.item, currency);
    const isAdjusted = shown.item.additions.refund !== undefined;
    const refund = type === "refund" ? text(isAdjusted ? sharesOf(shown.place) : value) : zero;
    const discount = text(decimal(price).minus(text(value)));
    return { price, discount, tax: zero, refund, refund_item: refund, refund_tax: zero };
  };
}

/** What is added by one more than so many; the last sum is kept, for the next is asked for with it. */
function createParts(sumOf: (count: number) => Big): (count: number) => Big {
  let known = { count: 0, sum: decimal(0) };
  return (count) => {
    const before = known.count === count ? known.sum : sumOf(count);
    known = { count: count + 1, sum: sumOf(count + 1) };
    return known.sum.minus(before);
  };
}

function pricedLine(line: OrderLine | undefined) {
  const { price, discount, quantity } = line ?? { quantity: 1 };
  return { price: price ?? 0, discount: discount ?? 0, quantity };
}

/** What the warehouse wrote of an item. */
export function inspectionOf({ additions }: UnitView["item"]) {
  const { grade, outcome, assessments = [] } = additions;
  const { assignedUser, responses = [] } = assessments[0] ?? {};
  const by = assignedUser?.name ?? assignedUser?.email ?? null;
  const note = responses.find(({ type }) => type === "short_text")?.value ?? null;
  return {
    condition:
      grade === undefined
        ? null
        : {
            description: grade,
            condition_category: grade,
            return_processor: by,
            note,
            inspected_at: null,
            images: [],
          },
    disposition:
      outcome === undefined
        ? null
        : { disposition_outcome: outcome, return_processor: by, note, inspected_at: null },
  };
}
