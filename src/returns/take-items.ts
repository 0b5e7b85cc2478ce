import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { orders } from "../db/tables/orders.ts";
import type { returnItems } from "../db/tables/returns.ts";
import { newId } from "../lib/ids.ts";
import { invalid, problem } from "../lib/problem.ts";
import { createYielder } from "../lib/yielder.ts";
import { ORDER_ID } from "../orders/find.ts";
import { linesById } from "../orders/lines.ts";
import { MAX_UNITS, type ReturnBody } from "./schema.ts";
import { createUnitAllocator, type UnitRange, valueOfUnits } from "./units.ts";

type ItemRequest = ReturnBody["data"]["items"][number];

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
>;

/**
 * Returns the items of a new return: units of the order's lines that are in no other return, with their
 * value. `taken` are the units of these lines in other returns, read with the order locked if the items are
 * to be inserted. Throws 400 for a line or quantity that the order does not have, 409 for units that are in
 * another return.
 */
export async function takeItems(
  order: typeof orders.$inferSelect,
  requests: ItemRequest[],
  taken: Map<string, UnitRange[]>,
): Promise<NewItem[]> {
  const lines = linesById(order.body);
  requireOrdered(requests, lines);
  const allocators = new Map<string, ReturnType<typeof createUnitAllocator>>();
  const yieldNow = createYielder();
  const items: NewItem[] = [];
  for (const [position, item] of requests.entries()) {
    const { lineItemId } = item;
    const line = lines.get(lineItemId)?.line ?? { quantity: 0 };
    const allocate =
      allocators.get(lineItemId) ?? createUnitAllocator(line.quantity, taken.get(lineItemId) ?? []);
    allocators.set(lineItemId, allocate);
    const units = allocate(item.quantity);
    if (!units) {
      throw problem(
        "units_not_returnable",
        `Fewer than ${item.quantity} units of line item ${lineItemId} can still be returned.`,
      );
    }
    items.push({
      id: newId("rit"),
      lineItemId,
      position,
      quantity: item.quantity,
      units,
      reason: item.reason,
      reasonCode: item.reasonCode ?? null,
      customerComment: item.notes ?? null,
      compensation: item.compensation ?? "refund",
      value: (await valueOfUnits(line, units, order.currency)).toFixed(),
    });
    await yieldNow();
  }
  return items;
}

function requireOrdered(requests: ItemRequest[], lines: ReturnType<typeof linesById>): void {
  const requested = new Map<string, number>();
  let units = 0;
  for (const [i, { lineItemId, quantity }] of requests.entries()) {
    const line = lines.get(lineItemId)?.line;
    const pointer = `/data/items/${i}`;
    units += quantity;
    if (units > MAX_UNITS) {
      const detail = `A return may have at most ${MAX_UNITS} units.`;
      throw invalid({ detail, pointer: `${pointer}/quantity` });
    }
    if (!line) {
      throw invalid({
        detail: `The order has no line item ${lineItemId}.`,
        pointer: `${pointer}/lineItemId`,
      });
    }
    const total = (requested.get(lineItemId) ?? 0) + quantity;
    requested.set(lineItemId, total);
    if (total > line.quantity) {
      throw invalid({
        detail: `Only ${line.quantity} units of line item ${lineItemId} were ordered.`,
        pointer: `${pointer}/quantity`,
      });
    }
  }
}

/**
 * Returns the units of an order's lines that are in its returns, as sorted and merged ranges. `orderId` is the
 * merchant's id or the service's. Ignores deleted returns.
 */
export async function takenUnits(
  ctx: Ctx,
  storeId: string,
  { orderId, lineItemIds }: { orderId: string; lineItemIds: string[] },
): Promise<Map<string, UnitRange[]>> {
  const rows = await findTaken(ctx.db, storeId, orderId, JSON.stringify([...new Set(lineItemIds)]));
  return new Map(rows.map(({ line, units }) => [line, parseRanges(units)]));
}

const findTaken = prepared<{ line: string; units: string }>(
  "taken_units",
  `select line_item_id as line, range_agg(int4range((range->>0)::int, (range->>1)::int))::text as units
   from return_items as item
   join returns on returns.store_id = item.store_id and returns.id = item.return_id
   cross join json_array_elements(item.units) as range
   where item.store_id = $1 and item.order_id = ${ORDER_ID} and returns.status <> 'deleted'
     and line_item_id in (select json_array_elements_text($3::json))
   group by line_item_id`,
);

/** Parses a Postgres multirange such as `{[0,3),[5,6)}`. */
function parseRanges(multirange: string): UnitRange[] {
  return Array.from(
    multirange.matchAll(/(\d+),(\d+)/g),
    ([, from, to]): UnitRange => [Number(from), Number(to)],
  );
}
