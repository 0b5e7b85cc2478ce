import type { Ctx } from "../../core/ctx.ts";
import { fulfillOrder } from "../orders/fulfill.ts";
import type { TrackingEvent } from "../orders/fulfillment-schema.ts";
import { trackFulfillment } from "../orders/track.ts";
import { at, type Calendar } from "./calendar.ts";
import type { Purchase } from "./purchases.ts";
import type { Random } from "./random.ts";

const CARRIERS = ["UPS", "USPS", "FedEx"] as const;

type Lines = { id: string; quantity: number }[];
type Leg = [daysAfter: number, hour: number, event: Pick<TrackingEvent, "status" | "message">];

/** The tracking events of a delivery, relative to the day of the order. */
const LEGS: Leg[] = [
  [1, 19, { status: "in_transit", message: "Picked up by the carrier" }],
  [4, 12, { status: "out_for_delivery", message: "Out for delivery" }],
  [4, 18, { status: "delivered", message: "Delivered, left at the front door" }],
];

/** For older parcels only the delivery is tracked. */
const TRACKED_DAYS = 9;

/** Days from an order to its delivery. */
export const DELIVERY_DAYS = 4;

/** Fulfills a purchase, in one or two parcels, and tracks it up to now. */
export async function sendParcels(
  ctx: Ctx,
  storeId: string,
  { body, person, daysAgo, isShipped }: Purchase,
  { random, calendar }: { random: Random; calendar: Calendar },
): Promise<void> {
  if (!isShipped || daysAgo < 2) return;
  const { orderId } = body;
  for (const [i, lineItems] of parcelsOf(random, body.lineItems).entries()) {
    const carrier = random.pick(CARRIERS);
    const tracking = { carrier, code: trackingNumber(random, carrier) };
    const minutes = random.between(1, 59) / 60;
    const fulfillmentId = `${orderId}-F${i + 1}`;
    const packed = at(ctx, calendar.moment(daysAgo - 1, 14 + minutes));
    await fulfillOrder(packed, storeId, orderId, { fulfillmentId, lineItems, tracking });
    for (const [daysAfter, hour, event] of pastLegs(daysAgo)) {
      const time = calendar.moment(daysAgo - daysAfter, hour + minutes);
      const { city, code, postalCode } = person.home;
      const arrived = event.status !== "in_transit" && {
        location: { city, state: code, postalCode, country: "US" },
      };
      const place = { orderId, fulfillmentId };
      await trackFulfillment(at(ctx, time), storeId, place, {
        ...event,
        datetime: time.toISOString(),
        ...arrived,
      });
    }
  }
}

function pastLegs(daysAgo: number): Leg[] {
  if (daysAgo > TRACKED_DAYS) return LEGS.slice(-1);
  return LEGS.filter(([daysAfter]) => daysAgo - daysAfter > 0);
}

export function trackingNumber(random: Random, carrier: (typeof CARRIERS)[number]): string {
  const digits = { UPS: 16, USPS: 20, FedEx: 12 }[carrier];
  return { UPS: "1Z", USPS: "94", FedEx: "" }[carrier] + random.digits(digits);
}

function parcelsOf(random: Random, lines: Lines): Lines[] {
  const all = lines.map(({ id, quantity }) => ({ id, quantity }));
  const split = all.length > 2 && random.chance(40);
  return split ? [all.slice(0, 1), all.slice(1)] : [all];
}
