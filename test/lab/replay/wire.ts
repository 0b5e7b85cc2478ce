import type { PlannedOrder, PlannedReturn } from "./plan.ts";

export const CURRENCY = "GBP";
const PROVIDER = "retail";

/** Returns the request body that creates an order. */
export function orderBody(order: PlannedOrder) {
  return { ...head(order), currencyCode: CURRENCY };
}

/** Returns the JSON that an order reads back as, with its fields in the order of the specification. */
export function orderText(order: PlannedOrder): string {
  return JSON.stringify({
    ...head(order),
    totalPrice: null,
    subtotalPrice: null,
    totalTax: null,
    totalDiscount: null,
    tags: null,
    currencyCode: CURRENCY,
    locationId: null,
    fulfillments: [],
  });
}

/** Returns the request body that creates a return. Its note is its key, which identifies it in lists. */
export function returnBody(planned: PlannedReturn) {
  return {
    data: {
      provider: PROVIDER,
      externalOrderId: planned.order.id,
      items: planned.units.map(({ line, quantity }) => ({
        lineItemId: line.id,
        quantity,
        reason: "Cancelled",
        reasonCode: "CANCELLED",
      })),
      shippingAddress: addressOf(planned),
      notes: planned.key,
    },
  };
}

/** Returns the address of a return. The file has the customer's country and no other part of the address. */
export function addressOf({ customerId, country }: PlannedReturn) {
  const unknown = "unknown";
  return {
    line1: `Customer ${customerId}`,
    line2: "",
    city: unknown,
    state: unknown,
    postalCode: unknown,
    country: country || unknown,
  };
}

function head(order: PlannedOrder) {
  return {
    orderId: order.id,
    createdAt: order.createdAt,
    lineItems: order.lines.map(({ id, stockCode, title, quantity, price }) => ({
      id,
      productId: stockCode,
      title,
      quantity,
      price: Number(price),
    })),
    customer: { id: order.customerId },
  };
}
