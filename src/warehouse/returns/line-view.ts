import type { Big } from "big.js";
import { decimal } from "../../lib/money.ts";
import { createParts, createUnitValue } from "../../returns/units.ts";
import { refundOf } from "../../returns/view.ts";
import { amountText } from "../formats.ts";
import type { UnitView } from "./unit-view.ts";

export type LineMoney = Record<
  "price" | "discount" | "tax" | "refund" | "refund_item" | "refund_tax",
  string
>;

/**
 * Returns a function from a unit to its amounts in the list and the details. Call it with the units of a
 * return in order. The `refund` of a unit with another compensation is zero.
 */
export function createUnitMoney(currency: string): (unit: UnitView) => LineMoney {
  const text = (value: Big) => amountText(value, currency);
  const zero = text(decimal(0));
  let item: UnitView["item"] | undefined;
  let unitValueOf = createParts(() => decimal(0));
  let shareOf = createParts(() => decimal(0));
  let price = zero;
  return (view) => {
    if (item !== view.item) {
      item = view.item;
      const { line } = view;
      const { quantity, additions } = item;
      price = text(decimal(line?.price ?? 0));
      unitValueOf = createUnitValue(line ?? { quantity: 1 }, currency);
      const adjusted = decimal(additions.refund?.amount.amount ?? 0);
      // An adjusted refund is split over the units so that their parts add up to it.
      shareOf = createParts((units) => decimal(text(adjusted.times(units).div(quantity))));
    }
    const value = unitValueOf(view.unit);
    const { type } = refundOf(view.item, currency);
    const isAdjusted = view.item.additions.refund !== undefined;
    const refund = type === "refund" ? text(isAdjusted ? shareOf(view.place) : value) : zero;
    const discount = text(decimal(price).minus(text(value)));
    return { price, discount, tax: zero, refund, refund_item: refund, refund_tax: zero };
  };
}

/** Returns the inspection that the warehouse recorded for an item. */
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
