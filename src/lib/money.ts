import { amountOf, minorOf } from "./minor-units.ts";

/** Money on the wire: a decimal string with exactly the currency's digits, and the currency. */
export type Money = { amount: string; currency: string };

/** Digits after the point in ISO 4217 of currencies that don't have two; those of withdrawn ones are their last. */
const DIGITS: Record<string, number> = Object.fromEntries([
  ..."BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
    .split(" ")
    .map((code) => [code, 0]),
  ..."ADP BEF BYB BYR ESP GRD ITL LUF MGF PTE TPE TRL".split(" ").map((code) => [code, 0]),
  ..."BHD IQD JOD KWD LYD OMR TND".split(" ").map((code) => [code, 3]),
  ..."CLF UYW".split(" ").map((code) => [code, 4]),
]);

/** Returns the number of decimals of a currency. */
export function minorDigits(currency: string): number {
  return DIGITS[currency] ?? 2;
}

/** Returns smallest units of a currency as money. */
export function moneyOf(minor: bigint, currency: string): Money {
  return { amount: amountOf(minor, minorDigits(currency)), currency };
}

/** Returns the amount, rounded half up to the currency's smallest unit. */
export function money(value: number | string, currency: string): Money {
  const digits = minorDigits(currency);
  const amount = unrounded(value, digits) ?? amountOf(minorOf(value, digits), digits);
  return { amount, currency };
}

const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const ZEROS = "0000";

/** Returns an amount that needs no rounding, several times as fast; undefined for any other. */
function unrounded(value: number | string, digits: number): string | undefined {
  if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value))
    return digits === 0 ? `${value}` : `${value}.${ZEROS.slice(0, digits)}`;
  const text = String(value);
  if (!PLAIN.test(text)) return undefined;
  const point = text.indexOf(".");
  if (point < 0) return digits === 0 ? text : `${text}.${ZEROS.slice(0, digits)}`;
  const missing = digits - (text.length - point - 1);
  return missing < 0 ? undefined : text + ZEROS.slice(0, missing);
}
