const TOTALS = { totalPrice: 19, subtotalPrice: 19, totalTax: 0, totalDiscount: 1 };

/**
 * Returns an order as a shop posts it: two lines, a total of 19.00 and its own customer. With lines of its own it has no
 * totals.
 */
export function order(orderId: string, changes: Record<string, unknown> = {}) {
  return {
    orderId,
    createdAt: "2026-03-01T10:00:00.000Z",
    lineItems: [
      {
        id: "line-1",
        productId: "tee",
        title: "Tee",
        variantId: "tee-m",
        sku: "TEE-M",
        quantity: 2,
        price: 8,
        discount: 1,
      },
      { id: "line-2", productId: "mug", title: "Mug", quantity: 1, price: 4, discount: 0 },
    ],
    customer: {
      id: `customer-of-${orderId}`,
      email: `${orderId.toLowerCase()}@example.test`,
      phoneNumber: null,
      firstName: "Alex",
      lastName: "Doe",
    },
    shipping: { method: "standard", cost: 0, address: { address1: "1 Road", city: "Town", country: "US" } },
    ...(changes.lineItems === undefined && TOTALS),
    currencyCode: "USD",
    tags: ["first"],
    ...changes,
  };
}

/** Returns the body of a return of one unit of an order's first line. */
export function returnOf(externalOrderId: string, changes: Record<string, unknown> = {}) {
  return {
    data: {
      provider: "shopify",
      externalOrderId,
      items: [
        { lineItemId: "line-1", quantity: 1, reason: "Too small", reasonCode: "SMALL", notes: "Runs small" },
      ],
      shippingAddress: { line1: "1 Road", city: "Town", state: "OH", postalCode: "43004", country: "US" },
      ...changes,
    },
  };
}
