import { and, eq } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import { type Ctx, inTransaction, withCommit } from "../../core/ctx.ts";
import { addMentions } from "../../core/lists/search-keys.ts";
import { parseDateTime } from "../../lib/date-time.ts";
import { problem } from "../../lib/problem.ts";
import { sameJson } from "../../lib/same-json.ts";
import { fulfillments } from "../../platform/db/tables/orders.ts";
import { fulfillmentsOf, lockOrder } from "./find.ts";
import { requireFulfillmentsFit } from "./fulfilled-bytes.ts";
import type { Fulfillment, TrackingEvent } from "./fulfillment-schema.ts";
import { withScan } from "./tracking-history.ts";
import { fulfillmentView } from "./view.ts";

/**
 * Adds a carrier's event to a fulfillment and returns it, with its events sorted by time. An event that is there
 * already changes nothing. Throws 404 for an unknown order or fulfillment, 400 when the order's fulfillments would be
 * too large.
 */
export function trackFulfillment(
  ctx: Ctx,
  storeId: string,
  ids: { orderId: string; fulfillmentId: string },
  event: TrackingEvent,
): Promise<Fulfillment> {
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, storeId, ids.orderId);
    const rows = await fulfillmentsOf(tx, storeId, order.id);
    const row = rows.find(({ id }) => id === ids.fulfillmentId);
    if (!row) throw problem("fulfillment_not_found", `The order has no fulfillment ${ids.fulfillmentId}.`);

    const at = parseDateTime(event.datetime) ?? ctx.now();
    const trackingHistory = withScan(row.trackingHistory, { ...event, datetime: at.toISOString() });
    const changed = { ...row, trackingHistory };
    if (sameJson(row.trackingHistory, trackingHistory)) {
      return fulfillmentView(row, order.body);
    }
    const others = rows.filter(({ id }) => id !== row.id);
    requireFulfillmentsFit([...others, changed], order.body, "/message");
    const updated = tx.db
      .update(fulfillments)
      .set({ trackingHistory })
      .where(
        and(
          eq(fulfillments.storeId, storeId),
          eq(fulfillments.orderId, order.id),
          eq(fulfillments.id, row.id),
        ),
      );
    withCommit(tx, updated);
    const keyed = { storeId, at: order.createdAt, id: order.id };
    addMentions(tx, keyed, "order.mention", { customerId: order.customerId, texts: event });
    recordChanges(tx, storeId, [{ type: "order.updated", objectId: order.id }]);
    return fulfillmentView(changed, order.body);
  });
}
