import type { Ctx } from "../../../core/ctx.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { ORDER_ID } from "../../orders/find.ts";
import { COUNTED_REFUND } from "../money/refund.ts";
import type { UnitRange } from "../money/units.ts";

/**
 * What of an order is in its returns, deleted ones aside: the units by line, as sorted and merged ranges, and all refunds
 * together. `orderId` is the service's id of the order.
 */
export type Taken = { orderId: string; units: Map<string, UnitRange[]>; refunds: string };

/** Returns what of an order is in its returns. `orderId` is the merchant's id or the service's. */
export async function takenOf(ctx: Ctx, storeId: string, orderId: string): Promise<Taken> {
  const rows = await findTaken(ctx.db, storeId, orderId);
  const units = rows.flatMap(({ line, units }): [string, UnitRange[]][] =>
    line === null ? [] : [[line, parseRanges(units ?? "")]],
  );
  return { orderId: rows[0]?.order ?? orderId, units: new Map(units), refunds: rows[0]?.refunds ?? "0" };
}

/** A row for each line of which units are taken, or one without a line; `refunds` are those of all. */
const findTaken = prepared<Record<"order", string> & Record<"line" | "units" | "refunds", string | null>>(
  "taken_units",
  `select named.id as "order", line_item_id as line,
     range_agg(int4range((ends->>0)::int, (ends->>1)::int))::text as units,
     (sum(sum(${COUNTED_REFUND}) filter (where place = 1)) over ())::text as refunds
   from (select ${ORDER_ID} as id offset 0) as named
   left join (
     return_items as item
     join returns on returns.store_id = item.store_id and returns.id = item.return_id and returns.status <> 'deleted'
     cross join json_array_elements(item.units) with ordinality as range (ends, place)
   ) on item.store_id = $1 and item.order_id = named.id
   group by 1, 2`,
);

/** Parses a Postgres multirange such as `{[0,3),[5,6)}`. */
export function parseRanges(multirange: string): UnitRange[] {
  return Array.from(
    multirange.matchAll(/(\d+),(\d+)/g),
    ([, from, to]): UnitRange => [Number(from), Number(to)],
  );
}
