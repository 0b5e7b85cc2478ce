import { DELIVERED, FULFILLMENT, ORDER, ORDER_READ, SENT, TRACKED } from "./docs-examples.ts";

/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  create: {
    operationId: "createOrder",
    summary: "Create an order",
    description:
      "Stores an order under the merchant's own `orderId`, which a store can use once. Required are `orderId`, `createdAt` and `lineItems`, each with `id`, `productId`, `title` and `quantity`; everything else may be null or absent. An `orderId` of `.` or `..` is 400: clients resolve these two in a path, escaped or not, so that no URL could name the order. The order's `customer` is recognised, or created, by `id`, then `email`, then `phoneNumber`, and its profile enriched.",
    "x-errors": {
      409: "The store has an order with this `orderId`, even if this one is identical.",
    },
    "x-example": ORDER,
    "x-response-examples": {
      200: { orderId: "ord_01m5fk20v40000q7c1x5w8r3nb", externalOrderId: "WEB-20418" },
    },
  },
  read: {
    operationId: "readOrder",
    summary: "Get an order",
    description:
      "`orderId` is the merchant's own id or the service's; the merchant's is looked for first. An id is escaped for a path as `encodeURIComponent` does it. The answer is what was posted, `createdAt` in UTC, with the nullable members always there and `fulfillments`.",
    "x-response-examples": { 200: ORDER_READ },
  },
  fulfill: {
    operationId: "fulfillOrder",
    summary: "Record a fulfillment",
    description: "Says which units of an order were sent. A line that the order doesn't have is 400.",
    "x-errors": {
      409: "More units than are left to send, or the order has a fulfillment with this `fulfillmentId`.",
    },
    "x-example": SENT,
    "x-response-examples": { 200: { success: true, fulfillment: FULFILLMENT } },
    "x-extension": true,
  },
  track: {
    operationId: "trackFulfillment",
    summary: "Add a tracking event",
    description:
      "Adds a carrier's message to the fulfillment's `trackingHistory`, which is kept in order of time. The status `delivered` sets `deliveredAt`.",
    "x-example": TRACKED,
    "x-response-examples": { 201: { fulfillment: DELIVERED } },
    "x-extension": true,
  },
};
