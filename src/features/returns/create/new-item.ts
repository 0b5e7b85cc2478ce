import { amountOf } from "../../../lib/minor-units.ts";
import type { returnItems } from "../../../platform/db/tables/returns.ts";

export type NewItem = Pick<
  typeof returnItems.$inferSelect,
  | "id"
  | "lineItemId"
  | "position"
  | "quantity"
  | "units"
  | "reason"
  | "reasonCode"
  | "customerComment"
  | "compensation"
  | "value"
  | "tax"
  | "policyFee"
  | "policyBonus"
  | "additions"
>;

/** Returns an amount as it is stored: without trailing zeros. */
export function stored(minor: bigint, digits: number): string {
  const amount = amountOf(minor, digits);
  return digits === 0 ? amount : amount.replace(/\.?0+$/, "");
}
