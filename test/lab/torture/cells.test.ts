import { expect, test } from "bun:test";
import { tortureCells } from "./cells/run.ts";

/** The short form of `bun run torture cells`. */
test("stores that move among cells lose nothing when movers, processes and cells are killed", async () => {
  const { differences, writes, moves, undone, deliveries } = await tortureCells({
    ...{ moves: 2, kills: 1, faultEvery: 2, stores: 1, cells: 2, processes: 2 },
    seed: 3,
    say: () => {},
  });
  expect(differences).toEqual([]);
  // There were moves, requests and deliveries.
  expect(moves + undone).toBe(2);
  expect(Math.min(writes, deliveries)).toBeGreaterThan(20);
}, 400_000);
