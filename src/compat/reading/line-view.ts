import type { Big } from "big.js";
import { decimal } from "../../lib/money.ts";
import { valueOfUnit } from "../../returns/units.ts";
import { refundOf } from "../../returns/view.ts";
import { amountText } from "../amount.ts";
import type { OrderLine, ShownUnit } from "./shown-units.ts";

/** What both shapes of a line say of a unit's money. What goes back in another way than as a refund is none. */
export function unitMoney({ item, line, unit, place }: ShownUnit, currency: string) {
  const text = (value: Big) => amountText(value, currency);
  const price = text(decimal(line?.price ?? 0));
  const value = valueOfUnit(pricedLine(line), unit, currency);
  const { type, amount } = refundOf(item, currency);
  const adjusted = item.additions.refund && shareOf(decimal(amount.amount), place, item.quantity, currency);
  const refund = text(type === "refund" ? (adjusted ?? value) : decimal(0));
  return {
    price,
    discount: text(decimal(price).minus(text(value))),
    tax: text(decimal(0)),
    refund,
    refund_item: refund,
    refund_tax: text(decimal(0)),
  };
}

function pricedLine(line: OrderLine | undefined) {
  const { price, discount, quantity } = line ?? { quantity: 1 };
  return { price: price ?? 0, discount: discount ?? 0, quantity };
}

/** What a merchant adjusted for all units is shared by them, so that their parts add up to it. */
function shareOf(amount: Big, place: number, quantity: number, currency: string): Big {
  const first = (units: number) => decimal(amountText(amount.times(units).div(quantity), currency));
  return first(place + 1).minus(first(place));
}

/** What the warehouse wrote of an item. */
export function inspectionOf({ additions }: ShownUnit["item"]) {
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
