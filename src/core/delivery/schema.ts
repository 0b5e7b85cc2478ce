import { Type } from "@sinclair/typebox";
import { DateTime, field, Nullable, OneOf } from "../../lib/schema-types.ts";

export const DeliveryEventType = OneOf(["created", "updated", "backfill", "queued", "sent", "failed"]);

const attempt = {
  at: field(DateTime(), "When the attempt began."),
  status: field(Nullable(Type.Integer()), "The HTTP status; null without a response.", 200),
  durationMs: field(Type.Integer(), "How long it took, in milliseconds.", 10000),
  error: field(Nullable(Type.String()), "Why there was no response.", "no answer in time"),
  answer: field(Nullable(Type.String()), "The beginning of the response body.", "ok"),
};

/** The attempts of an event, the first one first. */
export const Attempts = Type.Array(Type.Object(attempt));

/** The attempts of an event with what was said in headers. */
export const AttemptsWithHeaders = Type.Array(
  Type.Object({
    ...attempt,
    requestHeaders: field(
      Type.Record(Type.String(), Type.String(), { examples: [{ "webhook-sequence": "2" }] }),
      "The headers that were sent, without the signature and the credential.",
    ),
    responseHeaders: field(
      Nullable(Type.Record(Type.String(), Type.String(), { examples: [{ "retry-after": "30" }] })),
      "Some headers of a response that wasn't a success; null for others.",
    ),
  }),
);
