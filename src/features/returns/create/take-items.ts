import type { Ctx } from "../../../core/ctx.ts";
import { newId } from "../../../lib/ids.ts";
import { greater, minorOf, moneyOf, storedAmount } from "../../../lib/money.ts";
import { plural } from "../../../lib/plural.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import type { orders } from "../../../platform/db/tables/orders.ts";
import { ORDER_ID } from "../../orders/find.ts";
import { linesById, returnableUnits } from "../../orders/lines.ts";
import { orderWorth } from "../money/order-worth.ts";
import { refundsSql } from "../money/refund-ceiling.ts";
import { createUnitAllocator, type TakenUnits, type UnitRange, worthOfUnits } from "../money/units.ts";
import { exchangedFor } from "./exchange-items.ts";
import type { NewItem } from "./new-item.ts";
import { MAX_UNITS, type ReturnBody } from "./new-return-schema.ts";

type ItemRequest = ReturnBody["data"]["items"][number];

/**
 * Returns the items of a new return: units of the order's lines that are in no other return, with their
 * value. They refund what was paid for them, or what is left of it, if other returns refund more than their units.
 * `taken` has been read with the order locked if the items are to be inserted. Throws 400 for a line or quantity that the
 * order does not have, 409 for units that are in another return.
 */
export async function takeItems(
  order: typeof orders.$inferSelect,
  requests: ItemRequest[],
  taken: TakenUnits & Pick<Taken, "refunds">,
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
    const line = lines.get(lineItemId)?.line;
    const isPlain = item.compensation !== "exchange" && !item.exchangeItem;
    const exchanged = isPlain ? {} : exchangedFor(item, line ?? {}, position);
    const allocate =
      allocators.get(lineItemId) ??
      createUnitAllocator(
        line ? returnableUnits(line, taken.refunded) : 0,
        taken.units.get(lineItemId) ?? [],
      );
    allocators.set(lineItemId, allocate);
    const units = allocate(item.quantity);
    if (!units) {
      throw problem(
        "units_not_returnable",
        `Line item ${lineItemId} has fewer than ${plural(item.quantity, "unit")} left to return.`,
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
      value: storedAmount(net, digits),
      tax: storedAmount(tax, digits),
      policyFee: null,
      policyBonus: null,
      additions: { ...exchanged, ...(isCapped && { refund: { amount, type: compensation } }) },
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
        detail: `The order has only ${plural(line.quantity, "unit")} of line item ${lineItemId}.`,
        pointer: `${pointer}/quantity`,
      });
    }
  }
}

/**
 * What of an order is in its returns: the units by line, deleted ones aside, and all refunds together, with what was paid for
 * deleted ones. `orderId` is the service's id of the order.
 */
type Taken = Pick<TakenUnits, "units"> & { orderId: string; refunds: string };

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
     range_agg(int4range((ends->>0)::int, (ends->>1)::int))::text as units, refunded.refunds
   from (select ${ORDER_ID} as id offset 0) as named
   cross join lateral (${refundsSql("returns.order_id = named.id")}) as refunded
   left join (
     return_items as item
     join returns on returns.store_id = item.store_id and returns.id = item.return_id and returns.status <> 'deleted'
     cross join json_array_elements(item.units) as range (ends)
   ) on item.store_id = $1 and item.order_id = named.id
   group by 1, 2, refunded.refunds`,
);

/** Parses a Postgres multirange such as `{[0,3),[5,6)}`. */
export function parseRanges(multirange: string): UnitRange[] {
  return Array.from(
    multirange.matchAll(/(\d+),(\d+)/g),
    ([, from, to]): UnitRange => [Number(from), Number(to)],
  );
}
