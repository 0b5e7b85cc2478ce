import { omitNullish } from "../../lib/omit-nullish.ts";
import type { fulfillments } from "../../platform/db/tables/orders.ts";
import type { Fulfillment } from "./fulfillment-schema.ts";
import { linesById } from "./lines.ts";
import type { Order, OrderBody, StoredOrder } from "./schema.ts";
import { deliveredAt } from "./tracking-history.ts";

export type OrderRow = { body: StoredOrder; createdAt: Date };
export type FulfillmentRow = Omit<typeof fulfillments.$inferSelect, "storeId" | "orderId" | "isSynced">;

/**
 * Returns the view of an order: the body as created, nullable fields always present, and the fulfillments.
 */
export function orderView(row: OrderRow, rows: FulfillmentRow[]): Order {
  const { linePositions: _, ...body } = row.body;
  return {
    ...body,
    createdAt: row.createdAt.toISOString(),
    totalPrice: body.totalPrice ?? null,
    subtotalPrice: body.subtotalPrice ?? null,
    totalTax: body.totalTax ?? null,
    totalDiscount: body.totalDiscount ?? null,
    tags: body.tags ?? null,
    currencyCode: body.currencyCode ?? null,
    locationId: body.locationId ?? null,
    fulfillments: rows.map((fulfillment) => fulfillmentView(fulfillment, row.body)),
  };
}

export function fulfillmentView(row: FulfillmentRow, order: OrderBody): Fulfillment {
  const lines = linesById(order);
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lineItems: row.lineItems.flatMap(({ id, quantity }) => {
      const line = lines.get(id)?.line;
      if (!line) return [];
      const { title, productId, variantId, sku } = line;
      return { id, quantity, title, productId, ...omitNullish({ variantId, sku }) };
    }),
    trackingHistory: row.trackingHistory,
    ...omitNullish({
      trackingCompany: row.trackingCompany,
      trackingNumber: row.trackingNumber,
      fulfilledAt: row.fulfilledAt?.toISOString(),
      deliveredAt: deliveredAt(row.trackingHistory)?.toISOString(),
    }),
  };
}
