import { countryCodeOf } from "../../lib/country-codes.ts";
import type { PeriodDocument } from "../../platform/db/documents/withdrawal.ts";
import type { OrderBody } from "../orders/schema.ts";
import { deliveredAt } from "../orders/tracking-history.ts";
import type { FulfillmentRow } from "../orders/view.ts";
import { MIN_WITHDRAWAL_DAYS } from "../stores/settings-schema.ts";
import { type PeriodEnd, periodEnd } from "./period.ts";
import { type Place, timeZonesOf, workingDaysOf } from "./working-days.ts";

const DAY_MS = 24 * 3600 * 1000;

/** The withdrawal period of an order: its end, null while it can't be known, and what that was computed from. */
export type Period = { end: Date | null; facts: PeriodDocument };

/**
 * Returns the period of an order: it ends so many days after its last parcel was delivered. While units are not sent or a
 * parcel is not known to be delivered, it runs.
 */
export async function periodOf(
  order: OrderBody,
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

function placeOf({ shipping }: OrderBody): Place {
  const { country, province } = shipping?.address ?? {};
  return { country: country ? countryCodeOf(country) : undefined, region: province };
}

/** Returns when the last unit of an order was delivered; undefined if that is not known of all. */
function lastDelivery(
  order: OrderBody,
  parcels: Pick<FulfillmentRow, "lineItems" | "trackingHistory">[],
): Date | undefined {
  const unsent = new Map(order.lineItems.map(({ id, quantity }) => [id, quantity]));
  let last: Date | undefined;
  for (const { lineItems, trackingHistory } of parcels) {
    const at = deliveredAt(trackingHistory);
    if (!at) return undefined;
    if (!last || at > last) last = at;
    for (const { id, quantity } of lineItems) unsent.set(id, (unsent.get(id) ?? 0) - quantity);
  }
  return unsent.values().some((units) => units > 0) ? undefined : last;
}
