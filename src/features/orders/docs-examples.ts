const ADDRESS = { city: "London", country: "GB" };

/** A request to create an order. */
export const ORDER = {
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
    address: { address1: "12 St James's Square", ...ADDRESS, postalCode: "SW1Y 4JH" },
  },
  totalPrice: 94,
  totalDiscount: 9.9,
  currencyCode: "GBP",
};

/** A request to record a fulfillment of it. */
export const FULFILLMENT_REQUEST = {
  fulfillmentId: "WEB-20418-F1",
  lineItems: [{ id: "WEB-20418-1", quantity: 2 }],
  tracking: { carrier: "Royal Mail", code: "AB123456785GB" },
};

export const TRACKING_EVENT = {
  message: "Handed to a neighbour",
  status: "delivered",
  datetime: "2026-03-05T14:02:00Z",
  location: ADDRESS,
};

export const FULFILLMENT = {
  id: "WEB-20418-F1",
  createdAt: "2026-03-03T11:40:00.000Z",
  lineItems: [
    {
      id: "WEB-20418-1",
      quantity: 2,
      title: "Linen shirt",
      productId: "linen-shirt",
      variantId: "linen-shirt-m",
      sku: "LIN-M",
    },
  ],
  trackingHistory: [],
  trackingCompany: "Royal Mail",
  trackingNumber: "AB123456785GB",
};

const DELIVERED = {
  ...FULFILLMENT,
  trackingHistory: [{ ...TRACKING_EVENT, datetime: "2026-03-05T14:02:00.000Z" }],
  deliveredAt: "2026-03-05T14:02:00.000Z",
};

/** The order in a response. */
export const ORDER_RESPONSE = {
  ...ORDER,
  createdAt: "2026-03-02T08:15:00.000Z",
  subtotalPrice: null,
  totalTax: null,
  tags: null,
  locationId: null,
  fulfillments: [DELIVERED],
};
