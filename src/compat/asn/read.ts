import { sql } from "drizzle-orm";
import type { Ctx } from "../../ctx.ts";
import type { AsnItem } from "./row-view.ts";
import type { AsnWindow } from "./window.ts";

/** Where a reading has come to: the last unit that it gave. */
export type AsnMark = { createdAt: string; returnId: string; position: number; unit: number };

export type AsnSlice = { units: { item: AsnItem; unit: number }[]; mark: AsnMark };

type Found = AsnItem & { createdAtKey: string; position: number };

/** So many items are read at once, and so many units given at once, however many an item has. */
const SLICE = 200;

/** After so many slices their memory is given back. Left alone the runtime waits for twice of what it holds anyway. */
const FREED_AFTER = 7;

/**
 * The units returned in a window behind `mark`, of the newest return first. Every slice is a statement of its own: nobody who
 * reads slowly keeps a transaction open, and no slice is read before it is asked for.
 */
export async function* readAsn(
  ctx: Ctx,
  storeId: string,
  window: AsnWindow,
  mark?: AsnMark,
): AsyncGenerator<AsnSlice> {
  let behind = mark;
  for (let read = 1; ; read++) {
    if (read % FREED_AFTER === 0) ctx.freeMemory();
    const items = await readItems(ctx, storeId, window, behind);
    for (const slice of slicesOf(items, behind)) {
      behind = slice.mark;
      yield slice;
    }
    const last = items.at(-1);
    if (last === undefined || items.length < SLICE) return;
    behind = markIn(last, Number.MAX_SAFE_INTEGER);
  }
}

/** How many units were returned in a window. */
export async function countAsn(ctx: Ctx, storeId: string, window: AsnWindow): Promise<number> {
  const { rows } = await ctx.db.execute<{ units: string }>(sql`
    select coalesce(sum(i.quantity), 0) as units
    from returns r join return_items i on i.store_id = r.store_id and i.return_id = r.id
    where r.store_id = ${storeId} and ${createdIn(window)}`);
  return Number(rows[0]?.units ?? 0);
}

/** An item may have more units than fit into memory. */
function* slicesOf(items: Found[], behind: AsnMark | undefined): Generator<AsnSlice> {
  let units: AsnSlice["units"] = [];
  let mark: AsnMark | undefined;
  for (const item of items) {
    for (const unit of unitsBehind(item, behind)) {
      units.push({ item, unit });
      mark = markIn(item, unit);
      if (units.length < SLICE) continue;
      yield { units, mark };
      units = [];
    }
  }
  if (mark && units.length > 0) yield { units, mark };
}

function* unitsBehind(item: Found, behind: AsnMark | undefined): Generator<number> {
  const isBegun = item.serviceId === behind?.returnId && item.position === behind.position;
  const first = isBegun ? behind.unit + 1 : 0;
  for (const [from, to] of item.units) {
    for (let unit = Math.max(from, first); unit < to; unit++) yield unit;
  }
}

function markIn({ createdAtKey, serviceId, position }: Found, unit: number): AsnMark {
  return { createdAt: createdAtKey, returnId: serviceId, position, unit };
}

async function readItems(
  ctx: Ctx,
  storeId: string,
  window: AsnWindow,
  behind: AsnMark | undefined,
): Promise<Found[]> {
  const { rows } = await ctx.db.execute<Found>(sql`
    select r.created_at::text as "createdAtKey", i.position, i.units, i.unit_zero as "unitZero",
      r.number as "id", r.id as "serviceId", r.status, ${time(sql`r.created_at`)} as "createdAt",
      ${time(sql`r.updated_at`)} as "updatedAt", ${time(sql`closing.at`)} as "closedAt", closing.by as "actionedBy",
      o.number as "orderId", o.external_id as "orderName", o.currency, ${time(sql`o.created_at`)} as "orderedAt",
      o.body->'customer'->>'email' as "email", i.title, i.sku, i.upc, i.price, i.discount, i.ordered, i.reason,
      i.outcome, shipment.data as "shipment", r.additions->'dropoffs'->0->>'provider' as "dropoff", l.number as "destinationId", l.name as "destinationName",
      l.line1, l.line2, l.city, l.state as "region", l.postal_code as "postalCode"
    from returns r
    join orders o on o.store_id = r.store_id and o.id = r.order_id
    left join locations l on l.store_id = r.store_id and l.id = r.destination_id
    left join lateral (
      select at, by from return_history
      where store_id = r.store_id and return_id = r.id and "to" = r.status and r.status in ('complete', 'rejected', 'deleted')
      order by number desc limit 1
    ) closing on true
    cross join lateral (${itemsOfReturn}) i
    left join lateral (${shipmentOfItem}) shipment on true
    where r.store_id = ${storeId} and ${createdIn(window)}
      ${behind && after(behind)}
    order by r.created_at desc, r.id desc, i.position
    limit ${SLICE}`);
  return rows;
}

function createdIn({ from, to }: AsnWindow) {
  return sql`r.created_at between ${from.toISOString()} and ${to.toISOString()}`;
}

/** Its order makes it a step of its own: whatever the planner knows, returns are walked in their index, newest first. */
const itemsOfReturn = sql`
  select item.id, position, units, unit_zero, reason, additions->>'upc' as upc,
    coalesce(additions->'refund'->>'type', compensation) as outcome,
    title, sku, price, discount, line.quantity as ordered
  from return_items item
  left join json_to_recordset(o.body->'lineItems')
    as line(id text, title text, sku text, price text, discount text, quantity int) on line.id = item.line_item_id
  where item.store_id = r.store_id and item.return_id = r.id
  order by position`;

/** The first shipment that has the item; one that names no items has all of them. */
const shipmentOfItem = sql`
  select data from json_array_elements(r.additions->'shipments') with ordinality as shipments(data, place)
  where data->'itemIds' is null
    or exists (select from json_array_elements_text(data->'itemIds') as held(id) where held.id = i.id)
  order by place limit 1`;

/** The return of the mark is read once more: it may have units left. */
function after({ createdAt, returnId, position }: AsnMark) {
  const key = sql`(${createdAt}::timestamptz, ${returnId})`;
  return sql`and (r.created_at, r.id) <= ${key} and ((r.created_at, r.id) < ${key} or i.position >= ${position})`;
}

function time(column: ReturnType<typeof sql>) {
  return sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"')`;
}
