import { expect, test } from "bun:test";
import { tortureFeed } from "./change-feed/run.ts";

/** The short form of `bun run torture changes`. */
test("a reader of the change feed ends with the state of the lists after any process is killed", async () => {
  const { differences, changes, kills } = await tortureFeed({
    ...{ ms: 15_000, killEveryMs: 2_500, seed: 20 },
    say: () => {},
  });
  expect(differences).toEqual([]);
  // There were changes and kills.
  expect(changes).toBeGreaterThan(100);
  expect(kills.process + kills.reader + kills.postgres).toBeGreaterThan(0);
}, 400_000);
