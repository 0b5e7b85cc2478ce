import type { Ctx } from "../../../core/ctx.ts";
import { countryCodeOf } from "../../../lib/country-codes.ts";
import type { PeriodDocument } from "../../../platform/db/documents/withdrawal.ts";
import { MIN_WITHDRAWAL_DAYS } from "../../stores/settings-schema.ts";
import { fulfillmentsOf, type OrderRecord } from "../find.ts";
import { type OrderLine, returnableUnits } from "../lines.ts";
import type { OrderBody, StoredOrder } from "../schema.ts";
import { deliveredAt } from "../tracking-history.ts";
import type { FulfillmentRow } from "../view.ts";
import { type PeriodEnd, periodEnd } from "./period.ts";
import { knownZonesOf, type Place, placeInFrance, timeZonesOf, workingDaysOf } from "./working-days.ts";

const DAY_MS = 24 * 3600 * 1000;
const HALF_A_YEAR_MS = 182 * DAY_MS;

/** The withdrawal period of an order: its end, null while it can't be known, and what that was computed from. */
export type Period = { end: Date | null; facts: PeriodDocument };

/**
 * Returns the period of an order: it ends so many days after its last parcel was delivered. While units are not sent or a
 * parcel is not known to be delivered, it runs.
 */
export async function periodOf(
  order: StoredOrder,
  parcels: Pick<FulfillmentRow, "lineItems" | "trackingHistory">[],
  days: number,
): Promise<Period> {
  const place = placeOf(order);
  const last = lastDelivery(order, parcels);
  const facts = {
    days: Math.max(days, MIN_WITHDRAWAL_DAYS),
    deliveredAt: last?.toISOString() ?? null,
    country: place.country ?? null,
    region: place.region ?? null,
  };
  if (!last) return { end: null, facts: { ...facts, timeZone: null, lastDay: null, movedFrom: [] } };
  const nonWorkingDay = await workingDaysOf(place, new Date(last.getTime() + facts.days * DAY_MS));
  const { end, timeZone, lastDay, movedFrom }: PeriodEnd = periodEnd({
    ...{ deliveredAt: last, days: facts.days },
    ...{ timeZones: timeZonesOf(place), nonWorkingDay },
  });
  return { end, facts: { ...facts, timeZone, lastDay, movedFrom } };
}

/** Whether the withdrawal period of an order still runs. While its end isn't known, it does. */
export async function periodRuns(
  ctx: Ctx,
  storeId: string,
  { order, days }: { order: Pick<OrderRecord, "id" | "body">; days: number },
): Promise<boolean> {
  const { end } = await periodOf(order.body, await fulfillmentsOf(ctx, storeId, order.id), days);
  return end === null || ctx.now() < end;
}

/**
 * Returns the time zone of the country that an order is shipped to; undefined where that is unknown, or its clocks differ
 * in the year around a time.
 */
export function shippingZone(order: OrderBody, around: Date): string | undefined {
  const [first, ...others] = knownZonesOf(placeOf(order));
  const times = [0, HALF_A_YEAR_MS].map((ms) =>
    Temporal.Instant.fromEpochMilliseconds(around.getTime() + ms),
  );
  const offsets = (zone: string) => times.map((time) => time.toZonedDateTimeISO(zone).offset).join();
  return first && others.every((zone) => offsets(zone) === offsets(first)) ? first : undefined;
}

function placeOf({ shipping }: OrderBody): Place {
  const { country: given, province: region, postalCode } = shipping?.address ?? {};
  const country = given ? countryCodeOf(given) : undefined;
  return country === "FR" ? placeInFrance(region, postalCode) : { country, region };
}

/**
 * Returns when the last unit of an order was delivered; undefined if that is not known of all. What the shop has taken
 * off the order before it was sent is not waited for, nor are lines of which nothing can be returned, such as fees.
 */
function lastDelivery(
  order: StoredOrder,
  parcels: Pick<FulfillmentRow, "lineItems" | "trackingHistory">[],
): Date | undefined {
  const sent = new Map<string, { units: number; first: number }>();
  let last: Date | undefined;
  for (const { lineItems, trackingHistory } of parcels) {
    const at = deliveredAt(trackingHistory);
    if (!at) return undefined;
    if (!last || at > last) last = at;
    for (const { id, quantity } of lineItems) {
      const { units = 0, first = Infinity } = sent.get(id) ?? {};
      sent.set(id, { units: units + quantity, first: Math.min(first, at.getTime()) });
    }
  }
  const unsent = refundedUnits(order, (id, at) => at < (sent.get(id)?.first ?? 0));
  const isAwaited = (line: OrderLine) => {
    const { id, quantity } = line;
    const returnable = returnableUnits(line);
    const taken = Math.min(quantity - returnable, unsent.get(id) ?? 0);
    return returnable > 0 && (sent.get(id)?.units ?? 0) < quantity - taken;
  };
  return order.lineItems.some(isAwaited) ? undefined : last;
}

/** Returns how many units of each line the shop has refunded at times that count. */
function refundedUnits(
  { refunds = [] }: StoredOrder,
  isCounted: (lineId: string, at: number) => boolean,
): Map<string, number> {
  const units = new Map<string, number>();
  for (const { createdAt, lineItems } of refunds) {
    for (const { lineItemId: id, quantity } of lineItems ?? [])
      if (isCounted(id, Date.parse(createdAt))) units.set(id, (units.get(id) ?? 0) + quantity);
  }
  return units;
}
