import { CALLBACK, DELIVERY, DISABLED, ENABLED, HEALTH, WITH_HEADERS } from "./docs-examples.ts";

/** The OpenAPI text of each operation, including choices where the specification is silent. */
export const DOCS = {
  list: {
    operationId: "listWebhooks",
    summary: "List webhooks",
    description: [
      "Returns all webhooks of the store, oldest first, with their bearer tokens (`callback.auth` is",
      "null without one). Signing secrets are not returned.",
    ].join("\n"),
  },
  create: {
    operationId: "createWebhook",
    summary: "Create a webhook",
    description: [
      "Creates a webhook, or updates the one with this `externalId` (200, the signing secret stays).",
      "- It receives an event of every change of a return that begins after this response, in order per",
      "  return.",
      "- With `backfill` it also receives an event of type `backfill` for every return of which it has",
      "  none: the return's current state, `at` its last change. A change that is in progress meanwhile",
      "  is covered by one or the other.",
      "- The URL must be https and must not resolve to a private address. An address that becomes",
      "  private later fails the attempt.",
      "- `signingSecret` is returned here only, inside the webhook and beside it. A repeat with the same",
      "  `Idempotency-Key` returns it again (200).",
    ].join("\n"),
    "x-errors": {
      404: "The webhook of this `Idempotency-Key` was deleted (`webhook_not_found`).",
      409: "A webhook of another topic has this `externalId` (`already_exists`).",
    },
    "x-example": {
      webhook: { topic: "return", callback: CALLBACK, externalId: "returns-to-erp", backfill: true },
    },
    "x-extension": true,
  },
  read: {
    operationId: "readWebhook",
    summary: "Get a webhook",
    description: "Returns the webhook as in the list.",
    "x-extension": true,
  },
  replace: {
    operationId: "replaceWebhook",
    summary: "Update a webhook",
    description: [
      "Replaces `callback` and `externalId`; omitted fields become null, and without `callback.auth` no",
      "credential is sent. The next attempt uses the new callback, also of an event that is being",
      "retried. The URL is checked as at creation.",
    ].join("\n"),
    "x-errors": { 409: "Another webhook of the store has this `externalId` (`already_exists`)." },
    "x-example": { webhook: { callback: CALLBACK, externalId: "returns-to-erp" } },
  },
  delete: {
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description: [
      "Takes effect at once: no further attempt starts, pending events are never sent, and deliveries",
      "can't be read. The `externalId` can be used again.",
    ].join("\n"),
    "x-extension": true,
  },
  rotateSecret: {
    operationId: "rotateWebhookSecret",
    summary: "Rotate a webhook's signing secret",
    description: [
      "Returns the new secret, once. For 24 hours each attempt carries two signatures, with the new",
      "secret and with the previous one. A second rotation within that time ends the older secret.",
    ].join("\n"),
    "x-extension": true,
  },
  replay: {
    operationId: "replayWebhook",
    summary: "Replay events",
    description: [
      "Sends the events with an `at` from `start` on again, in the background.",
      "- Delivered and discarded events are replayed as long as they are kept (30 days unless",
      "  configured).",
      "- `type`, `at` and content are the same, in the same order per return, as new deliveries with",
      "  the next sequences.",
      "- Each event is replayed once, however often it was replayed before. A return whose events since",
      "  `start` are all pending is skipped.",
      "- Receivers that deduplicate by return id and `at` process only what they missed.",
    ].join("\n"),
    "x-example": { start: "2026-03-02T09:15:00+01:00" },
    "x-extension": true,
  },
  test: {
    operationId: "testWebhook",
    summary: "Send a test event",
    description: [
      "Sends an event of a return that doesn't exist: its id and its tag are `test`. The event is",
      "delivered, signed, retried and logged like any other, with a sequence of its own.",
    ].join("\n"),
    "x-extension": true,
  },
  deliveries: {
    operationId: "listDeliveries",
    summary: "List a webhook's deliveries",
    description: [
      "Returns deliveries, the latest first unless `sort` says otherwise, each with all its attempts: time, HTTP status (null",
      "without a response), duration, error, and the beginning of the response body. A delivery is",
      "`discarded` after its last attempt failed. Delivered and discarded deliveries are kept for 30",
      "days unless the operator has configured another time. `since` and `until` are compared with the time in",
      "the id, at which the event was written.",
    ].join("\n"),
    "x-extension": true,
    "x-response-examples": { 200: { deliveries: [DELIVERY] } },
  },
  delivery: {
    operationId: "readDelivery",
    summary: "Get a delivery with its payload",
    description: [
      "Returns a delivery as in the list, the body that is sent, and with each attempt its headers: those that were",
      "sent without the signature and the credential, and of a response that wasn't a success what the receiver's",
      "servers say of themselves. It also requires the scope that reads returns, because the body is one.",
    ].join("\n"),
    "x-extension": true,
    "x-response-examples": {
      200: {
        delivery: {
          ...DELIVERY,
          attempts: WITH_HEADERS,
          requestId: "0a2c5b1e-6f2d-4c0b-9b57-1c8f3f6f2f10",
          payload: "{}",
          nextAttemptAt: null,
        },
      },
    },
  },
  disable: {
    operationId: "disableWebhook",
    summary: "Disable a webhook",
    description: [
      "No further attempt starts; one that has begun is completed. Events go on to be recorded, and wait",
      "until the webhook is enabled again. Disabling a disabled webhook changes nothing.",
    ].join("\n"),
    "x-extension": true,
  },
  enable: {
    operationId: "enableWebhook",
    summary: "Enable a webhook",
    description: [
      "Sends the events that wait, in their order, within seconds, and new ones as they come.",
      "- The service itself disables a webhook when an event is discarded after its last attempt and no",
      "  attempt has succeeded for three days.",
      "- Events that wait at a disabled webhook for longer than deliveries are kept (30 days unless",
      "  configured) are discarded. They can be replayed for as long again.",
    ].join("\n"),
    "x-extension": true,
  },
  history: {
    operationId: "listWebhookHistory",
    summary: "List a webhook's history",
    description:
      "Returns when the webhook was disabled and enabled, and by whom: the last 1,000 entries, oldest first.",
    "x-extension": true,
    "x-response-examples": { 200: { history: [DISABLED, ENABLED] } },
  },
  health: {
    operationId: "readWebhookHealth",
    summary: "Get a webhook's health",
    description:
      "Returns how many events wait, since when and until when, and how the deliveries of the last 24 hours went: with `per=hour` also those of each hour. An event is of the hour that its id was made in.",
    "x-extension": true,
    "x-response-examples": {
      200: { health: HEALTH },
    },
  },
  redeliver: {
    operationId: "redeliver",
    summary: "Redeliver an event",
    description: [
      "Sends the delivery again, unchanged, under its own id and sequence, ahead of later events of its",
      "return, with all attempts restarted. A delivery that waits for its next attempt is sent now. One",
      "that is being sent is sent once more afterwards.",
    ].join("\n"),
    "x-extension": true,
  },
};
