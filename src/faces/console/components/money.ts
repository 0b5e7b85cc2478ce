import type { Money } from "../../../lib/money.ts";
import { html, type Markup } from "../../pages/html.ts";

/** Returns an amount with its currency, exactly as many digits as it has. */
export function money({ amount, currency }: Money): Markup {
  return html`<span class="money">${moneyText({ amount, currency })}</span>`;
}

/** Returns the same as text. The amount is not read as a number, which would round it. */
export function moneyText({ amount, currency }: Money): string {
  const digits = amount.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** Returns whether an amount is nothing. */
export function isZero({ amount }: Money): boolean {
  return !/[1-9]/.test(amount);
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
