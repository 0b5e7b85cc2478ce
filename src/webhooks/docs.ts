const CALLBACK = {
  url: "https://hooks.example.com/aftersale",
  auth: { bearer: { token: "a-secret-of-the-subscriber" } },
};

const WEBHOOK = {
  id: "whk_01m7yxtp7n0000bs57pyqkysjs",
  topic: "return",
  callback: CALLBACK,
  externalId: "returns-to-erp",
  createdAt: "2026-03-02T08:15:00.000Z",
  updatedAt: "2026-03-02T08:15:00.000Z",
};
const SECRET = { signingSecret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs=" };
const CREATED = { webhook: { ...WEBHOOK, ...SECRET }, ...SECRET };
const DELIVERY = {
  deliveryId: "whe_01m7yyk8yk0000xw5hwcne6n3w",
  returnId: "ret_01m7yyk8y70000t1eshc79ng9c",
  sequence: 2,
  type: "updated",
  at: "2026-03-02T09:00:00.000Z",
  status: "delivered",
  attempts: [
    {
      at: "2026-03-02T09:00:00.004Z",
      status: null,
      durationMs: 10_000,
      error: "no answer in time",
      answer: null,
    },
    { at: "2026-03-02T09:00:15.123Z", status: 200, durationMs: 87, error: null, answer: "ok" },
  ],
};

/** What the documentation says of each operation; the choices where the specification is silent. */
export const DOCS = {
  list: {
    operationId: "listWebhooks",
    summary: "List webhooks",
    description:
      "All of the store, oldest first, with the bearer tokens that their subscribers gave (`callback.auth` is null where there is none); signing secrets are not shown.",
    "x-response-examples": { 200: { webhooks: [WEBHOOK] } },
  },
  create: {
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "From the answer on it hears of every change of a return that begins later, in order per return. With `backfill` it is told besides, with the type `backfill`, of every return of which it has heard nothing yet: as it stands, `at` being its last change; a change that is under way meanwhile is told one way or the other. The URL must be https and must not lead to a private address; a host that only turns out so when it is called fails then. A webhook with this `externalId` is updated instead (200), its signing secret staying. `signingSecret` is shown here alone, in the webhook and beside it.",
    "x-example": {
      webhook: { topic: "return", callback: CALLBACK, externalId: "returns-to-erp", backfill: true },
    },
    "x-extension": true,
    "x-response-examples": { 200: CREATED, 201: CREATED },
  },
  read: {
    operationId: "readWebhook",
    summary: "Get a webhook",
    description: "As the list shows it.",
    "x-extension": true,
    "x-response-examples": { 200: { webhook: WEBHOOK } },
  },
  replace: {
    operationId: "replaceWebhook",
    summary: "Update a webhook",
    description:
      "Replaces `callback` and `externalId`; what is omitted is null from now on: without `callback.auth` no credential is sent. The next attempt, of an event that is being retried too, goes to the new callback. The URL is checked as at creation.",
    "x-errors": { 409: "Another webhook of the store has this `externalId`." },
    "x-example": { webhook: { callback: CALLBACK, externalId: "returns-to-erp" } },
  },
  delete: {
    operationId: "deleteWebhook",
    summary: "Delete a webhook",
    description:
      "At once: no attempt begins any more, what waits is never sent, and its deliveries can't be read any more. Its `externalId` is free.",
    "x-extension": true,
  },
  rotateSecret: {
    operationId: "rotateWebhookSecret",
    summary: "Rotate a webhook's signing secret",
    description:
      "The new secret is shown this once. For 24 hours each attempt carries two signatures, by the new secret and by the one before; a second rotation within them ends the oldest.",
    "x-extension": true,
    "x-response-examples": { 200: SECRET },
  },
  replay: {
    operationId: "replayWebhook",
    summary: "Replay events",
    description:
      "Everything that it was told with an `at` from `start` on, delivered or discarded, and is still kept (30 days unless configured), is told again in the background: the same `type`, `at` and content, return by return in the same order, as new deliveries with the next numbers of their returns. Each event comes once, however often it was replayed, and a return of which everything since `start` is still waiting is left alone. Receivers that deduplicate by return id and `at` take only what they missed.",
    "x-example": { start: "2026-03-02T09:15:00+01:00" },
    "x-extension": true,
  },
  test: {
    operationId: "testWebhook",
    summary: "Send a test event",
    description:
      "Tells the webhook of a return that there isn't: its id is `test`, its tag too. It is delivered, signed, retried and logged like any other, and numbered on its own.",
    "x-extension": true,
  },
  deliveries: {
    operationId: "listDeliveries",
    summary: "List a webhook's deliveries",
    description:
      "The latest first, each with every attempt that was made: when, the HTTP status (null when there was no answer), how long it took, what was wrong, and the beginning of the answer. `discarded` are the dead letters: those that failed as often as is tried. What was delivered or discarded is kept for 30 days unless the operator has configured another time.",
    "x-extension": true,
    "x-response-examples": { 200: { deliveries: [DELIVERY] } },
  },
  redeliver: {
    operationId: "redeliver",
    summary: "Redeliver an event",
    description:
      "As it was, under its own id and number, ahead of what waits for the same return, and with all attempts anew. One that waits for its next attempt has it now, and one that is being sent at this moment is sent once more right after.",
    "x-extension": true,
  },
};
