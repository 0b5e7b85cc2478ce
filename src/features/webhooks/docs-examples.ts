export const CALLBACK = {
  url: "https://hooks.example.com/aftersale",
  auth: { bearer: { token: "a-secret-of-the-subscriber" } },
};

export const HEALTH = {
  ...{ enabled: true, failingSince: null, disabledAt: null },
  ...{ pending: 0, oldestPendingAt: null, nextAttemptAt: null, delivered: 412, discarded: 0 },
};
export const DISABLED = {
  ...{ type: "disabled", at: "2026-03-09T10:20:00.000Z", by: null, byId: null, requestId: null },
  failingSince: "2026-03-06T09:00:00.000Z",
};
export const ENABLED = {
  ...{ type: "enabled", at: "2026-03-09T14:00:00.000Z", by: "warehouse", failingSince: null },
  byId: "cli_01m5zk7wq10000h2v8d3c6x9ty",
  requestId: "6a7b5d92-7d4c-4c62-8a3b-2d0e1f5c9b10",
};
export const DELIVERY = {
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

const SENT = {
  ...{ "Content-Type": "application/json", "User-Agent": "Aftersale" },
  "x-request-id": "0a2c5b1e-6f2d-4c0b-9b57-1c8f3f6f2f10",
  "webhook-id": DELIVERY.deliveryId,
  "webhook-sequence": "2",
};
export const WITH_HEADERS = DELIVERY.attempts.map((attempt) => ({
  ...attempt,
  requestHeaders: { ...SENT, "webhook-timestamp": String(Math.floor(Date.parse(attempt.at) / 1_000)) },
  responseHeaders: null,
}));
