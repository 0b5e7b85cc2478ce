import type { webhookAttempts, webhookEvents, webhooks } from "../../platform/db/tables/webhooks.ts";
import type { Delivery, Webhook } from "./schema.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type EventRow = typeof webhookEvents.$inferSelect;
export type AttemptRow = typeof webhookAttempts.$inferSelect;

/** Builds the response for a webhook; `token` is decrypted. */
export function webhookView(row: WebhookRow, token: string | null): Webhook {
  return {
    id: row.id,
    topic: row.topic,
    callback: { url: row.url, auth: token === null ? null : { bearer: { token } } },
    externalId: row.externalId,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function deliveryView(event: EventRow, attempts: AttemptRow[]): Delivery {
  return {
    deliveryId: event.id,
    returnId: event.returnId,
    sequence: event.seq,
    type: event.type,
    at: event.at.toISOString(),
    status: event.state,
    attempts: attempts.map(({ at, status, durationMs, error, answer }) => ({
      at: at.toISOString(),
      status,
      durationMs,
      error,
      answer,
    })),
  };
}
