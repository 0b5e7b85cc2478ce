import { and, eq } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { fulfillments } from "../db/tables/orders.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { problem } from "../lib/problem.ts";
import { fulfillmentsOf, lockOrder } from "./find.ts";
import type { Fulfillment, TrackingEvent } from "./schema.ts";
import { fulfillmentView } from "./view.ts";

/** Adds a carrier's message to a fulfillment, kept in order of time; `delivered` sets `deliveredAt`. */
export function trackFulfillment(
  ctx: Ctx,
  storeId: string,
  place: { orderId: string; fulfillmentId: string },
  event: TrackingEvent,
): Promise<Fulfillment> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, storeId, place.orderId);
    const rows = await fulfillmentsOf(tx, storeId, order.id);
    const row = rows.find(({ id }) => id === place.fulfillmentId);
    if (!row) throw problem(404, `The order has no fulfillment ${place.fulfillmentId}.`);

    const at = parseDateTime(event.datetime) ?? ctx.now();
    const changed = {
      ...row,
      trackingHistory: byTime([...row.trackingHistory, { ...event, datetime: at.toISOString() }]),
      deliveredAt: event.status === "delivered" ? at : row.deliveredAt,
    };
    await tx.db
      .update(fulfillments)
      .set({ trackingHistory: changed.trackingHistory, deliveredAt: changed.deliveredAt })
      .where(
        and(
          eq(fulfillments.storeId, storeId),
          eq(fulfillments.orderId, order.id),
          eq(fulfillments.id, row.id),
        ),
      );
    return fulfillmentView(changed, order.body);
  });
}

function byTime(events: TrackingEvent[]): TrackingEvent[] {
  return events.toSorted((a, b) => a.datetime.localeCompare(b.datetime));
}
