import type { ShopRefund } from "../../upsert/refund-schema.ts";
import { parseAmount, sumOf } from "./amounts.ts";
import { createDateParser } from "./dates.ts";
import { refundOf } from "./refunds.ts";
import type { Row, RowReader } from "./row-reader.ts";
import { COLUMNS } from "./woocommerce-columns.ts";
import { type Item, itemsOf } from "./woocommerce-items.ts";

type OfOrder = { orderId: string; at: string; currency: string };

/**
 * Returns the refunds of an order: those that are listed, or one of what was refunded in all, if the listed ones don't add
 * up to it.
 */
export function refundsOf(row: Row, order: OfOrder, reader: RowReader): ShopRefund[] {
  const given = reader.amount(row, ...COLUMNS.refunded);
  const refunded = given !== undefined && given < 0n ? -given : given;
  const listed = listedRefunds(itemsOf(reader.text(row, ...COLUMNS.refunds) ?? "") ?? []);
  const sum = sumOf(listed.map(({ amount }) => amount));
  if (listed.length === 0 || (refunded !== undefined && refunded !== sum)) {
    return refunded ? [refundOf(`${order.orderId}-refunded`, refunded, order)] : [];
  }
  const dateOf = createDateParser(reader.place.timeZone);
  return listed.map(({ item, amount }, i) =>
    refundOf(item.id ?? `${order.orderId}-refunded-${i + 1}`, amount, {
      at: dateOf(item.date ?? "") ?? order.at,
      currency: order.currency,
      note: item.reason || undefined,
    }),
  );
}

function listedRefunds(items: Item[]): { item: Item; amount: bigint }[] {
  return items.flatMap((item) => {
    const amount = parseAmount(item.amount ?? "");
    return amount ? { item, amount: amount < 0n ? -amount : amount } : [];
  });
}
