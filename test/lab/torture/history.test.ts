import { expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../../support/ends-with-us.ts";
import { SAMPLE } from "../replay/sample.ts";
import { tortureHistory } from "./history/run.ts";
import { describe } from "./history/violation.ts";

/** The short form of `bun run torture history`. */
test("no acknowledged write is lost, duplicated or out of order after kills, freezes and cut connections", async () => {
  const { checked, violations, tally } = await tortureHistory({
    ...{ seed: 20, ms: 12_000, clients: 10, stores: 2, apis: 2, workers: 2 },
    ...{ faultEveryMs: 1_800, longestMs: 2_500, skewMs: 5_000, drainWithinMs: 60_000 },
    say: () => {},
  });
  expect(describe(violations)).toEqual([]);
  // Clients got responses, and processes were killed and frozen.
  expect(checked.calls.filter(({ outcome }) => outcome === "done").length).toBeGreaterThan(20);
  expect(Math.min(tally.kills, tally.freezes)).toBeGreaterThan(0);
}, 400_000);

/** The short form of `bun run torture history --cells 3`. */
test("stores that move between cells have every acknowledged write once, and their events in order", async () => {
  const { checked, violations, moves } = await tortureHistory({
    ...{ seed: 23, ms: 3_000, clients: 8, stores: 2, apis: 1, workers: 1, cells: 2 },
    ...{ faultEveryMs: undefined, longestMs: 1, skewMs: 5_000, drainWithinMs: 60_000 },
    say: () => {},
  });
  expect(describe(violations)).toEqual([]);
  expect(moves).toEqual({ moves: 2, undone: 0, killed: 0 });
  expect(checked.calls.filter(({ outcome }) => outcome === "done").length).toBeGreaterThan(20);
}, 400_000);

/** The short form of `bun run torture backup`. */
test("a backup taken under load has every write that was acknowledged before it, and its service goes on", async () => {
  const folder = await temporaryFolder("aftersale-invoices-");
  const invoices = join(folder.path, "invoices.csv");
  await writeFile(invoices, Buffer.from(SAMPLE, "latin1"));
  const { checked, violations, differences } = await tortureHistory({
    ...{ invoices, seed: 21, ms: 3_000, clients: 8, stores: 2, apis: 1, workers: 1, backupAfter: 100 },
    ...{ faultEveryMs: undefined, longestMs: 1, skewMs: 5_000, drainWithinMs: 60_000 },
    say: () => {},
  });
  await folder.remove();
  expect(describe(violations)).toEqual([]);
  expect(differences).toEqual([]);
  expect(checked.calls.filter(({ outcome }) => outcome === "done").length).toBeGreaterThanOrEqual(90);
}, 400_000);

/** The short form of `bun run torture move`. */
test("a moved database has every acknowledged write, and its service goes on while clients wait", async () => {
  const { checked, violations, commands } = await tortureHistory({
    ...{ seed: 22, ms: 3_000, clients: 8, stores: 2, apis: 1, workers: 1, moveAfter: 60, events: 1_000 },
    ...{ faultEveryMs: undefined, longestMs: 1, skewMs: 5_000, drainWithinMs: 60_000 },
    say: () => {},
  });
  expect(describe(violations)).toEqual([]);
  expect(commands.map(({ name }) => name)).toEqual(["move"]);
  expect(checked.calls.filter(({ outcome }) => outcome === "done").length).toBeGreaterThanOrEqual(120);
}, 400_000);
