import type { Ctx } from "../../../core/ctx.ts";
import { newId } from "../../../lib/ids.ts";
import { amountOf, greater, minorOf } from "../../../lib/minor-units.ts";
import { moneyOf } from "../../../lib/money.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import type { returnItems } from "../../../platform/db/tables/returns.ts";
import { ORDER_ID } from "../../orders/find.ts";
import { linesById } from "../../orders/lines.ts";
import { orderWorth } from "../money/order-worth.ts";
import { REFUND_AMOUNT } from "../money/refund.ts";
import { createUnitAllocator, type UnitRange, worthOfUnits } from "../money/units.ts";
import { MAX_UNITS, type ReturnBody } from "./new-return-schema.ts";

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
  | "tax"
  | "additions"
>;

/** What of an order is in its returns, deleted ones aside: the units by line, and all refunds together. */
/** `orderId` is the service's id of the order. */
export type Taken = { orderId: string; units: Map<string, UnitRange[]>; refunds: string };

/**
 * Returns the items of a new return: units of the order's lines that are in no other return, with their
 * value. They refund what was paid for them, or what is left of it, if other returns refund more than their units.
 * `taken` has been read with the order locked if the items are to be inserted. Throws 400 for a line or quantity that the order does not have, 409 for units that are in
 * another return.
 */
export async function takeItems(
  order: typeof orders.$inferSelect,
  requests: ItemRequest[],
  taken: Omit<Taken, "orderId">,
): Promise<NewItem[]> {
  const worth = orderWorth(order);
  const { digits } = worth;
  let left = worth.paid - minorOf(taken.refunds, digits);
  const lines = linesById(order.body);
  requireOrdered(requests, lines);
  const allocators = new Map<string, ReturnType<typeof createUnitAllocator>>();
  const yieldNow = createYielder();
  const items: NewItem[] = [];
  for (const [position, item] of requests.entries()) {
    const { lineItemId } = item;
    const line = lines.get(lineItemId)?.line ?? { quantity: 0 };
    const allocate =
      allocators.get(lineItemId) ?? createUnitAllocator(line.quantity, taken.units.get(lineItemId) ?? []);
    allocators.set(lineItemId, allocate);
    const units = allocate(item.quantity);
    if (!units) {
      throw problem(
        "units_not_returnable",
        `Fewer than ${item.quantity} units of line item ${lineItemId} can still be returned.`,
      );
    }
    const { net, tax } = worthOfUnits(worth.lines.get(lineItemId), units);
    const compensation = item.compensation ?? "refund";
    const isCapped = net + tax > left;
    const refund = isCapped ? greater(left, 0n) : net + tax;
    left -= refund;
    const amount = moneyOf(refund, order.currency);
    items.push({
      id: newId("rit"),
      lineItemId,
      position,
      quantity: item.quantity,
      units,
      reason: item.reason,
      reasonCode: item.reasonCode ?? null,
      customerComment: item.notes ?? null,
      compensation,
      value: stored(net, digits),
      tax: stored(tax, digits),
      additions: isCapped ? { refund: { amount, type: compensation } } : {},
    });
    await yieldNow();
  }
  return items;
}

/** Returns an amount as it is stored: without trailing zeros. */
export function stored(minor: bigint, digits: number): string {
  const amount = amountOf(minor, digits);
  return digits === 0 ? amount : amount.replace(/\.?0+$/, "");
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
     select line_item_id, units, ${REFUND_AMOUNT} as refund from return_items as item
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
function parseRanges(multirange: string): UnitRange[] {
  return Array.from(
    multirange.matchAll(/(\d+),(\d+)/g),
    ([, from, to]): UnitRange => [Number(from), Number(to)],
  );
}
