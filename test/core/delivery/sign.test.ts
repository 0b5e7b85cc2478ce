import { expect, test } from "bun:test";
import { Webhook } from "standardwebhooks";
import { pauseAfter } from "../../../src/core/delivery/retry.ts";
import { contentOf, newSigningSecret, signatureOf, signingKey } from "../../../src/core/delivery/sign.ts";

const payload = '{"type":"created","note":"grüße 👋"}';

test("the Standard Webhooks library verifies signatures with each secret of an overlap", async () => {
  const [old, fresh] = [newSigningSecret(), newSigningSecret()];
  const timestamp = Math.floor(Date.now() / 1000);
  const keys = [fresh, old].map(signingKey);
  const content = contentOf({ id: "whe_1", timestamp, payload });
  expect(new TextDecoder().decode(content.payload)).toBe(payload);
  const headers = {
    "webhook-id": "whe_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatureOf(keys, content),
  };
  for (const secret of [old, fresh]) {
    expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
  }
  expect(() => new Webhook(newSigningSecret()).verify(payload, headers)).toThrow();
  expect(() => new Webhook(fresh).verify(payload, { ...headers, "webhook-id": "whe_2" })).toThrow();
  expect(() => new Webhook(fresh).verify(`${payload} `, headers)).toThrow();
});

test("a signing secret is whsec_ and 32 random bytes", () => {
  const secrets = Array.from({ length: 100 }, newSigningSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(Uint8Array.fromBase64(secret.replace("whsec_", ""))).toHaveLength(32);
});

const SCHEDULE = [0, 5_000, 30_000, 7_200_000];
const now = new Date("2026-11-06T08:49:00Z");

test.each([
  [1, 0, 4_500],
  [1, 0.5, 5_000],
  [1, 1, 5_500],
  [2, 0.5, 30_000],
  [3, 0, 6_480_000],
  [4, 0.5, undefined],
  [9, 0.5, undefined],
])("after attempt %p with random %p the pause is %p ms", (tries, random, pause) => {
  expect(pauseAfter(SCHEDULE, { tries, random, now })).toBe(pause);
});

test.each([
  ["120", 120_000],
  ["3600", 3_600_000],
  ["3601", 3_600_000],
  ["99999999999999999999", 3_600_000],
  ["Fri, 06 Nov 2026 08:50:00 GMT", 60_000],
  ["Fri, 06 Nov 2026 08:49:01 GMT", 5_000],
  ["Fri, 06 Nov 2026 23:00:00 GMT", 3_600_000],
  ["Fri, 06 Nov 2025 08:50:00 GMT", 5_000],
  ["Friday, 06-Nov-26 08:50:00 GMT", 60_000],
  ["Friday, 06-Nov-76 08:50:00 GMT", 3_600_000],
  ["Sunday, 06-Nov-94 08:50:00 GMT", 5_000],
  ["Fri Nov  6 08:50:00 2026", 60_000],
  ["Fri Nov 13 08:50:00 2026", 3_600_000],
  ["Fri Nov  6 08:50:00 2025", 5_000],
  ["Fri, 06-Nov-2026 08:50:00 GMT", 5_000],
  ["1", 5_000],
  ["0", 5_000],
  ["-120", 5_000],
  ["1.5", 5_000],
  ["120s", 5_000],
  ["2026-11-06T09:00:00Z", 5_000],
  ["soon", 5_000],
  ["", 5_000],
])("Retry-After %p: the pause is %p ms, at least the schedule's and at most an hour", (retryAfter, pause) => {
  expect(pauseAfter(SCHEDULE, { tries: 1, random: 0.5, now, retryAfter })).toBe(pause);
});

test("Retry-After never adds an attempt", () => {
  expect(pauseAfter(SCHEDULE, { tries: 4, random: 0.5, now, retryAfter: "5" })).toBeUndefined();
});
