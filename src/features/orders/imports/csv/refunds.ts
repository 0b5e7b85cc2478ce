import { minorDigits } from "../../../../lib/money.ts";
import type { StoredOrder } from "../../schema.ts";
import type { ShopRefund } from "../../upsert/refund-schema.ts";
import { decimalOf } from "./amounts.ts";

type Sold = { createdAt: string; currency: string; lineItems: StoredOrder["lineItems"] };

/**
 * Returns refunds with the pieces of lines that were refunded, where there is one refund that they can be of. Its amount stands
 * beside them. One without a time of its own may have been made before or after the pieces were sent.
 */
export function withRefundedLines(
  refunds: ShopRefund[],
  { createdAt, currency, lineItems }: Sold,
): ShopRefund[] {
  const [refund, ...others] = refunds;
  if (!refund || others.length > 0 || Date.parse(refund.createdAt) <= Date.parse(createdAt)) return refunds;
  const none = { amount: decimalOf(0n, minorDigits(currency)), currencyCode: currency };
  const nothing = { presentmentMoney: none, shopMoney: none };
  const refunded = lineItems.flatMap(({ id, quantity, returnableQuantity = quantity }) =>
    returnableQuantity < quantity
      ? {
          ...{ lineItemId: id, quantity: quantity - returnableQuantity },
          ...{ subtotalSet: nothing, totalTaxSet: nothing },
        }
      : [],
  );
  return [refunded.length > 0 ? { ...refund, lineItems: refunded } : refund];
}

/** Returns a refund that the shop has paid, of which an export says no more than the amount; its sign doesn't matter. */
export function refundOf(
  id: string,
  amount: bigint,
  { at, currency, note }: { at: string; currency: string; note?: string | undefined },
): ShopRefund {
  const money = {
    amount: decimalOf(amount < 0n ? -amount : amount, minorDigits(currency)),
    currencyCode: currency,
  };
  return {
    id,
    createdAt: at,
    ...(note !== undefined && { note }),
    orderLevelRefunds: [{ amountSet: { presentmentMoney: money, shopMoney: money } }],
  };
}
