import { expect, test } from "bun:test";
import { tortureFailover } from "./failover/run.ts";
import { measureAll } from "./failover-table/run.ts";

/** The suite's machine is busy with other tests; the full forms want 2 seconds. */
const WITHIN_MS = 10_000;

/** The short form of `bun run torture failover`. */
test("no acknowledged write is lost when the database moves, and all processes soon write again", async () => {
  const { switches, differences, calls } = await tortureFailover({
    ...{ seed: 4, ms: 6_000, clients: 8, stores: 2, apis: 2, workers: 1, skewMs: 5_000 },
    ...{ longestMs: 1_500, restMs: 1_500, drainWithinMs: 60_000, withinMs: WITHIN_MS },
    say: () => {},
  });
  expect(differences).toEqual([]);
  expect(switches.length).toBeGreaterThan(0);
  expect(calls.filter(({ outcome }) => outcome === "done").length).toBeGreaterThan(50);
}, 400_000);

/** The short form of `bun run torture failover-table`. */
test("processes wait quietly for their database, hold no session on a standby, and write soon after its return", async () => {
  const { differences, figures } = await measureAll({
    processes: [1],
    isShort: true,
    withinMs: WITHIN_MS,
    say: () => {},
  });
  expect(differences).toEqual([]);
  expect(figures.every(({ acknowledged }) => acknowledged > 10)).toBe(true);
}, 400_000);
