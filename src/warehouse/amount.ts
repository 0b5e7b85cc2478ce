import type { Big } from "big.js";
import { minorDigits } from "../lib/money.ts";

const HALF_UP = 1;

/** Money as this API writes it: two decimals in any currency that hasn't three. */
export function amountText(value: Big, currency: string): string {
  return value.toFixed(Math.min(Math.max(minorDigits(currency), 2), 3), HALF_UP);
}
