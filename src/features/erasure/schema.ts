import { Type } from "@sinclair/typebox";
import { DateTime } from "../../lib/schema-types.ts";
import { Customer } from "../customers/schema.ts";
import { Rejection, StoredEvent } from "../events/schema.ts";
import { Order } from "../orders/schema.ts";
import { HistoryEntry } from "../returns/history-schema.ts";
import { Return, ReturnOrder } from "../returns/schema.ts";
import { ReturnWebhook } from "../returns/webhook-schema.ts";
import { RecordedEvent } from "../storefront/schema.ts";
import { Delivery } from "../webhooks/schema.ts";

const Image = Type.Object(
  {
    returnId: Type.String(),
    commentId: Type.String(),
    mediaType: Type.String(),
    content: Type.String({ description: "Base64." }),
  },
  { title: "Exported image" },
);

const StoredResponse = Type.Object(
  {
    id: Type.String({ description: "The id of the order or return." }),
    operation: Type.String(),
    key: Type.String({ description: "The `Idempotency-Key`." }),
    at: DateTime(),
    response: Type.Unknown(),
  },
  { title: "Stored response" },
);

export const CustomerExport = Type.Object(
  {
    customer: Customer,
    formerIdentifiers: Type.Array(Type.String(), {
      description: "E-mail addresses and phone numbers that the profile had before, or a merged customer.",
    }),
    mergedCustomers: Type.Array(
      Type.Pick(Customer, ["id", "firstName", "lastName", "location"], { title: "Merged customer" }),
      { description: "The customers that were merged into this one, as they were named." },
    ),
    events: Type.Array(StoredEvent, { description: "Custom events." }),
    rejectedEvents: Type.Array(Rejection),
    storefrontEvents: Type.Array(RecordedEvent),
    orders: Type.Array(Order),
    returns: Type.Array(
      Type.Object({ order: ReturnOrder, return: Return, history: Type.Array(HistoryEntry) }),
    ),
    images: Type.Array(Image, { description: "The images of comments." }),
    deliveries: Type.Array(
      Type.Object({ ...Delivery.properties, webhookId: Type.String(), payload: ReturnWebhook }),
      { description: "What was sent to webhooks, or waits, and what the receivers have responded." },
    ),
    responses: Type.Array(StoredResponse, { description: "Responses kept for an `Idempotency-Key`." }),
  },
  { title: "Customer export" },
);
