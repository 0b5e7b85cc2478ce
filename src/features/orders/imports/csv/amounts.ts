import { amountOf, divideHalfUp, minorOf, powerOfTen } from "../../../../lib/money.ts";

/** Amounts of a file are whole numbers of 10^-10, so that nothing is rounded before the end. */
export const DECIMALS = 10;
const MAX_WHOLE_DIGITS = 15;

const SYMBOLS = /^(?:[A-Z]{3}|\p{Sc})\s*|\s*(?:[A-Z]{3}|\p{Sc})$/gu;
const SEPARATED = /^-?\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;
const PLAIN = /^-?\d+(?:\.\d+)?$/;
/** Without a point or comma that is more than one of both, three digits may be thousands or decimals. */
const UNCLEAR = /^-?[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Returns the amount that a text stands for: `1234.5`, `1,234.50`, `1.234,50`, `1 234,50 €`. A single point separates
 * decimals, as the exports write them. Undefined for any other text, and for a single comma before three digits.
 */
export function parseAmount(text: string): bigint | undefined {
  const plain = PLAIN.test(text) ? text : withPoint(bare(text));
  if (plain === undefined) return undefined;
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (whole.length > MAX_WHOLE_DIGITS || fraction.length > DECIMALS * 2) return undefined;
  return minorOf(plain, DECIMALS);
}

/** Whether the digits behind the only point or comma of an amount may be thousands or decimals. */
export function isUnclear(text: string): boolean {
  return UNCLEAR.test(bare(text));
}

function bare(text: string): string {
  const amount = text.trim().replace(SYMBOLS, "");
  return SEPARATED.test(amount) ? amount.replace(/[\s'’]/g, "") : amount;
}

const COUNT = /^\d{1,9}(?:[.,](?:0{1,2}|0{4}))?$/;

/** Returns a whole number that isn't negative; undefined for any other text, and where zeros may be thousands. */
export function parseCount(text: string): number | undefined {
  return COUNT.test(text) ? Number(text.replace(/[.,]0+$/, "")) : undefined;
}

/** Returns a decimal in the form of JSON. */
function withPoint(text: string): string | undefined {
  if (!/^-?\d[\d.,]*$/.test(text)) return undefined;
  const [commas, points] = [text.split(",").length - 1, text.split(".").length - 1];
  if (commas > 0 && points > 0) {
    const isComma = text.lastIndexOf(",") > text.lastIndexOf(".");
    return grouped(text, isComma ? "." : ",", isComma ? "," : ".");
  }
  if (points > 1) return grouped(text, ".", ",");
  if (commas > 1) return grouped(text, ",", ".");
  if (commas === 1 && UNCLEAR.test(text)) return undefined;
  return grouped(text, "", commas > 0 ? "," : ".");
}

/** Thousands are groups of three digits. */
function grouped(text: string, thousands: string, point: string): string | undefined {
  const [whole = "", fraction, ...more] = text.split(point);
  if (more.length > 0) return undefined;
  if (thousands !== "" && !new RegExp(`^-?\\d{1,3}(?:\\${thousands}\\d{3})+$`).test(whole)) return undefined;
  if (fraction !== undefined && !/^\d+$/.test(fraction)) return undefined;
  const digits = thousands === "" ? whole : whole.replaceAll(thousands, "");
  const plain = fraction === undefined ? digits : `${digits}.${fraction}`;
  return PLAIN.test(plain) ? plain : undefined;
}

/** Returns an amount as the number that is written as its decimal. */
export function numberOf(amount: bigint): number {
  return Number(amountOf(amount, DECIMALS));
}

/** Returns an amount as a decimal string with the digits of its currency, half up. */
export function decimalOf(amount: bigint, digits: number): string {
  return amountOf(rounded(amount, digits) / powerOfTen(DECIMALS - digits), digits);
}

/** Returns an amount rounded half up to so many digits. */
export function rounded(amount: bigint, digits: number): bigint {
  if (amount < 0n) return -rounded(-amount, digits);
  const one = powerOfTen(DECIMALS - digits);
  return divideHalfUp(amount, one) * one;
}

/**
 * Returns the price of a piece of which so many cost an amount: with more decimals than the currency has, where it can't
 * be divided, so that the pieces together cost the amount.
 */
export function pieceOf(amount: bigint, quantity: number, digits: number): bigint {
  const pieces = BigInt(quantity);
  if (amount % (pieces * powerOfTen(DECIMALS - digits)) === 0n) return amount / pieces;
  return rounded(divideHalfUp(amount, pieces), Math.min(digits + String(quantity).length + 1, DECIMALS));
}

export function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

/** Returns the shares of an amount in proportion to weights, each in whole units of `one`; they add up. */
export function spread(amount: bigint, weights: bigint[], one: bigint): bigint[] {
  const total = sumOf(weights);
  let [weight, given] = [0n, 0n];
  return weights.map((next) => {
    weight += next;
    const upTo = total === 0n ? 0n : divideHalfUp(amount * weight, total * one) * one;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
