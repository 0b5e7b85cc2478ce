import { type TSchema, Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../../lib/schema-types.ts";
import { StoredEvent } from "../../events/schema.ts";
import { Order } from "../../orders/schema.ts";
import { Return } from "../../returns/schema.ts";

export const ENTRY_TYPES = ["event", "order", "return"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

type Entries = { type: EntryType; id: [text: string, example: string]; at: string; data: TSchema };

const entryOf = (title: string, { type, id, at, data }: Entries) =>
  Type.Object(
    {
      type: field(OneOf([type]), "What kind of object it is."),
      id: field(Type.String(), ...id),
      at: field(DateTime(), at),
      data: field(data, "The object as it is now; null when it is gone."),
    },
    { title },
  );

const Entry = Type.Union([
  entryOf("Event in a timeline", {
    type: "event",
    id: ["Its `eventId`.", "evt-20418"],
    at: "Its `eventTimestamp`.",
    data: StoredEvent,
  }),
  entryOf("Order in a timeline", {
    type: "order",
    id: ["The service's id of the order.", "ord_01kb3e8m9g0000q2x7d4n8wvf5"],
    at: "Its `createdAt`.",
    data: Nullable(Order),
  }),
  entryOf("Return in a timeline", {
    type: "return",
    id: ["The id of the return.", "ret_01m5zk7wq10000h2v8d3c6x9ty"],
    at: "Its `createdAt`.",
    data: Nullable(Return),
  }),
]);

export const Timeline = Type.Object(
  { timeline: field(Type.Array(Entry), "What happened, newest first.") },
  { title: "Timeline" },
);
