import type { Call } from "../../../src/features/connectors/call.ts";
import { mapOrder } from "../../../src/features/connectors/medusa/map-order.ts";
import { readOne } from "../../../src/features/connectors/medusa/read-orders.ts";
import { orderFromShop } from "../../../src/features/orders/upsert/from-shop.ts";
import { minorDigits } from "../../../src/lib/money.ts";
import { sameJson } from "../../../src/lib/same-json.ts";
import { query } from "../../support/query.ts";

/** Where both databases are, and what reads an order of the shop. */
export type Sides = { serviceUrl: string; shopUrl: string; storeId: string; call: Call };

/** What the comparison of the orders shows. */
export type ComparedOrders = {
  differences: string[];
  /** Orders here that the shop has deleted again, and that no buyer knows of: it was killed while it completed their cart. */
  takenBack: string[];
};

/** Returns the orders that are being edited in the shop. */
export async function openEdits(shopUrl: string): Promise<string[]> {
  const rows = await query<{ id: string }>(
    shopUrl,
    `select distinct order_id as id from order_change
     where change_type = 'edit' and status in ('pending', 'requested') and deleted_at is null`,
  );
  return rows.map(({ id }) => id);
}

type Stored = { externalId: string; body: Record<string, unknown>; parcels: Parcel[] | null };
type Parcel = { id: string; lineItems: unknown; trackingNumber: string | null };

/** Compares the orders here with those in the shop, of which buyers know those in `placed`. */
export async function compareOrders(
  { serviceUrl, shopUrl, storeId, call }: Sides,
  placed: ReadonlySet<string>,
): Promise<ComparedOrders> {
  const inShop = await query<{ id: string; total: string }>(
    shopUrl,
    `select id from "order" where not is_draft_order and deleted_at is null`,
  );
  const stored = await query<Stored>(
    serviceUrl,
    `select external_id as "externalId", body, (
       select json_agg(json_build_object('id', parcel.id, 'lineItems', parcel.line_items, 'trackingNumber', parcel.tracking_number)
         order by parcel.id)
       from fulfillments as parcel where parcel.store_id = orders.store_id and parcel.order_id = orders.id
     ) as parcels
     from orders where store_id = $1`,
    [storeId],
  );
  const here = new Map(stored.map((order) => [order.externalId, order]));
  const differences: string[] = [];
  for (const { id } of inShop) {
    const order = here.get(id);
    here.delete(id);
    if (!order) {
      differences.push(`${id} is in the shop and not here`);
      continue;
    }
    differences.push(...differencesOf(order, await readOne(call, id)));
  }
  const gone = [...here.keys()];
  const lost = gone.filter((id) => placed.has(id)).map((id) => `${id} is here and not in the shop`);
  return { differences: [...differences, ...lost], takenBack: gone.filter((id) => !placed.has(id)) };
}

type InShop = {
  total: number;
  currency_code: string;
  credit_lines: { amount: number }[];
  returns: unknown[];
  items: { detail: object }[];
};

function differencesOf({ externalId, body, parcels }: Stored, json: unknown): string[] {
  const wanted = orderFromShop(mapOrder(json));
  const differing = Object.entries(JSON.parse(JSON.stringify(wanted.body)) as object)
    .filter(([name, value]) => !sameJson(value, body[name]))
    .map(([name, value]) => `${name} is ${JSON.stringify(body[name])}, not ${JSON.stringify(value)}`);
  const sent = (wanted.parcels ?? [])
    .map(({ id, lineItems, trackingNumber }) => ({ id, lineItems, trackingNumber }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!sameJson(sent, parcels ?? []))
    differing.push(`parcels are ${JSON.stringify(parcels)}, not ${JSON.stringify(sent)}`);
  const { total, currency_code, credit_lines, returns } = json as InShop;
  const credits = credit_lines.reduce((sum, { amount }) => sum + amount, 0);
  const isWhole = returns.length === 0;
  // Medusa rounds nothing: a total in yen may have a fraction of one, which can not be paid.
  const halfAUnit = 0.51 / 10 ** minorDigits(currency_code.toUpperCase());
  if (isWhole && Math.abs(total + credits - Number(body.totalPrice)) > halfAUnit)
    differing.push(`costs ${total + credits} there and ${body.totalPrice} here`);
  return differing.map((difference) => `${externalId}: ${difference}`);
}

export type PayoutShown = { id: string; status: string; amount: { amount: string } };

/** Returns a line for each payout that isn't exactly what the shop's ledger says. */
export async function refundDifferences({ shopUrl }: Sides, payouts: PayoutShown[]): Promise<string[]> {
  const rows = await query<{ note: string; amount: string; count: string }>(
    shopUrl,
    `select note, sum(amount) as amount, count(*) as count from refund
     where deleted_at is null and note like 'Aftersale payout %' group by note`,
  );
  const ledger = new Map(
    rows.map(({ note, amount, count }) => [note.replace("Aftersale payout ", ""), { amount, count }]),
  );
  const differences = payouts.flatMap(({ id, status, amount }) => {
    const refunded = ledger.get(id);
    ledger.delete(id);
    if (status === "refused")
      return refunded ? [`${id} is refused, and ${refunded.amount} was refunded`] : [];
    if (status !== "paid") return [`${id} is ${status} in the end`];
    if (!refunded) return [`${id} is paid, and the shop has no refund`];
    return Number(refunded.amount) === Number(amount.amount) && refunded.count === "1"
      ? []
      : [
          `${id} is paid with ${amount.amount}, and the shop has ${refunded.count} refunds of ${refunded.amount}`,
        ];
  });
  return [
    ...differences,
    ...Array.from(ledger.keys(), (id) => `the shop refunded ${id}, which is not shown here`),
  ];
}

type StockChange = { id: string; order: string; units: number; status: string; reason: string | null };

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
  ours: string;
  held: string;
  /** What was packed of it in parcels of no order. */
  strays: number[];
};

/** What the comparison of the stock shows. */
export type ComparedStock = {
  differences: string[];
  /** Parcels of no order: the shop was killed while it made them, perhaps before it took their units from its stock. */
  strays: number;
};

/**
 * Compares the stock: a line for each change that the shop hasn't done, or not once, and each level that doesn't add up. What is
 * in a parcel of no order may have been taken from the level or not.
 */
export async function compareStock(
  { serviceUrl, shopUrl, storeId }: Sides,
  initial: number,
): Promise<ComparedStock> {
  const changes = await query<StockChange>(
    serviceUrl,
    `select shop_change_id as id, shop_unit ->> 'orderId' as order, units, shop_status as status, shop_reason as reason from return_stock_changes
     where store_id = $1 and shop_change_id is not null`,
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
  const levels = await query<Level>(shopUrl, LEVELS);
  const off = levels.flatMap(({ item, stocked, sent, received: back, reserved, ours, held, strays }) => [
    ...(sumsOf(strays).has(initial - Number(sent) + Number(back) - Number(stocked))
      ? []
      : [`${item} has ${stocked} in stock: of ${initial}, ${sent} were sent and ${back} came back`]),
    ...(Number(reserved) === Number(held)
      ? []
      : [`${item} has ${reserved} reserved, and reservations of ${held}, ours ${ours}`]),
  ]);
  const net = changes.filter(({ status }) => status === "done").reduce((sum, { units }) => sum + units, 0);
  const there = levels.reduce((sum, { received: back, ours }) => sum + Number(back) - Number(ours), 0);
  const total = net === there ? [] : [`${net} units were restocked here, and ${there} in the shop`];
  const [left] = await query<{ count: number }>(
    shopUrl,
    `select count(*)::int as count from fulfillment where canceled_at is null and deleted_at is null and ${IS_STRAY}`,
  );
  return { differences: [...undone, ...doubled, ...wrong, ...off, ...total], strays: left?.count ?? 0 };
}

/** Returns the sums that some of the numbers, or none, have. */
function sumsOf(numbers: number[]): Set<number> {
  let sums = new Set([0]);
  for (const number of numbers) sums = new Set([...sums, ...Array.from(sums, (sum) => sum + number)]);
  return sums;
}

const IS_STRAY = `not exists (
  select from order_fulfillment as link where link.fulfillment_id = fulfillment.id and link.deleted_at is null)`;

const PACKED = `from fulfillment_item as sent join fulfillment on fulfillment.id = sent.fulfillment_id
  where sent.inventory_item_id = level.inventory_item_id and fulfillment.canceled_at is null
    and fulfillment.deleted_at is null and sent.deleted_at is null`;

/** Of each piece of inventory: what its level says, and what was sent, came back and is reserved. */
const LEVELS = `
  select level.inventory_item_id as item, level.stocked_quantity as stocked, level.reserved_quantity as reserved,
    (select coalesce(sum(sent.quantity), 0) ${PACKED} and not (${IS_STRAY})) as sent,
    (select coalesce(json_agg(sent.quantity::int), '[]') ${PACKED} and ${IS_STRAY}) as strays,
    (select coalesce(sum(item.received_quantity), 0) from return_item as item
       join return as returned on returned.id = item.return_id and returned.status = 'received'
       join order_line_item as line on line.id = item.item_id
       join product_variant_inventory_item as piece on piece.variant_id = line.variant_id
     where piece.inventory_item_id = level.inventory_item_id and item.deleted_at is null) as received,
    (select coalesce(sum(quantity), 0) from reservation_item
     where inventory_item_id = level.inventory_item_id and deleted_at is null) as held,
    (select coalesce(sum(quantity), 0) from reservation_item
     where inventory_item_id = level.inventory_item_id and deleted_at is null
       and description like 'Aftersale:%') as ours
  from inventory_level as level where level.deleted_at is null`;
