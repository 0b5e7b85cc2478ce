import type { Ctx } from "../../../core/ctx.ts";
import { amountOf, greater, minorOf } from "../../../lib/minor-units.ts";
import { problem } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { ReturnRecord } from "../read/view.ts";
import { orderWorth } from "./order-worth.ts";
import { COUNTED_REFUND, countedRefund } from "./refund.ts";

type Items = ReturnRecord["items"];

/**
 * Locks the order of a return until the transaction ends, and returns the refunds of the order's other returns, deleted
 * ones aside: no refund of the order can be raised meanwhile. Sends both statements at once.
 */
export async function lockOtherRefunds(tx: Ctx, storeId: string, returnId: string): Promise<string> {
  const [, [found]] = await Promise.all([
    lockOrder(tx.db, storeId, returnId),
    // Its snapshot is taken after the lock is acquired.
    sumOthers(tx.db, storeId, returnId),
  ]);
  return found?.refunds ?? "0";
}

const ORDER_OF_RETURN = "(select order_id from returns where store_id = $1 and id = $2)";

const lockOrder = prepared(
  "lock_order_of_return",
  `select from orders where store_id = $1 and id = ${ORDER_OF_RETURN} for no key update`,
);

const sumOthers = prepared<{ refunds: string | null }>(
  "other_refunds",
  `select sum(${COUNTED_REFUND})::text as refunds from return_items as item
   join returns on returns.store_id = item.store_id and returns.id = item.return_id
   where item.store_id = $1 and item.order_id = ${ORDER_OF_RETURN} and item.return_id <> $2 and returns.status <> 'deleted'`,
);

/**
 * Throws 400 if a return would refund more than is left of the payment for its order, and more than before.
 * `others` are the refunds of the order's other returns, and `pointer` is where the patch has the refund.
 */
export async function requireWithinPaid(
  { row, order, items }: ReturnRecord,
  changed: Items,
  { others, pointer }: { others: string; pointer: string },
): Promise<void> {
  if (row.status === "deleted") return;
  const { paid, digits } = orderWorth(order);
  const patched = new Map(changed.map((item) => [item.id, item]));
  const amount = (item: Items[number]) => countedRefund(item, order.currency);
  const yieldNow = createYielder();
  let [before, after] = [0n, 0n];
  for (const item of items) {
    before += amount(item);
    after += amount(patched.get(item.id) ?? item);
    await yieldNow();
  }
  const left = greater(paid - minorOf(others, digits), 0n);
  if (after <= before || after <= left) return;
  const text = (minor: bigint) => `${amountOf(minor, digits)} ${order.currency}`;
  const detail = `The order's refunds may be ${text(paid)} together, what was paid for it: ${text(left)} are left for this return, which would refund ${text(after)}.`;
  throw problem("refund_exceeds_paid", detail, { errors: [{ detail, pointer }] });
}
