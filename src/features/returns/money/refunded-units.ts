import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { linesById, returnableUnits } from "../../orders/lines.ts";
import type { StoredOrder } from "../../orders/schema.ts";
import type { TakenUnits } from "./units.ts";

/** The ids of the shop's refunds that are payouts, with the sum of these and their returns. */
export type CountedRefunds = Map<string, { amount: bigint; returnIds: Set<string> }>;

export const NONE_REFUNDED: TakenUnits["refunded"] = new Map();

/**
 * Returns how many units of each line, of those that its shop takes off as refunded, are of returns that the refunds pay: no
 * more than these returns hold, and none that the shop hasn't taken off.
 */
export async function refundedOfReturns(
  ctx: Ctx,
  storeId: string,
  { id: orderId, body }: { id: string; body: StoredOrder },
  counted: CountedRefunds,
): Promise<TakenUnits["refunded"]> {
  const ofPayouts = (body.refunds ?? []).flatMap(({ id, lineItems }) => {
    const { returnIds } = counted.get(id) ?? {};
    return returnIds && lineItems?.length ? { returnIds: [...returnIds], lineItems } : [];
  });
  if (ofPayouts.length === 0) return NONE_REFUNDED;
  const returnIds = [...new Set(ofPayouts.flatMap((refund) => refund.returnIds))];
  const held = new Map<string, number>();
  for (const { returnId, line, units } of await findHeld(ctx.db, storeId, orderId, returnIds))
    held.set(`${returnId} ${line}`, units);
  const ofReturns = new Map<string, number>();
  for (const { returnIds, lineItems } of ofPayouts) {
    for (const { lineItemId: line, quantity } of lineItems) {
      let left = quantity;
      for (const key of returnIds.map((returnId) => `${returnId} ${line}`)) {
        const units = Math.min(left, held.get(key) ?? 0);
        held.set(key, (held.get(key) ?? 0) - units);
        left -= units;
      }
      ofReturns.set(line, (ofReturns.get(line) ?? 0) + quantity - left);
    }
  }
  const all = new Map<string, number>();
  for (const { lineItemId: line, quantity } of (body.refunds ?? []).flatMap((each) => each.lineItems ?? []))
    all.set(line, (all.get(line) ?? 0) + quantity);
  const lines = linesById(body);
  return new Map(
    [...ofReturns].flatMap(([id, units]) => {
      const { line } = lines.get(id) ?? {};
      if (!line) return [];
      const off = line.quantity - returnableUnits(line) - ((all.get(id) ?? 0) - units);
      return [[id, Math.max(0, Math.min(units, off))] as const];
    }),
  );
}

const findHeld = prepared<Record<"returnId" | "line", string> & { units: number }>(
  "refunded_held_units",
  `select return_id as "returnId", line_item_id as line, sum(quantity)::int as units
   from return_items as item
   join returns on returns.store_id = item.store_id and returns.id = item.return_id and returns.status <> 'deleted'
   where item.store_id = $1 and item.order_id = $2 and item.return_id = any($3::text[])
   group by return_id, line_item_id`,
);
