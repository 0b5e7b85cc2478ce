import { expect, test } from "bun:test";
import { tortureEvents } from "./events.ts";
import { KINDS } from "./service-under-test.ts";

/** The short form of `bun run torture events`. */
const ROUNDS = 3;
const SEED = 20;

test("every event answered 202 is stored once after kills of the service and its Postgres under load", async () => {
  const { differences, events, tally, outagesMs } = await tortureEvents({
    rounds: ROUNDS,
    seed: SEED,
    say: () => {},
  });
  expect(differences).toEqual([]);
  // There was load, and the kills interrupted it.
  expect(KINDS.map((kind) => outagesMs[kind].length)).toEqual(KINDS.map(() => ROUNDS));
  expect(events).toBeGreaterThan(1_000);
  expect(Math.min(tally.answered, tally.refused, tally.broken)).toBeGreaterThan(0);
}, 400_000);
