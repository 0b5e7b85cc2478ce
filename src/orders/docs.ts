/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  create: {
    operationId: "createOrder",
    summary: "Create an order",
    description:
      "Stores an order under the merchant's own `orderId`, which a store can use once. Required are `orderId`, `createdAt` and `lineItems`, each with `id`, `productId`, `title` and `quantity`; everything else may be null or absent. The order's `customer` is recognised, or created, by `id`, then `email`, then `phoneNumber`, and its profile enriched.",
    "x-refusals": {
      409: "The store has an order with this `orderId`, even if this one is identical.",
    },
    "x-example": {
      orderId: "WEB-20418",
      createdAt: "2026-03-02T09:15:00+01:00",
      lineItems: [
        {
          id: "WEB-20418-1",
          productId: "linen-shirt",
          title: "Linen shirt",
          variantId: "linen-shirt-m",
          sku: "LIN-M",
          quantity: 2,
          price: 49.5,
          discount: 9.9,
        },
      ],
      customer: { email: "ada@example.com", firstName: "Ada", lastName: "Byron" },
      shipping: {
        method: "standard",
        cost: 4.9,
        address: {
          address1: "12 St James's Square",
          city: "London",
          country: "GB",
          postalCode: "SW1Y 4JH",
        },
      },
      totalPrice: 94,
      totalDiscount: 9.9,
      currencyCode: "GBP",
    },
  },
  read: {
    operationId: "readOrder",
    summary: "Read an order",
    description:
      "`orderId` is the merchant's own id or the service's; the merchant's is looked for first. The answer is what was posted, `createdAt` in UTC, with the nullable members always there and `fulfillments`.",
  },
  fulfill: {
    operationId: "fulfillOrder",
    summary: "Record a fulfillment",
    description: "Says which units of an order were sent. A line that the order doesn't have is 400.",
    "x-refusals": {
      409: "More units than are left to send, or the order has a fulfillment with this `fulfillmentId`.",
    },
    "x-example": {
      fulfillmentId: "WEB-20418-F1",
      lineItems: [{ id: "WEB-20418-1", quantity: 2 }],
      tracking: { carrier: "Royal Mail", code: "AB123456785GB" },
    },
    "x-extension": true,
  },
  track: {
    operationId: "trackFulfillment",
    summary: "Add a tracking event",
    description:
      "Adds a carrier's message to the fulfillment's `trackingHistory`, which is kept in order of time. The status `delivered` sets `deliveredAt`.",
    "x-example": {
      message: "Handed to a neighbour",
      status: "delivered",
      datetime: "2026-03-05T14:02:00Z",
      location: { city: "London", country: "GB" },
    },
    "x-extension": true,
  },
};
