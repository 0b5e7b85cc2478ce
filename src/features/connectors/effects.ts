import type { Money } from "../../lib/money.ts";

/** A payout that a shop is asked for. `payoutNote(id)` goes into what the shop writes down of it. */
export type ConnectorPayout = {
  id: string;
  /** For shops that take idempotency keys: the same each time it is asked for, another one once it was refused. */
  key: string;
  type: "refund" | "store_credit";
  amount: Money;
  /** The shop's id of the order. */
  orderId: string;
};

/**
 * What a shop says of a payout. `reference` is the id of the refund, as the order then has it among its `refunds`, or that of
 * the credit; `amount` is what the shop has paid. `order` is the order as the shop has it then, where it was read anyway: some
 * shops don't count a refund as a change of its order, so that no poll finds one whose webhook was lost. `hasNoOrder`: the shop
 * has no such order any more, and was not asked to refund it by this attempt.
 */
export type ConnectorAnswer =
  | { status: "paid"; reference: string; amount: Money; paidAt?: string | undefined; order?: unknown }
  | { status: "refused" | "unknown"; reason: string; reference?: string | undefined; hasNoOrder?: true };

/** Units that came back into stock here, or that were taken out again if there are less than none. */
export type ConnectorRestock = {
  /** Never that of another change, in any store. */
  id: string;
  units: number;
  /** The line of the order that they are of, with its product, as the shop names them. */
  orderId: string;
  lineItemId: string;
  productId: string | null;
  variantId: string | null;
  sku: string | null;
};

/** What a shop says of a change of its stock. */
export type RestockAnswer = { status: "done" } | { status: "refused" | "unknown"; reason: string };
