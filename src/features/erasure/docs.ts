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
      "- Customers that were merged into this one are erased with it, and their ids lead nowhere from then on.",
      "- A repeated request is 202 as long as the erasure is in progress, and then 404.",
    ].join("\n"),
    "x-extension": true,
  },
  merge: {
    operationId: "mergeCustomers",
    summary: "Merge a customer into another",
    description: [
      "Makes one customer of two, for a guest who has signed up. With the response the profile is gone, and its id,",
      "e-mail address and phone number lead to the customer `into`, forever: in reads, events, orders, the timeline,",
      "lists by `customer` and `email`, search, the change feed and a segment's condition on `id`.",
      "- **Profile**: the values of `into` stay; those of the merged customer fill what is empty, `location` member by",
      "  member and `customFields` key by key. A later event or order by one of its identifiers patches `into`; an e-mail",
      "  address or phone number of a merged customer only says who is meant, unless the request has the id of `into`.",
      "- **Moved**: custom events, orders and returns, up to 500 of each at once and the rest in the background; *List",
      "  background work* counts them. What an order was sent with stays as it was.",
      "- **Change feed**: `customer.merged` with the merged id and the profile of `into` as `data`, `customer.updated`,",
      "  and `order.updated` and `return.updated` of what was moved. Payloads of webhooks don't change.",
      "- An `into` that was merged itself leads to the customer that is left, which the response names. The same merge",
      "  again is 202 and does nothing. A merge can't be undone.",
      "- An erasure of `into`, also by a merged id, erases what came from the merged customers.",
    ].join("\n"),
    "x-errors": {
      404: "The store has no such customer, or no customer `into` (`customer_not_found`).",
      409: "The customer was merged into another one, or `into` was merged into it (`customer_already_merged`); the two together would have more than 400 `customFields`, 256 KB of them, or 1,000 merged customers (`merged_customer_too_large`).",
    },
    "x-example": { into: CUSTOMER.id },
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
        mergedCustomers: [{ id: "guest-1815", firstName: "A.", lastName: "Byron" }],
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
