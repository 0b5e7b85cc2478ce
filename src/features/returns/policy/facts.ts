import { countryCodeOf } from "../../../lib/country-codes.ts";
import { amountOf } from "../../../lib/money.ts";
import type { OrderRecord } from "../../orders/find.ts";
import { linesById, returnableUnits } from "../../orders/lines.ts";
import type { Facts, LineFacts, Parcel } from "../../policy/facts.ts";
import { orderWorth } from "../money/order-worth.ts";
import { freeUnits, type TakenUnits, unitsIn } from "../money/units.ts";

/** A parcel as the database returns it: its lines, when it was sent, and when it was delivered last. */
export type ParcelRow = [
  lines: { id: string; quantity: number }[],
  sentAt: string,
  deliveredAt: string | null,
];

/** Returns SQL for the parcels of an order of the store `$1`; null for none. */
export function parcelsSql(orderId: string): string {
  return `(select json_agg(json_build_array(line_items, coalesce(fulfilled_at, created_at), (
      select max((scan->>'datetime')::timestamptz) from json_array_elements(tracking_history) as scan
      where scan->>'status' = 'delivered'
    ))) from fulfillments where store_id = $1 and order_id = ${orderId})`;
}

/** A line, or the units of it that are asked for with one reason. */
export type AskedLine = { lineItemId: string; quantity: number | null; reasonCode: string | null };

export type Known = {
  order: Pick<OrderRecord, "body" | "currency" | "createdAt">;
  parcels: ParcelRow[] | null;
  taken: TakenUnits;
  segments: string[];
  language: string | null;
  at: Date;
};

/** Returns the facts that a policy's decisions about lines of an order rest on. Skips lines that it doesn't have. */
export function factsOf({ order, parcels, taken, segments, language, at }: Known, asked: AskedLine[]): Facts {
  const { body, currency, createdAt } = order;
  const worth = orderWorth(order);
  const lines = linesById(body);
  const parcelsOf = parcelsByLine(parcels ?? []);
  const country = body.shipping?.address?.country;
  return {
    at: at.toISOString(),
    orderedAt: createdAt.toISOString(),
    currency,
    language,
    country: (country && countryCodeOf(country)) || null,
    orderTags: body.tags ?? [],
    segments,
    lines: asked.flatMap(({ lineItemId, quantity, reasonCode }): LineFacts | LineFacts[] => {
      const [line, ofLine] = [lines.get(lineItemId)?.line, worth.lines.get(lineItemId)];
      if (!line || !ofLine) return [];
      const { net, tax } = ofLine.ofFirst(line.quantity);
      const { price, discount } = ofLine.before(worth.digits);
      const awaited = returnableUnits(line, taken.refunded);
      // Each by name: spreads take as long as the amounts do.
      const facts: LineFacts = {
        lineItemId,
        productId: line.productId,
        sku: line.sku ?? null,
        tags: line.tags ?? [],
        ordered: line.quantity,
        price,
        discount,
        paid: amountOf(net + tax, worth.digits),
        parcels: parcelsOf.get(lineItemId) ?? [],
        returnable: unitsIn(freeUnits(awaited, taken.units.get(lineItemId) ?? [])),
        quantity,
        reasonCode,
      };
      if (awaited < line.quantity) facts.awaited = awaited;
      return facts;
    }),
  };
}

function parcelsByLine(rows: ParcelRow[]): Map<string, Parcel[]> {
  const parcels = new Map<string, Parcel[]>();
  for (const [lines, sentAt, delivered] of rows) {
    const fulfilledAt = new Date(sentAt).toISOString();
    const deliveredAt = delivered && new Date(delivered).toISOString();
    for (const { id, quantity: units } of lines) {
      const parcel = { units, fulfilledAt, deliveredAt };
      const others = parcels.get(id);
      if (others) others.push(parcel);
      else parcels.set(id, [parcel]);
    }
  }
  return parcels;
}
