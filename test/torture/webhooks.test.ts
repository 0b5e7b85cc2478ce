import { expect, test } from "bun:test";
import { tortureWebhooks } from "./webhooks.ts";

/** The short form of `bun run torture webhooks`. */
test("each return's events arrive in order and without a gap, whatever is killed and whatever the receiver answers", async () => {
  const { differences, events, attempts } = await tortureWebhooks({
    ...{ returns: 40, changes: 6, apis: 2, workers: 2, kills: 2, restarts: 1 },
    seed: 20,
    say: () => {},
  });
  expect(differences).toEqual([]);
  // There were events to send, and the receiver gave every kind of response.
  expect(events).toBeGreaterThanOrEqual(40 * 7);
  expect(Math.min(...Object.values(attempts))).toBeGreaterThan(0);
}, 180_000);
