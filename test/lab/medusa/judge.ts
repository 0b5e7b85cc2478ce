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
