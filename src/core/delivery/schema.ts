import { Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../lib/schema-types.ts";

export const DeliveryEventType = OneOf(["created", "updated", "backfill", "queued", "sent", "failed"]);

/** The attempts of an event, the first one first. */
export const Attempts = Type.Array(
  Type.Object({
    at: field(DateTime(), "When the attempt began."),
    status: field(Nullable(Type.Integer()), "The HTTP status; null without a response.", 200),
    durationMs: field(Type.Integer(), "How long it took, in milliseconds.", 10000),
    error: field(Nullable(Type.String()), "Why there was no response.", "no answer in time"),
    answer: field(Nullable(Type.String()), "The beginning of the response body.", "ok"),
  }),
);
