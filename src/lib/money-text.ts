import type { Money } from "./money.ts";

/**
 * Returns an amount as people write it in a language, with as many digits as it has. It is not read as a number, which would
 * round it.
 */
export function moneyText({ amount, currency }: Money, language = "en"): string {
  const digits = amount.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language, {
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
