import { type Static, Type } from "@sinclair/typebox";
import { Attempts, DeliveryEventType } from "../../../core/delivery/schema.ts";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { ById } from "../../../lib/shared-fields.ts";
import { Mail } from "../../mail/schema.ts";
import { HistoryEntry } from "../read/history-schema.ts";

/** The types of entries, in the order of those with the same time. */
export const RETURN_ENTRY_TYPES = ["delivery", "mail", "note", "status", "stock", "withdrawal"] as const;
export type ReturnEntryType = (typeof RETURN_ENTRY_TYPES)[number];

const By = () => field(Type.String(), "The API client's or the person's name.", "warehouse");

const RequestId = () =>
  field(Type.String(), "Of the request that changed the return.", "01956001-9e00-7000-8000-000000000001");

const { at, ...change } = HistoryEntry.properties;

const StatusEntry = Type.Object(
  {
    type: field(OneOf(["status"]), "What kind of object it is."),
    at,
    ...change,
  },
  { title: "Status change in a timeline" },
);

const NoteEntry = Type.Object(
  {
    type: field(OneOf(["note"]), "What kind of object it is."),
    at: field(DateTime(), "When the note was written."),
    by: By(),
    byId: ById,
    message: field(Type.Optional(Type.String()), "The text.", "Arrived wet"),
    image: field(Type.Optional(Type.String()), "The URL of the image.", "https://shop.example/image.png"),
  },
  { title: "Note in a timeline" },
);

const ShopStock = Type.Object(
  {
    status: field(
      OneOf(["waiting", "done", "refused", "unknown"]),
      "`unknown`: the shop was asked and hasn't said; it is asked again, and changes its stock once.",
    ),
    reason: field(
      Nullable(Type.String()),
      "Why it is refused or unknown; null otherwise.",
      "The shop doesn't keep stock of this product.",
    ),
    attempts: field(Type.Integer(), "How often the shop was asked.", 1),
  },
  { title: "Stock change in a shop" },
);

const StockEntry = Type.Object(
  {
    type: field(OneOf(["stock"]), "What kind of object it is."),
    at: field(DateTime(), "When the stock was changed."),
    by: By(),
    byId: ById,
    requestId: RequestId(),
    stock: field(
      OneOf(["restocked", "reserved"]),
      "`restocked`: an item that came back raises a level. `reserved`: what is sent in exchange is held back.",
    ),
    units: field(
      Type.Integer(),
      "How many pieces; negative when they were taken back, or are held back no more.",
      2,
    ),
    itemId: field(
      Nullable(Type.String()),
      "The return's item that came back.",
      "rit_01m5zk7wq40000b6m9t2y4e8gs",
    ),
    productId: field(Nullable(Type.String()), "The product whose level was changed.", "linen-shirt-m"),
    locationId: field(Nullable(Type.String()), "The level's location.", "loc_01kb3e8m9g0000q2x7d4n8wvf5"),
    reason: field(
      Nullable(OneOf(["no_product", "no_location", "not_stocked"])),
      "Why no level was changed: the line names no product, the store has no default location, or it keeps no stock of what is sent.",
    ),
    shop: field(
      Nullable(ShopStock),
      "What has become of it in the shop whose connector the order came by; null where there is nothing to change in a shop.",
    ),
  },
  { title: "Stock change in a timeline" },
);

const DeliveryEntry = Type.Object(
  {
    type: field(OneOf(["delivery"]), "What kind of object it is."),
    at: field(DateTime(), "When the event was written."),
    requestId: RequestId(),
    webhookId: field(Type.String(), "The webhook's id.", "whk_01m5fp3a2c0000g7s5j1r8q4ty"),
    url: field(Type.String(), "Where the webhook sends its events now.", "https://example.com/hooks/returns"),
    deliveryId: field(Type.String(), "The delivery's id.", "whe_01m5fq8e200000t3b6y2d9k0mz"),
    sequence: field(Type.Integer(), "The number in the order of changes.", 1),
    eventType: field(DeliveryEventType, "Why the event was sent."),
    status: field(
      OneOf(["pending", "delivered", "discarded"]),
      "Whether it waits, was delivered, or was discarded.",
    ),
    attempts: field(Attempts, "The attempts, oldest first."),
  },
  { title: "Delivery in a timeline" },
);

const { to, kind, status, attempts, error, attemptedAt } = Mail.properties;

const MailEntry = Type.Object(
  {
    type: field(OneOf(["mail"]), "What kind of object it is."),
    at: field(DateTime(), "When it was queued."),
    requestId: RequestId(),
    mailId: field(Type.String(), "The id of the mail.", "mai_01m7yyk8y70000t1eshc79ng9c"),
    ...{ to, kind, status, attempts, error, attemptedAt },
  },
  { title: "Mail in a timeline" },
);

const WithdrawalEntry = Type.Object(
  {
    type: field(OneOf(["withdrawal"]), "What kind of object it is."),
    at: field(DateTime(), "When the statement was received."),
    by: By(),
    byId: ById,
    requestId: RequestId(),
    withdrawalId: field(
      Type.String(),
      "The withdrawal that has made the return.",
      "wdr_01m5zk7wq10000h2v8d3c6x9ty",
    ),
    number: field(Type.Integer(), "The number on its receipt.", 17),
  },
  { title: "Withdrawal in a timeline" },
);

export type ReturnTimeline = Static<typeof ReturnTimeline>;
export const ReturnTimeline = Type.Object(
  {
    timeline: field(
      Type.Array(Type.Union([StatusEntry, NoteEntry, DeliveryEntry, StockEntry, MailEntry, WithdrawalEntry])),
      "What happened, newest first.",
    ),
  },
  { title: "Return timeline" },
);
