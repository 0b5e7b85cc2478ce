import { t } from "elysia";
import { Text } from "../../lib/schema-types.ts";

/** The `Idempotency-Key` header of operations that create. */
export const IdempotencyKey = t.Object({
  "idempotency-key": t.Optional(
    Text({
      minLength: 1,
      maxLength: 255,
      description:
        "Makes it safe to retry the request: a repeat with the same key gets the response of the first request. Keys are kept for 30 days unless the operator configures another time; after that a request with the same key is a new request.",
    }),
  ),
});

export function idempotencyKeyOf(headers: { "idempotency-key"?: string }): string | undefined {
  return headers["idempotency-key"];
}
