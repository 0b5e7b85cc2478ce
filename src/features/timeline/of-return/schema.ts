import { type Static, Type } from "@sinclair/typebox";
import { Attempts, DeliveryEventType } from "../../../core/delivery/schema.ts";
import { ById, DateTime, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { Status } from "../../returns/schema.ts";

/** The types of entries, in the order of those with the same time. */
export const RETURN_ENTRY_TYPES = ["delivery", "note", "status"] as const;
export type ReturnEntryType = (typeof RETURN_ENTRY_TYPES)[number];

const By = () => Type.String({ description: "The API client's or the person's name." });

const StatusEntry = Type.Object(
  {
    type: OneOf(["status"]),
    at: DateTime(),
    from: Nullable(Status),
    to: Status,
    by: By(),
    byId: ById(),
    requestId: Type.String(),
    erased: Type.Optional(
      Type.Boolean({ description: "True when the person was erased; the status stayed as it was." }),
    ),
  },
  { title: "Status change in a timeline" },
);

const NoteEntry = Type.Object(
  {
    type: OneOf(["note"]),
    at: DateTime(),
    by: By(),
    byId: ById(),
    message: Type.Optional(Type.String()),
    image: Type.Optional(Type.String({ description: "The URL of the image." })),
  },
  { title: "Note in a timeline" },
);

const DeliveryEntry = Type.Object(
  {
    type: OneOf(["delivery"]),
    at: DateTime({ description: "When the event was written." }),
    requestId: Type.String({ description: "Of the request that changed the return." }),
    webhookId: Type.String(),
    url: Type.String({ description: "Where the webhook sends its events now." }),
    deliveryId: Type.String(),
    sequence: Type.Integer(),
    eventType: DeliveryEventType,
    status: OneOf(["pending", "delivered", "discarded"]),
    attempts: Attempts,
  },
  { title: "Delivery in a timeline" },
);

export type ReturnTimeline = Static<typeof ReturnTimeline>;
export const ReturnTimeline = Type.Object(
  { timeline: Type.Array(Type.Union([StatusEntry, NoteEntry, DeliveryEntry])) },
  { title: "Return timeline" },
);
