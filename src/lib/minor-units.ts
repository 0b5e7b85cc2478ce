import { decimal } from "./money.ts";

const ZERO = 0n;
const TEN = 10n;

/** Up to 15 digits no two decimals are the same floating-point number, so a number stands for one decimal. */
const MAX_EXACT = 10 ** 15;
const MAX_FAST_SCALE = 4;

/** Returns how many decimals an amount of at least zero is written with. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = String(value);
  const fraction = text.includes("e") ? decimal(value).toFixed() : text;
  return fraction.length - fraction.indexOf(".") - 1;
}

/** Returns a decimal with at most `decimals` of them as a whole number of 10^-decimals. */
export function scaled(value: number, decimals: number): bigint {
  if (decimals <= MAX_FAST_SCALE) {
    const power = 10 ** decimals;
    const whole = Math.round(value * power);
    if (whole < MAX_EXACT && whole / power === value) return BigInt(whole);
  }
  return BigInt(decimal(value).times(decimal(10).pow(decimals)).toFixed(0));
}

export function powerOfTen(exponent: number): bigint {
  return TEN ** BigInt(exponent);
}

/** Returns the greater of two numbers. */
export function greater(a: bigint, b: bigint): bigint {
  if (a < b) return b;
  return a;
}

/** Returns the quotient of two numbers that are not negative, rounded half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

const HALF_UP = 1;

/** Returns an amount in smallest units of a currency with so many digits, rounded half up. */
export function minorOf(amount: string | number, digits: number): bigint {
  return BigInt(decimal(amount).times(decimal(10).pow(digits)).toFixed(0, HALF_UP));
}

/** Returns smallest units as a decimal string. */
export function amountOf(minor: bigint, digits: number): string {
  if (minor < ZERO) return `-${amountOf(-minor, digits)}`;
  if (digits === 0) return String(minor);
  const text = String(minor).padStart(digits + 1, "0");
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
