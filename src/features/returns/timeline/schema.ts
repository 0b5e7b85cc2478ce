import { type Static, Type } from "@sinclair/typebox";
import { Attempts, DeliveryEventType } from "../../../core/delivery/schema.ts";
import { ById, DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { Status } from "../schema.ts";

/** The types of entries, in the order of those with the same time. */
export const RETURN_ENTRY_TYPES = ["delivery", "note", "status"] as const;
export type ReturnEntryType = (typeof RETURN_ENTRY_TYPES)[number];

const By = () => field(Type.String(), "The API client's or the person's name.", "warehouse");

const StatusEntry = Type.Object(
  {
    type: field(OneOf(["status"]), "What kind of object it is."),
    at: field(DateTime(), "When the status changed."),
    from: field(Nullable(Status), "The status before; null at the creation."),
    to: field(Status, "The status after."),
    by: By(),
    byId: ById(),
    requestId: field(
      Type.String(),
      "The id of the request that did it.",
      "f60af0da-dffc-4b72-8376-f1def7ba2b38",
    ),
    erased: field(
      Type.Optional(Type.Boolean()),
      "True when the person was erased; the status stayed as it was.",
    ),
  },
  { title: "Status change in a timeline" },
);

const NoteEntry = Type.Object(
  {
    type: field(OneOf(["note"]), "What kind of object it is."),
    at: field(DateTime(), "When the note was written."),
    by: By(),
    byId: ById(),
    message: field(Type.Optional(Type.String()), "The text.", "Arrived wet"),
    image: field(Type.Optional(Type.String()), "The URL of the image.", "https://shop.example/image.png"),
  },
  { title: "Note in a timeline" },
);

const DeliveryEntry = Type.Object(
  {
    type: field(OneOf(["delivery"]), "What kind of object it is."),
    at: field(DateTime(), "When the event was written."),
    requestId: field(
      Type.String(),
      "Of the request that changed the return.",
      "01956001-9e00-7000-8000-000000000001",
    ),
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

export type ReturnTimeline = Static<typeof ReturnTimeline>;
export const ReturnTimeline = Type.Object(
  {
    timeline: field(
      Type.Array(Type.Union([StatusEntry, NoteEntry, DeliveryEntry])),
      "What happened, newest first.",
    ),
  },
  { title: "Return timeline" },
);
