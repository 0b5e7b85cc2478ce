import { query } from "../../support/query.ts";
import type { Sides } from "./judge.ts";

type StockChange = {
  id: string;
  order: string;
  line: string;
  /** By how many units the shop was asked to change its stock, and did. */
  units: number;
  status: string;
  reason: string | null;
};

/** Returns what is being changed of an order in the shop, and the returns that the service has begun there. */
async function openChanges(shopUrl: string, orderId: string): Promise<object[]> {
  const changes = await query<object>(
    shopUrl,
    `select change_type as type, status, return_id, created_at from order_change
     where order_id = $1 and status in ('pending', 'requested') and deleted_at is null order by created_at`,
    [orderId],
  );
  const returns = await query<object>(
    shopUrl,
    `select id, status, metadata, created_at from return where order_id = $1 and deleted_at is null order by created_at`,
    [orderId],
  );
  return [...changes, ...returns];
}

type Level = {
  item: string;
  stocked: string;
  reserved: string;
  sent: string;
  received: string;
  held: string;
  /** What the shop may have taken of it beside what was sent: in parcels of no order or cancelled ones, and at packings that failed. */
  uncertain: number[];
};

/** What the comparison of the stock shows. */
export type ComparedStock = {
  differences: string[];
  /** Parcels of no order: the shop was killed while it made them, perhaps before it took their units from its stock. */
  strays: number;
  /** Why the shop refused changes of its stock. */
  refused: string[];
};

/**
 * Compares the stock: a line for each change that the shop hasn't done, or not once, and each level that doesn't add up. Medusa
 * takes a parcel's units from the level before it gives the parcel to its order, without a transaction, and undoes what it can
 * where its database is killed: units of a parcel of no order, or of one that it has cancelled itself, were taken or not, and
 * those of an order in `failed`, whose packing has failed before, once or once more.
 */
export async function compareStock(
  { serviceUrl, shopUrl, storeId }: Sides,
  { initial, failed }: { initial: number; failed: ReadonlySet<string> },
): Promise<ComparedStock> {
  const changes = await query<StockChange>(
    serviceUrl,
    `select shop_change_id as id, shop_unit ->> 'orderId' as order, shop_unit ->> 'lineItemId' as line,
       coalesce(shop_units, 0) as units, shop_status as status, shop_reason as reason
     from return_stock_changes where store_id = $1 and shop_change_id is not null`,
    [storeId],
  );
  const received = await query<{ id: string; units: string; count: string }>(
    shopUrl,
    `select returned.metadata->>'aftersale_change' as id, sum(item.received_quantity) as units, count(distinct returned.id) as count
     from return as returned join return_item as item on item.return_id = returned.id and item.deleted_at is null
     where returned.metadata ? 'aftersale_change' and returned.status = 'received' and returned.deleted_at is null group by 1`,
  );
  const byChange = new Map(received.map((row) => [row.id, row]));
  const undone: string[] = [];
  for (const { id, status, reason, order } of changes) {
    if (status !== "waiting" && status !== "unknown" && status !== null) continue;
    const open = JSON.stringify(await openChanges(shopUrl, order));
    undone.push(`the change of stock ${id} is ${status} in the end: ${reason} Open in the shop: ${open}`);
  }
  const doubled = received
    .filter(({ count }) => count !== "1")
    .map(({ id }) => `${id} was received more than once`);
  const raised = changes.filter(({ units, status }) => units > 0 && status === "done");
  const wrong = raised.flatMap(({ id, units }) => {
    const there = Number(byChange.get(id)?.units ?? 0);
    return there > units ? [`${id} restocks ${units} units, and the shop received ${there}`] : [];
  });
  const levels = await query<Level>(shopUrl, LEVELS, [[...failed]]);
  const off = levels.flatMap(({ item, stocked, sent, received: back, reserved, held, uncertain }) => [
    ...(sumsOf(uncertain).has(initial - Number(sent) + Number(back) - Number(stocked))
      ? []
      : [`${item} has ${stocked} in stock: of ${initial}, ${sent} were sent and ${back} came back`]),
    ...(Number(reserved) === Number(held)
      ? []
      : [`${item} has ${reserved} reserved, and reservations of ${held}`]),
  ]);
  const lines = await query<{ line: string; units: string }>(shopUrl, RESTOCKED);
  const there = new Map(lines.map(({ line, units }) => [line, Number(units)]));
  const here = new Map<string, number>();
  for (const { line, units } of changes) here.set(line, (here.get(line) ?? 0) + units);
  const unequal = [...new Set([...here.keys(), ...there.keys()])].flatMap((line) => {
    const [restocked, found] = [here.get(line) ?? 0, there.get(line) ?? 0];
    return restocked === found
      ? []
      : [`${restocked} units of ${line} were restocked here, and ${found} there`];
  });
  const [left] = await query<{ count: number }>(
    shopUrl,
    `select count(*)::int as count from fulfillment where canceled_at is null and deleted_at is null and ${IS_STRAY}`,
  );
  const refused = changes.flatMap(({ status, reason }) => (status === "refused" ? [reason ?? ""] : []));
  return {
    differences: [...undone, ...doubled, ...wrong, ...off, ...unequal],
    strays: left?.count ?? 0,
    refused,
  };
}

/** Returns the sums that some of the numbers, or none, have. */
function sumsOf(numbers: number[]): Set<number> {
  let sums = new Set([0]);
  for (const number of numbers) sums = new Set([...sums, ...Array.from(sums, (sum) => sum + number)]);
  return sums;
}

const IS_STRAY = `not exists (
  select from order_fulfillment as link where link.fulfillment_id = fulfillment.id and link.deleted_at is null)`;

const OF_PIECE = `from fulfillment_item as sent join fulfillment on fulfillment.id = sent.fulfillment_id
  where sent.inventory_item_id = level.inventory_item_id`;
const PACKED = `${OF_PIECE} and fulfillment.canceled_at is null and fulfillment.deleted_at is null and sent.deleted_at is null`;

/** Of each piece of inventory: what its level says, and what was sent, came back and is reserved. */
const LEVELS = `
  select level.inventory_item_id as item, level.stocked_quantity as stocked, level.reserved_quantity as reserved,
    (select coalesce(sum(sent.quantity), 0) ${PACKED} and not (${IS_STRAY})) as sent,
    (select coalesce(json_agg(sent.quantity::int), '[]') ${OF_PIECE}
       and (fulfillment.canceled_at is not null or ${IS_STRAY} or exists (
         select from order_fulfillment as link where link.fulfillment_id = fulfillment.id and link.order_id = any($1)))
    ) as uncertain,
    (select coalesce(sum(item.received_quantity), 0) from return_item as item
       join return as returned on returned.id = item.return_id and returned.status = 'received'
       join order_line_item as line on line.id = item.item_id
       join product_variant_inventory_item as piece on piece.variant_id = line.variant_id
     where piece.inventory_item_id = level.inventory_item_id and item.deleted_at is null) as received,
    (select coalesce(sum(quantity), 0) from reservation_item
     where inventory_item_id = level.inventory_item_id and deleted_at is null) as held
  from inventory_level as level where level.deleted_at is null`;

/** Of each line of an order: the units that came back, without those that are withheld again. */
const RESTOCKED = `
  select line, sum(units) as units from (
    select item.item_id as line, item.received_quantity as units
    from return_item as item join return as returned on returned.id = item.return_id
    where returned.status = 'received' and returned.deleted_at is null and item.deleted_at is null
      and returned.metadata ? 'aftersale_change'
    union all
    select substring(description from '^Aftersale: .* line (.*)$'), -quantity from reservation_item
    where deleted_at is null and description like 'Aftersale:%'
  ) as change group by line`;
