import { Type } from "@sinclair/typebox";
import { DateTime, Nullable, OneOf } from "../../lib/schema-types.ts";

export const DeliveryEventType = OneOf(["created", "updated", "backfill"]);

/** The attempts of an event, the first one first. */
export const Attempts = Type.Array(
  Type.Object({
    at: DateTime(),
    status: Nullable(Type.Integer({ description: "The HTTP status; null without a response." })),
    durationMs: Type.Integer(),
    error: Nullable(Type.String({ description: "Why there was no response." })),
    answer: Nullable(Type.String({ description: "The beginning of the response body." })),
  }),
);
