import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { ORDER_ID } from "../../orders/find.ts";
import { COUNTED_REFUND } from "../money/refund.ts";
import type { UnitRange } from "../money/units.ts";

/**
 * What of an order is in its returns, deleted ones aside: the units by line, and all refunds together. `orderId` is the
 * service's id of the order.
 */
export type Taken = { orderId: string; units: Map<string, UnitRange[]>; refunds: string };

/**
 * Returns what of an order is in its returns: the units of these lines as sorted and merged ranges, and the refunds of
 * all lines. `orderId` is the merchant's id or the service's.
 */
export async function takenOf(
  ctx: Ctx,
  storeId: string,
  { orderId, lineItemIds }: { orderId: string; lineItemIds: string[] },
): Promise<Taken> {
  const rows = await findTaken(ctx.db, storeId, orderId, JSON.stringify([...new Set(lineItemIds)]));
  const taken: Taken = { orderId, units: new Map(), refunds: "0" };
  for (const { line, units, refunds, order } of rows) {
    if (line === null) Object.assign(taken, { orderId: order ?? orderId, refunds: refunds ?? "0" });
    else taken.units.set(line, parseRanges(units ?? ""));
  }
  return taken;
}

const findTaken = prepared<Record<"line" | "units" | "refunds" | "order", string | null>>(
  "taken_units",
  `with held as (
     select line_item_id, units, ${COUNTED_REFUND} as refund from return_items as item
     join returns on returns.store_id = item.store_id and returns.id = item.return_id
     where item.store_id = $1 and item.order_id = ${ORDER_ID} and returns.status <> 'deleted'
   )
   select line_item_id as line, range_agg(int4range((range->>0)::int, (range->>1)::int))::text as units, null as refunds,
     null as "order"
   from held cross join json_array_elements(units) as range
   where line_item_id in (select json_array_elements_text($3::json))
   group by line_item_id
   union all select null, null, sum(refund)::text, ${ORDER_ID} from held`,
);

/** Parses a Postgres multirange such as `{[0,3),[5,6)}`. */
export function parseRanges(multirange: string): UnitRange[] {
  return Array.from(
    multirange.matchAll(/(\d+),(\d+)/g),
    ([, from, to]): UnitRange => [Number(from), Number(to)],
  );
}
