import { STORED_EVENT } from "../../events/docs.ts";
import { ORDER_RESPONSE } from "../../orders/docs-examples.ts";
import { RETURN } from "../../returns/docs-examples.ts";

/** The OpenAPI text of the operation, including choices where the specification is silent. */
export const DOCS = {
  read: {
    operationId: "readTimeline",
    summary: "Get a customer's timeline",
    description: [
      "Returns the customer's events, orders and returns, newest `at` first. `data` is the object as its list shows it.",
      "- `at` is the event's `eventTimestamp`, or the `createdAt` of the order or return. Entries of one time are",
      "  in a fixed order: returns, orders, events, each by descending `id`.",
      "- `data` of an order or a return is null for a secret without the scope `orders_read` or `returns_read`.",
      "- `at` and `id` of an entry never change. While others write, all pages together have each entry that was",
      "  stored before the first page was read, once; later ones are there if they sort after the cursor, and",
      "  never twice. `data` is the object's state when its page is read.",
      "- Events of bulk requests are in the timeline once they are recorded, as a rule within a second.",
      "- A page ends early at 4 MB.",
    ].join("\n"),
    "x-response-examples": {
      200: {
        timeline: [
          { type: "return", id: RETURN.id, at: RETURN.createdAt, data: RETURN },
          { type: "order", id: RETURN.order.id, at: ORDER_RESPONSE.createdAt, data: ORDER_RESPONSE },
          {
            type: "event",
            id: STORED_EVENT.eventId,
            at: STORED_EVENT.eventTimestamp,
            data: STORED_EVENT,
          },
        ],
      },
    },
    "x-extension": true,
  },
};
