import { greater } from "../../../../lib/money.ts";
import { refundIdOfFile } from "../../refund-note.ts";
import type { ShopRefund } from "../../upsert/refund-schema.ts";
import { parseAmount, sumOf } from "./amounts.ts";
import { createDateParser } from "./dates.ts";
import { refundOf } from "./refunds.ts";
import type { Row, RowReader } from "./row-reader.ts";
import { COLUMNS } from "./woocommerce-columns.ts";
import { type Item, itemsOf } from "./woocommerce-items.ts";

/** `refundedWhole` is the total of an order whose status says that all of it was refunded. */
type OfOrder = { orderId: string; at: string; currency: string; refundedWhole: bigint | undefined };

/**
 * Returns the refunds of an order: those that are listed, or one of what was refunded in all, if the listed ones don't add
 * up to it. Without any of these the status counts.
 */
export function refundsOf(row: Row, order: OfOrder, reader: RowReader): ShopRefund[] {
  const given = reader.amount(row, ...COLUMNS.refunded);
  const refunded = given === undefined ? undefined : greater(given, -given);
  const text = reader.text(row, ...COLUMNS.refunds);
  const known = text === undefined ? [] : listedRefunds(itemsOf(text) ?? [{ amount: text }]);
  if (!known && given === undefined) {
    const column = reader.nameOf(COLUMNS.refunds);
    reader.fault(row, column, `${column} must have refunds, such as id:7|amount:9.90.`);
  }
  const listed = known ?? [];
  const sum = sumOf(listed.map(({ amount }) => amount));
  if (listed.length === 0 || (refunded !== undefined && refunded !== sum)) {
    const all = refunded ?? order.refundedWhole;
    return all ? [refundOf(refundIdOfFile(order.orderId), all, order)] : [];
  }
  const dateOf = createDateParser(reader.place.timeZone);
  return listed.map(({ item, amount }, i) =>
    refundOf(item.id ?? `${refundIdOfFile(order.orderId)}-${i + 1}`, amount, {
      at: dateOf(item.date ?? "") ?? order.at,
      currency: order.currency,
      note: item.reason || undefined,
    }),
  );
}

/** Returns the refunds of a column; undefined where one has no amount. */
function listedRefunds(items: Item[]): { item: Item; amount: bigint }[] | undefined {
  const listed = items.map((item) => ({ item, amount: parseAmount(item.amount ?? "") }));
  if (listed.some(({ amount }) => amount === undefined)) return undefined;
  return listed.flatMap(({ item, amount }) => (amount ? { item, amount: greater(amount, -amount) } : []));
}
