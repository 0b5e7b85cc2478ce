import { expect, test } from "bun:test";
import { tortureErasures } from "./erase/run.ts";

/** The short form of `bun run torture erase`. */
test("nothing of erased persons is left after any process is killed, and others are as before", async () => {
  const { differences, kills, writes } = await tortureErasures({
    ...{ persons: 40, others: 10, kills: 3, seed: 7 },
    say: () => {},
  });
  expect(differences).toEqual([]);
  expect(kills.process + kills.postgres).toBe(3);
  expect(writes).toBeGreaterThan(0);
}, 400_000);
