import { describe, expect, test } from "bun:test";
import pg from "pg";
import { withSlowdown } from "../../support/slowdown.ts";
import { leftovers, readings } from "./full-store.ts";
import { type HealedCells, useHealedCells } from "./healed-cells.ts";

/** At most: until the lease is over, 3 s; until the mover counts as frozen, 2 s; late reads after the switch, 3 s. */
const OVER_WITHIN_MS = 10_000;
const LONG_STEP_MS = 10_000;
/** The tests mostly wait until a lease is over, so some run at the same time, each in cells of its own. */
const AT_ONCE = 3;
/** Each test also waits until it has its cells. */
const TIMEOUT_MS = 600_000;

const all = Array.from({ length: AT_ONCE }, useHealedCells);
const free = [...all];
const waiting: ((cells: HealedCells) => void)[] = [];

/** Runs a test in cells that no other test uses meanwhile. */
async function inCells(work: (cells: HealedCells) => Promise<void>): Promise<void> {
  const cells = free.pop() ?? (await new Promise<HealedCells>((resolve) => waiting.push(resolve)));
  try {
    await work(cells);
  } finally {
    const next = waiting.shift();
    if (next) next(cells);
    else free.push(cells);
  }
}

/** The statements of a move, in their order, and where the store is when its mover is killed after one of them. */
const STATEMENTS: [string, RegExp, "first" | "second"][] = [
  ["the move is recorded", /insert into "store_moves"/, "first"],
  ["the cell has a publication", /create publication/, "first"],
  ["the cell has a slot", /CREATE_REPLICATION_SLOT/, "first"],
  ["the other cell has a subscription", /create subscription/, "first"],
  ["rows are copied", /copy "orders" .* from stdin/s, "first"],
  ["rows are compared", /hashtextextended/, "first"],
  ["the subscription reads", /alter subscription .* enable/, "first"],
  ["it follows the changes", /update "store_moves".*following/s, "first"],
  ["the store is paused", /values \(\$1, 'paused'/, "first"],
  ["the counters are carried", /copy "done_jobs" .* from stdin/s, "first"],
  ["the pause lasts", /since = 'infinity'/, "first"],
  ["the hand-over has begun", /update "store_moves".*switching/s, "second"],
  ["the jobs are copied", /insert into pgboss\.job/, "second"],
  ["the other cell accepts the store", /\(\$1, \$2, \$3, clock_timestamp.*\bhere/s, "second"],
  ["the directory names the other cell", /update "store_cells"/, "second"],
  ["the change is announced", /pg_notify/, "second"],
  ["the first cell refuses the store", /\(\$1, \$2, \$3, clock_timestamp.*\bmoved/s, "second"],
  ["the hand-over is over", /update "store_moves".*removing/s, "second"],
  ["the subscription is dropped", /drop subscription/, "second"],
  ["the slot is dropped", /pg_drop_replication_slot/, "second"],
  ["rows are removed", /delete from "orders"/, "second"],
  ["all is done", /delete from "store_moves"/, "second"],
];

describe("a move whose mover is killed", () => {
  test.concurrent.each(STATEMENTS)(
    "when %s is ended by the service: the store is written soon",
    (what, statement, expected) =>
      inCells(async ({ movableStore, stopAfter, seeHealed, first }) => {
        const full = await movableStore();
        await stopAfter(full.store.id, statement, "SIGKILL");
        const { writableMs, overMs, place } = await seeHealed(full);
        if (process.env.SHOW_TIMES)
          console.log(`${what}: written after ${writableMs} ms, over after ${overMs} ms`);
        expect(place === first ? "first" : "second").toBe(expected);
      }),
    TIMEOUT_MS,
  );
});

const WHERE_FROZEN = [
  "rows are copied",
  "it follows the changes",
  "the store is paused",
  "the pause lasts",
  "the hand-over has begun",
  "the other cell accepts the store",
  "the directory names the other cell",
];

describe("a mover that is frozen", () => {
  test.concurrent.each(STATEMENTS.filter(([what]) => WHERE_FROZEN.includes(what)))(
    "when %s is replaced, and changes nothing when it goes on",
    (what, statement, expected) =>
      inCells(async (cells) => {
        const { movableStore, stopAfter, seeHealed, placeOf, writeEvent, isOver, first, second } = cells;
        const full = await movableStore();
        const child = await stopAfter(full.store.id, statement, "SIGSTOP");
        const [{ writableMs, overMs, place }, slowed] = await withSlowdown(() => seeHealed(full));
        if (process.env.SHOW_TIMES)
          console.log(`${what}, frozen: written after ${writableMs} ms, over after ${overMs} ms`);
        expect(place === first ? "first" : "second").toBe(expected);
        expect(overMs).toBeLessThan(OVER_WITHIN_MS * slowed);
        const before = await readings(place, place.as(full.store), full.returnIds);
        child.kill("SIGCONT");
        expect(await child.exited).toBe(1);
        expect(await placeOf(full.store)).toBe(place);
        expect(await writeEvent(full.store, "thawed")).toBe(202);
        expect(await isOver(full.store)).toBe(true);
        expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
        expect(await readings(place, place.as(full.store), full.returnIds)).toEqual(before);
      }),
    TIMEOUT_MS,
  );
});

test("a mover that lives is left alone, however long one of its steps takes", async () => {
  const [cells] = all;
  if (!cells) throw new Error("there are no cells");
  const { movableStore, startMover, placeOf, first, second, output } = cells;
  const { store } = await movableStore();
  const open = new pg.Client(first.ctx.config.databaseUrl ?? "");
  await open.connect();
  await open.query("begin; select pg_current_xact_id()");
  const child = await startMover(store.id);
  // Its slot waits for the transaction. Without renewals its lease would be over three times.
  await Bun.sleep(LONG_STEP_MS);
  expect(child.exitCode).toBeNull();
  await open.end();
  expect(await child.exited).toBe(0);
  expect(await placeOf(store)).toBe(second);
  expect(output()).not.toContain(store.id);
});
