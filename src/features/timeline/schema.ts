import { type TSchema, Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../lib/schema-types.ts";
import { StoredEvent } from "../events/schema.ts";
import { Order } from "../orders/schema.ts";
import { Return } from "../returns/schema.ts";

export const ENTRY_TYPES = ["event", "order", "return"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

const entryOf = (title: string, type: EntryType, id: string, at: string, data: TSchema) =>
  Type.Object(
    {
      type: OneOf([type]),
      id: Type.String({ description: id }),
      at: DateTime({ description: at }),
      data,
    },
    { title },
  );

const Entry = Type.Union([
  entryOf("Event in a timeline", "event", "Its `eventId`.", "Its `eventTimestamp`.", StoredEvent),
  entryOf(
    "Order in a timeline",
    "order",
    "The service's id of the order.",
    "Its `createdAt`.",
    Nullable(Order),
  ),
  entryOf("Return in a timeline", "return", "The id of the return.", "Its `createdAt`.", Nullable(Return)),
]);

export const Timeline = Type.Object({ timeline: Type.Array(Entry) }, { title: "Timeline" });
