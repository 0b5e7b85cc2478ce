import { FULFILLMENT, FULFILLMENT_REQUEST, ORDER, ORDER_RESPONSE, TRACKING_EVENT } from "./docs-examples.ts";

const TOO_LARGE = "A field is invalid; or the order's fulfillments would be too large (`order_too_large`).";

/** The documentation of each operation, with the choices where the specification is silent. */
export const DOCS = {
  create: {
    operationId: "createOrder",
    summary: "Create an order",
    description: `Creates an order under the merchant's own \`orderId\`, unique per store.

- Required are \`orderId\`, \`createdAt\` and \`lineItems\`, each with \`id\`, \`productId\`, \`title\` and \`quantity\`. Every other field may be null or absent.
- \`productId\` is required too, and null for a line without a product.
- An \`orderId\` or \`customer.id\` of \`.\` or \`..\` is 400: clients resolve these in a path, so that no URL could contain the id.
- The \`customer\` is matched by \`id\`, then \`email\`, then \`phoneNumber\`, and its profile updated; without a match it is created. An invalid \`email\` and a \`phoneNumber\` that isn't E.164 read back as sent and identify no customer.`,
    "x-errors": {
      409: "The store already has an order with this `orderId`, identical or not.",
      503: "A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`).",
    },
    "x-example": ORDER,
  },
  list: {
    operationId: "listOrders",
    summary: "List orders",
    description: `Lists orders that match every filter, newest \`createdAt\` first unless \`sort\` says otherwise, each as *Get an order* returns it.

- Send the value of \`X-Page-Next\` as \`X-Page-Continue\` to get the next page; the header is absent on the last page.
- A page may have fewer orders than \`X-Page-Size\`, even none, and a next page: with several filters that each match more than 1,000 orders it ends after comparing 1,000.`,
    "x-response-examples": { 200: { orders: [ORDER_RESPONSE] } },
    "x-extension": true,
  },
  read: {
    operationId: "readOrder",
    summary: "Get an order",
    description:
      "`orderId` is the merchant's id or, if none matches, the same with one leading `#` more or less, or the name that its shop gives it, or the service's id. Escape it with `encodeURIComponent`. The response is the order as it was created, with `createdAt` in UTC, nullable fields always present, and `fulfillments`.",
    "x-response-examples": { 200: ORDER_RESPONSE },
  },
  fulfill: {
    operationId: "fulfillOrder",
    summary: "Record a fulfillment",
    description:
      "Records which units of an order were shipped. A line item that the order does not have is 400. An order's fulfillments have at most 5 MB in its response.",
    "x-errors": {
      400: TOO_LARGE,
      409: "More units than are left to fulfill (`units_not_fulfillable`), or the order already has a fulfillment with this `fulfillmentId` (`already_exists`).",
    },
    "x-example": FULFILLMENT_REQUEST,
    "x-response-examples": { 200: { success: true, fulfillment: FULFILLMENT } },
    "x-extension": true,
  },
  track: {
    operationId: "trackFulfillment",
    summary: "Add a tracking event",
    description:
      "Adds a carrier's event to the fulfillment's `trackingHistory`, which is sorted by time. `deliveredAt` is the time of its last `delivered`, in whatever order the events come. The same event again changes nothing. An order's fulfillments have at most 5 MB in its response.",
    "x-errors": { 400: TOO_LARGE },
    "x-example": TRACKING_EVENT,
    "x-extension": true,
  },
};
