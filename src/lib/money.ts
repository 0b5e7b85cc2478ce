import createBig, { type Big } from "big.js";

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

const HALF_UP = 1;

/** Returns an exact decimal; a JSON number becomes the decimal that it was written as. */
export function decimal(value: Big | number | string): Big {
  return createBig(value);
}

/** Returns the number of decimals of a currency. */
export function minorDigits(currency: string): number {
  return DIGITS[currency] ?? 2;
}

/** Returns the amount, rounded half up to the currency's smallest unit. */
export function money(value: Big | number | string, currency: string): Money {
  const digits = minorDigits(currency);
  const amount = unrounded(value, digits) ?? decimal(value).toFixed(digits, HALF_UP);
  return { amount, currency };
}

const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
const ZEROS = "0000";

/** Returns an amount that needs no rounding, ten times as fast; undefined for any other. */
function unrounded(value: Big | number | string, digits: number): string | undefined {
  if (typeof value === "object") return undefined;
  if (typeof value === "number" && value >= 0 && Number.isSafeInteger(value))
    return digits === 0 ? `${value}` : `${value}.${ZEROS.slice(0, digits)}`;
  const text = String(value);
  if (!PLAIN.test(text)) return undefined;
  const point = text.indexOf(".");
  if (point < 0) return digits === 0 ? text : `${text}.${ZEROS.slice(0, digits)}`;
  const missing = digits - (text.length - point - 1);
  return missing < 0 ? undefined : text + ZEROS.slice(0, missing);
}

/** An exact sum of decimals. */
export type Total = { readonly value: Big | number; add(value: Big | number | string, times?: number): void };

/** Returns a sum that is zero. It counts in hundredths, as most prices are, and others as decimals. */
export function createTotal(): Total {
  return new HundredthsTotal();
}

/** A class, because pages of returns have four totals each, and objects with accessors of their own cost more. */
class HundredthsTotal implements Total {
  private hundredths = 0;
  private rest: Big | undefined;

  get value(): Big | number {
    return this.rest ? this.rest.plus(this.hundredths / 100) : this.hundredths / 100;
  }

  add(value: Big | number | string, times = 1): void {
    const next = this.hundredths + (hundredthsOf(value) ?? Number.NaN) * times;
    if (Number.isInteger(next) && Math.abs(next) < MAX_HUNDREDTHS) this.hundredths = next;
    else this.rest = (this.rest ?? decimal(0)).plus(decimal(value).times(times));
  }
}

/** Up to 15 digits no two decimals are the same floating-point number, so a number stands for one decimal. */
const MAX_DIGITS = 15;
const MAX_HUNDREDTHS = 10 ** MAX_DIGITS;

/** Returns a value in hundredths if it is a whole number of them. */
function hundredthsOf(value: Big | number | string): number | undefined {
  if (typeof value === "object" || (typeof value === "string" && value.length > MAX_DIGITS)) return undefined;
  const number = Number(value);
  const hundredths = Math.round(number * 100);
  return hundredths / 100 === number && Math.abs(hundredths) < MAX_HUNDREDTHS ? hundredths : undefined;
}

/** Returns the exact sum; 0 of no values. */
export function sum(values: Iterable<Big>): Big {
  let total = decimal(0);
  for (const value of values) total = total.plus(value);
  return total;
}
