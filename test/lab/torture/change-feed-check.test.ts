import { expect, test } from "bun:test";
import { type Observed, violationsOf } from "./change-feed/check.ts";
import type { FeedChange } from "./change-feed/journal.ts";

/**
 * Returns the journal of a reader in two pages: a return created and updated twice, an order, and an item out
 * of stock.
 */
function sound(): Observed {
  const versions = [1, 2, 3].map((n) => ({ return: { id: "r", updatedAt: `2026-03-0${n}` } }));
  const change = (sequence: number, type: string, id: string, data: unknown): FeedChange => {
    return { sequence, type, id, at: "2026-03-01", data };
  };
  const first = [change(1, "order.created", "o", { n: 1 }), change(2, "return.created", "r", versions[0])];
  const second = [
    change(3, "return.updated", "r", versions[1]),
    change(4, "item.updated", "i", { quantity: 0 }),
    change(5, "return.updated", "r", versions[2]),
  ];
  return {
    journal: [
      { after: 0, changes: first, next: 2 },
      { after: 2, changes: second, next: 5 },
    ],
    reread: structuredClone([...first, ...second]),
    listed: new Map<string, unknown>([
      ["order o", { n: 1 }],
      ["return r", versions[2]],
    ]),
    counts: new Map([["return r", { answered: 2, unknown: 1 }]]),
  };
}

type Page = { after: number; changes: FeedChange[]; next: number };
const page = ({ journal }: Observed, number: number) => journal[number] as Page;

test("a journal without a fault has no violation", () => {
  expect(violationsOf(sound())).toEqual([]);
});

const FAULTS: [string, RegExp, (observed: Observed) => void][] = [
  ["a gap", /^4 follows 2/, (all) => page(all, 1).changes.shift()],
  [
    "a repeat",
    /^3 follows 3/,
    (all) => page(all, 1).changes.unshift({ ...(page(all, 1).changes[0] as FeedChange) }),
  ],
  [
    "a page that is read twice",
    /begins after 2, the last one ended at 5/,
    (all) => all.journal.push(page(all, 1)),
  ],
  ["a change that a later read shows at an earlier position", /^read as/, (all) => all.reread.splice(2, 1)],
  ["an error response", /answered 410/, (all) => all.journal.push({ fault: "410 Gone" })],
  [
    "a missing change",
    /return r has 3 changes, 4 were/,
    (all) => all.counts.set("return r", { answered: 4, unknown: 0 }),
  ],
  [
    "an extra change",
    /return r has 3 changes, 2 were/,
    (all) => all.counts.set("return r", { answered: 2, unknown: 0 }),
  ],
  [
    "an object without a change",
    /level l has no change/,
    (all) => all.counts.set("level l", { answered: 1, unknown: 0 }),
  ],
  [
    "an update before the creation",
    /its first change is return.updated/,
    (all) => {
      const [, created] = page(all, 0).changes;
      if (created) created.type = "return.updated";
    },
  ],
  [
    "a state older than the previous one",
    /goes back/,
    (all) =>
      page(all, 1).changes[0] &&
      Object.assign(page(all, 1).changes[0] ?? {}, { data: { return: { updatedAt: "2026-01-01" } } }),
  ],
  ["a state that differs from the lists", /order o is held as/, (all) => all.listed.set("order o", { n: 2 })],
  ["an object that is only in the lists", /order p is listed/, (all) => all.listed.set("order p", {})],
  [
    "an object that is missing from the lists",
    /order o is held, and not listed/,
    (all) => all.listed.delete("order o"),
  ],
];

test.each(FAULTS)("%s is a violation", (_, expected, plant) => {
  const observed = sound();
  plant(observed);
  expect(violationsOf(observed).some((violation) => expected.test(violation))).toBe(true);
});
