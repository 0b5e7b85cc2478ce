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
