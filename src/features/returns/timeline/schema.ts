import { type Static, Type } from "@sinclair/typebox";
import { Attempts, DeliveryEventType } from "../../../core/delivery/schema.ts";
import { DateTime, field, OneOf } from "../../../lib/schema-types.ts";
import { ById } from "../../../lib/shared-fields.ts";
import { HistoryEntry } from "../read/history-schema.ts";

/** The types of entries, in the order of those with the same time. */
export const RETURN_ENTRY_TYPES = ["delivery", "note", "status"] as const;
export type ReturnEntryType = (typeof RETURN_ENTRY_TYPES)[number];

const By = () => field(Type.String(), "The API client's or the person's name.", "warehouse");

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
