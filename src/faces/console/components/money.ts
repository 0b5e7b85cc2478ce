import type { Money } from "../../../lib/money.ts";
import { moneyText } from "../../../lib/money-text.ts";
import { html, type Markup, type PerReader } from "../../pages/html.ts";

/** Returns an amount with its currency, exactly as many digits as it has. */
export function money({ amount, currency }: Money): Markup {
  return html`<span class="money">${moneyLabel({ amount, currency })}</span>`;
}

/** Returns the same as text. */
export function moneyLabel(sum: Money): PerReader {
  return ({ locale }) => moneyText(sum, locale);
}

/** Returns a number of an order as money; a dash without one. */
export function amount(value: number | null | undefined, currency: string): Markup {
  if (value === null || value === undefined) return html`<span class="optional">–</span>`;
  const text = String(value);
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const digits = text.includes("e") ? 0 : (text.split(".")[1]?.length ?? 0);
  const usual = format.resolvedOptions().maximumFractionDigits ?? 2;
  return money({ amount: value.toFixed(Math.min(Math.max(digits, usual), 20)), currency });
}
