import type { Big } from "big.js";
import { minorDigits } from "../lib/money.ts";

const HALF_UP = 1;

/** Formats money as this API does: two decimals, three if the currency has three. */
export function amountText(value: Big, currency: string): string {
  return value.toFixed(Math.min(Math.max(minorDigits(currency), 2), 3), HALF_UP);
}
