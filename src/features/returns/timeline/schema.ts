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
      "d06a18a7-adb3-4de6-839a-fded8a7e00d4",
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
    message: field(Type.Optional(Type.String()), "The text.", "The seam is torn."),
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
      "d06a18a7-adb3-4de6-839a-fded8a7e00d4",
    ),
    webhookId: field(Type.String(), "The webhook's id.", "whk_01kb3e8m9g0000q2x7d4n8wvf5"),
    url: field(Type.String(), "Where the webhook sends its events now.", "https://hooks.example.com/returns"),
    deliveryId: field(Type.String(), "The delivery's id.", "whe_01kb3e8m9g0000q2x7d4n8wvf5"),
    sequence: field(Type.Integer(), "The number in the order of changes.", 42),
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
