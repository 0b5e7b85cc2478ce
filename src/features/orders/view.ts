import { omitNullish } from "../../lib/omit-nullish.ts";
import type { fulfillments } from "../../platform/db/tables/orders.ts";
import type { Fulfillment } from "./fulfillment-schema.ts";
import { linesById } from "./lines.ts";
import type { Order, OrderBody, StoredOrder } from "./schema.ts";
import { deliveredAt, shownHistory } from "./tracking-history.ts";

export type OrderRow = { body: StoredOrder; createdAt: Date };
export type FulfillmentRow = Omit<typeof fulfillments.$inferSelect, "storeId" | "orderId" | "isSynced">;

/**
 * Returns the view of an order: the body as created, nullable fields always present, and the fulfillments; in the order of
 * the description, since it is sent as it stands.
 */
export function orderView(row: OrderRow, rows: FulfillmentRow[]): Order {
  const {
    linePositions: _,
    nextLinePosition: __,
    shopLineIds: ___,
    erasedContacts: ____,
    fileOf: _____,
    createdAt: ______,
    orderId,
    lineItems,
    customer,
    shipping,
    billingAddress,
    totalPrice,
    subtotalPrice,
    totalTax,
    totalDiscount,
    tags,
    currencyCode,
    locationId,
    ...shops
  } = row.body;
  return {
    orderId,
    createdAt: row.createdAt.toISOString(),
    lineItems,
    customer,
    shipping,
    totalPrice: totalPrice ?? null,
    subtotalPrice: subtotalPrice ?? null,
    totalTax: totalTax ?? null,
    totalDiscount: totalDiscount ?? null,
    billingAddress,
    tags: tags ?? null,
    currencyCode: currencyCode ?? null,
    locationId: locationId ?? null,
    ...shops,
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
    trackingHistory: shownHistory(row.trackingHistory),
    ...omitNullish({
      trackingCompany: row.trackingCompany,
      trackingNumber: row.trackingNumber,
      fulfilledAt: row.fulfilledAt?.toISOString(),
      deliveredAt: deliveredAt(row.trackingHistory)?.toISOString(),
    }),
  };
}
