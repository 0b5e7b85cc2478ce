import type { Money } from "../../lib/money.ts";
import type { Return } from "../../returns/schema.ts";
import { money, moneyText } from "../components/money.ts";
import { type Content, html } from "../html.ts";

/** Returns what a return gives as refund and as store credit, below each other. */
export function compensation(totals: Return["totals"]): Content {
  const [first, second] = partsOf(totals).map(({ amount, isCredit }) =>
    isCredit ? html`${money(amount)}<small>store credit</small>` : money(amount),
  );
  return second ? html`${first}<br>${second}` : first;
}

/** Returns the same as text. */
export function compensationText(totals: Return["totals"]): string {
  return partsOf(totals)
    .map(({ amount, isCredit }) => `${moneyText(amount)}${isCredit ? " store credit" : ""}`)
    .join(" and ");
}

function partsOf({ refund, storeCredit }: Return["totals"]): { amount: Money; isCredit: boolean }[] {
  const parts = [
    { amount: refund.amount, isCredit: false },
    { amount: storeCredit.amount, isCredit: true },
  ];
  const given = parts.filter(({ amount }) => /[1-9]/.test(amount.amount));
  return given.length > 0 ? given : parts.slice(0, 1);
}
