import { expect, test } from "bun:test";
import { compareDecisions } from "../../lab/policy/compare.ts";

// `bun test/lab/policy/main.ts` compares 1,000,000.
test("5,000 random decisions are those of a plain reading of the rules, also at the borders of windows", () => {
  const seed = Date.now() % 1_000_000;
  const { differences, ...counted } = compareDecisions(5_000, seed);
  expect({ seed, differences }).toEqual({ seed, differences: [] });
  expect(counted.atBorders).toBeGreaterThan(1_000);
  expect(counted.eligible).toBeGreaterThan(500);
  expect(counted.decisions - counted.eligible).toBeGreaterThan(500);
});
