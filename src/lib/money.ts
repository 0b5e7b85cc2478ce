import { cutText } from "./text.ts";

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

/** Up to 15 digits no two decimals are the same floating-point number, so a number stands for one decimal. */
const MAX_DIGITS = 15;
const MAX_EXACT = 10 ** MAX_DIGITS;

/** The powers of ten: computing one takes longer than what else there is to do. */
const NUMBERS = Array.from({ length: MAX_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const POWERS = NUMBERS.map(BigInt);

/** No number has a larger exponent. One that another system sends could take all memory. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/;
const MAX_CHARACTERS = 1_000;

/** Returns a decimal as `unscaled` * 10^-`scale`; a number is the decimal that it is written as. */
function parse(value: string | number): { unscaled: bigint; scale: number } {
  const text = String(value);
  const match = text.length <= MAX_CHARACTERS ? DECIMAL.exec(text) : null;
  if (!match) throw new TypeError(`${cutText(text, MAX_CHARACTERS)} is not a decimal.`);
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  return { unscaled: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length - Number(exponent) };
}

/** Returns a number in units of 10^-`decimals` if it is a whole number of them, and not too large; otherwise undefined. */
function wholeOf(number: number, decimals: number): number | undefined {
  const power = NUMBERS[decimals];
  if (power === undefined) return undefined;
  const whole = Math.round(number * power);
  return whole / power === number && Math.abs(whole) < MAX_EXACT ? whole : undefined;
}

/** Returns how many decimals a number is written with, but at least so many. */
export function decimalsOf(value: number, least: number): number {
  return wholeOf(value, least) === undefined ? Math.max(parse(value).scale, least) : least;
}

/** Returns an amount in smallest units of a currency with so many digits, rounded half up. */
export function minorOf(amount: string | number, digits: number): bigint {
  if (typeof amount === "number" || amount.length <= MAX_DIGITS) {
    const whole = wholeOf(Number(amount), digits);
    if (whole !== undefined) return BigInt(whole);
  }
  const { unscaled, scale } = parse(amount);
  if (scale <= digits) return unscaled * powerOfTen(digits - scale);
  const one = powerOfTen(scale - digits);
  return unscaled < 0n ? -divideHalfUp(-unscaled, one) : divideHalfUp(unscaled, one);
}

/**
 * Returns the exact sum of the amounts of some parts in units of 10^-`decimals`, which none has more of. What is exact as
 * a number is added as one, several times as fast.
 */
export function sumOf<Part>(
  parts: Part[],
  decimals: number,
  { amountOf, timesOf }: { amountOf(part: Part): number; timesOf(part: Part): number },
): bigint {
  let sum = 0;
  let rest = 0n;
  for (const part of parts) {
    const amount = amountOf(part);
    const times = timesOf(part);
    const next = sum + (wholeOf(amount, decimals) ?? Number.NaN) * times;
    if (next < MAX_EXACT) sum = next;
    else rest += minorOf(amount, decimals) * BigInt(times);
  }
  return sum === 0 ? rest : rest + BigInt(sum);
}

/** By the number of digits. Most totals are zero. */
const TRAILING_ZEROS = ["0", "0.0", "0.00", "0.000", "0.0000"];

/** Returns smallest units as a decimal string. */
export function amountOf(minor: bigint, digits: number): string {
  if (minor === 0n) return TRAILING_ZEROS[digits] ?? (0).toFixed(digits);
  if (digits === 0) return String(minor);
  if (minor < 0n) return `-${amountOf(-minor, digits)}`;
  const text = String(minor).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Returns the greater of two numbers. */
export function greater(a: bigint, b: bigint): bigint {
  if (a < b) return b;
  return a;
}

/** Returns the lesser of two numbers. */
export function lesser(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** Returns the quotient of two numbers that are not negative, rounded half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return divisor === 1n ? dividend : (2n * dividend + divisor) / (2n * divisor);
}

/** Returns an amount as it is stored: without trailing zeros. */
export function storedAmount(minor: bigint, digits: number): string {
  const amount = amountOf(minor, digits);
  return digits === 0 ? amount : amount.replace(/\.?0+$/, "");
}
