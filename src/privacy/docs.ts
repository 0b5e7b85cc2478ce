import { CUSTOMER } from "../customers/docs.ts";
import { ORDER_RESPONSE } from "../orders/docs-examples.ts";

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  erase: {
    operationId: "eraseCustomer",
    summary: "Erase a customer",
    description: [
      "Erases a person, within a minute. With the response the profile is gone: reads by id, e-mail address or",
      "phone number are 404, and an event or order with any of them creates a new customer.",
      "- **Erased**: the profile, custom events, storefront events, rejected events; in orders the customer and",
      "  the addresses; in returns names, addresses, notes, comments, images, the customer's comments and answers,",
      "  links to labels; the same in payloads of webhooks, also of deliveries that wait, in responses kept for an",
      "  `Idempotency-Key`, in files of the ASN report, in saved segments and their keys, and in URLs of webhooks and",
      "  integrations, which are then called under the URL that is left.",
      "- **Kept**: orders and returns with their lines, money, ids and statuses. Each erased return has a row in",
      "  its history with `erased`, and an event for the webhooks. The change feed has `customer.erased`,",
      "  `order.updated` and `return.updated`.",
      "- What was acknowledged before this request is erased, also what is still being recorded. What follows is a",
      "  new customer's. Of requests at the same time each is treated in one of the two ways, as a whole.",
      "- A repeated request is 202 as long as the erasure is in progress, and then 404.",
    ].join("\n"),
    "x-extension": true,
  },
  export: {
    operationId: "exportCustomer",
    summary: "Export a customer",
    description: [
      "Returns everything that the store holds of a person, as one JSON document: the profile, events, orders and",
      "returns with their histories and images, deliveries with their payloads, and stored responses.",
      "- The response is streamed in slices, each as it is when it is read; on a failure the connection closes",
      "  before the closing bracket.",
      "- Rejected events and storefront events are those that name the person, and those of the same visitor that",
      "  name no person. Some may name others too.",
      "- Files of the ASN report hold rows of the same returns and are not repeated here.",
    ].join("\n"),
    "x-errors": {
      429: "One process of the service is sending 2 exports of the store, or 6 in all (`too_many_at_once`).",
    },
    "x-response-examples": {
      200: {
        customer: CUSTOMER,
        formerIdentifiers: ["ada.byron@example.com"],
        events: [
          {
            eventId: "019ca2f1-93b4-7c1e-8f60-2f5d3a9b7c11",
            eventName: "Fitting booked",
            customerId: CUSTOMER.id,
            eventTimestamp: "2026-03-02T08:15:00.000Z",
            receivedAt: "2026-03-02T08:15:03.412Z",
            data: { shop: "Mayfair" },
          },
        ],
        rejectedEvents: [],
        storefrontEvents: [],
        orders: [ORDER_RESPONSE],
        returns: [],
        images: [],
        deliveries: [],
        responses: [],
      },
    },
    "x-extension": true,
  },
};
