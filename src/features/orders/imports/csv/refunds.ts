import { minorDigits } from "../../../../lib/money.ts";
import type { ShopRefund } from "../../upsert/refund-schema.ts";
import { decimalOf } from "./amounts.ts";

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
