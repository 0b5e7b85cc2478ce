import { expect, test } from "bun:test";
import { tortureWebhooks } from "./webhooks.ts";

/** The short form of `bun run torture webhooks`. */
test("each return's events arrive in order without a gap after kills and failed deliveries", async () => {
  const { differences, events, attempts } = await tortureWebhooks({
    ...{ returns: 40, changes: 6, apis: 2, workers: 2, cells: 1 },
    faults: { kills: 2, freezes: 0, restarts: 1 },
    seed: 20,
    say: () => {},
  });
  expect(differences).toEqual([]);
  // There were events to send, and the receiver sent every kind of response.
  expect(events).toBeGreaterThanOrEqual(40 * 7);
  expect(Math.min(...Object.values(attempts))).toBeGreaterThan(0);
}, 400_000);
