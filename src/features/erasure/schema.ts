import { Type } from "@sinclair/typebox";
import { DateTime, field } from "../../lib/schema-types.ts";
import { Customer } from "../customers/schema.ts";
import { Rejection, StoredEvent } from "../events/schema.ts";
import { Mail, MailWebhook } from "../mail/schema.ts";
import { Order } from "../orders/schema.ts";
import { HistoryEntry } from "../returns/read/history-schema.ts";
import { Return, ReturnOrder } from "../returns/schema.ts";
import { ReturnWebhook } from "../returns/webhooks/webhook-schema.ts";
import { RecordedEvent } from "../storefront/schema.ts";
import { Delivery } from "../webhooks/schema.ts";
import { Withdrawal } from "../withdrawals/schema.ts";
import { WithdrawalWebhook } from "../withdrawals/webhook-docs.ts";

const Image = Type.Object(
  {
    returnId: field(Type.String(), "The return.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    commentId: field(Type.String(), "The comment.", "com_01m5zk7wq10000h2v8d3c6x9ty"),
    mediaType: field(Type.String(), "The media type.", "image/png"),
    content: field(Type.String(), "Base64.", "iVBORw0KGgo="),
  },
  { title: "Exported image" },
);

const Note = Type.Object(
  {
    id: field(Type.String(), "The note's id.", "note_01m5zk7wq10000h2v8d3c6x9ty"),
    text: field(Type.String(), "The note.", "Prefers to be called in the morning."),
    by: field(Type.String(), "Who has noted it.", "Robin Reed"),
    byId: field(Type.String(), "The id of that person.", "per_01m5zk7wq10000h2v8d3c6x9ty"),
    at: field(DateTime(), "When it was noted."),
  },
  { title: "Exported note" },
);

const StoredResponse = Type.Object(
  {
    id: field(Type.String(), "The id of the order, return or withdrawal.", "ret_01m5zk7wq10000h2v8d3c6x9ty"),
    operation: field(Type.String(), "The operation.", "createReturn"),
    key: field(Type.String(), "The `Idempotency-Key`.", "my-first-return"),
    at: field(DateTime(), "When it happened."),
    response: field(Type.Unknown(), "The stored response.", true),
  },
  { title: "Stored response" },
);

export const CustomerExport = Type.Object(
  {
    customer: field(Customer, "The customer."),
    formerIdentifiers: field(
      Type.Array(Type.String()),
      "E-mail addresses and phone numbers that the profile had before, or a merged customer.",
      ["ada.byron@example.com"],
    ),
    mergedCustomers: field(
      Type.Array(
        Type.Pick(Customer, ["id", "firstName", "lastName", "location"], { title: "Merged customer" }),
      ),
      "The customers that were merged into this one, as they were named.",
    ),
    events: field(Type.Array(StoredEvent), "Custom events."),
    rejectedEvents: field(Type.Array(Rejection), "The events of the person that were rejected."),
    storefrontEvents: field(Type.Array(RecordedEvent), "The storefront events of the person."),
    orders: field(Type.Array(Order), "The orders."),
    returns: field(
      Type.Array(
        Type.Object({
          order: field(ReturnOrder, "The order."),
          return: field(Return, "The return."),
          history: field(Type.Array(HistoryEntry), "The changes of status, oldest first."),
        }),
      ),
      "The returns.",
    ),
    withdrawals: field(
      Type.Array(Withdrawal),
      "The withdrawals with the person's e-mail address, and those from the person's orders.",
    ),
    notes: field(
      Type.Array(Note),
      "What the store's people have noted about the customer, the latest first.",
    ),
    images: field(Type.Array(Image), "The images of comments."),
    deliveries: field(
      Type.Array(
        Type.Object({
          ...Delivery.properties,
          webhookId: field(Type.String(), "The webhook's id.", "whk_01kb3e8m9g0000q2x7d4n8wvf5"),
          payload: field(
            Type.Union([ReturnWebhook, WithdrawalWebhook, MailWebhook]),
            "What is sent: the body of each attempt.",
          ),
        }),
      ),
      "What was sent to webhooks, or waits, and what the receivers have responded.",
    ),
    responses: field(Type.Array(StoredResponse), "Responses kept for an `Idempotency-Key`."),
    mails: field(Type.Array(Mail), "Mails to the person and about their returns."),
  },
  { title: "Customer export" },
);
