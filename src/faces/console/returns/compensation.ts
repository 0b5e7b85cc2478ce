import type { Return } from "../../../features/returns/schema.ts";
import type { Money } from "../../../lib/money.ts";
import { isZero, moneyText } from "../../../lib/money-text.ts";
import { type Content, html } from "../../pages/html.ts";
import { money } from "../components/money.ts";

/** Returns what a return gives as refund, as store credit and in exchange, below each other. */
export function compensation(totals: Return["totals"]): Content {
  const parts = partsOf(totals).map(({ amount, name }) =>
    name ? html`${money(amount)}<small>${name}</small>` : money(amount),
  );
  return parts.map((part, i) => (i === 0 ? part : html`<br>${part}`));
}

/** Returns the same as text. */
export function compensationText(totals: Return["totals"]): string {
  return partsOf(totals)
    .map(({ amount, name }) => `${moneyText(amount)}${name && ` ${name}`}`)
    .join(" and ");
}

function partsOf({ refund, storeCredit, exchange }: Return["totals"]): { amount: Money; name: string }[] {
  const parts = [
    { amount: refund.amount, name: "" },
    { amount: storeCredit.amount, name: "store credit" },
    { amount: exchange.amount, name: "exchange" },
  ];
  const given = parts.filter(({ amount }) => !isZero(amount));
  return given.length > 0 ? given : parts.slice(0, 1);
}
