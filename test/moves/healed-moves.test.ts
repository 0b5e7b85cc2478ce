import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import { addCell } from "../../src/cells/add-cell.ts";
import { cellOf, type Directory } from "../../src/cells/directory.ts";
import { listMoves } from "../../src/moves/move-record.ts";
import { endWithUs } from "../support/ends-with-us.ts";
import { event, storedEvents } from "../support/events.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { newReturn } from "../support/returns.ts";
import type { TestService, TestStore } from "../support/service.ts";
import { useService } from "../support/use-service.ts";
import { type WatchedLink, watchedLinkTo } from "../support/watched-link.ts";
import { leftovers, readings, tablesWith } from "./full-store.ts";

const ROOT = decodeURIComponent(new URL("../..", import.meta.url).pathname);
const WRITABLE_WITHIN_MS = 10_000;
const CLEARED_WITHIN_MS = 30_000;
const LONG_STEP_MS = 10_000;
/** Of a store that has moved away from the cell with the directory, and of one that has come back to it. */
const STAY = ["secret_stores", "store_cells", "store_states", "stores"];

const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
const links: WatchedLink[] = [];
let directory: Directory;
let env: Record<string, string>;
let service: ServiceProcess;
beforeAll(async () => {
  directory = { db: first.ctx.db, encryption: first.ctx.encryption };
  const { encryptionKey = "" } = first.ctx.config;
  for (const { ctx } of [first, second]) links.push(await watchedLinkTo(ctx.config.databaseUrl ?? ""));
  env = { DATABASE_URL: links[0]?.url ?? "", ENCRYPTION_KEY: encryptionKey, CELLS: "*" };
  await addCells();
  service = await startProcess({ ...env, LOG_LEVEL: "warn" });
});
afterAll(async () => {
  service.signal("SIGTERM");
  await service.exited;
  await Promise.all(links.map((link) => link.close()));
});

async function addCells(): Promise<void> {
  await addCell(directory, { name: "first", url: links[0]?.url ?? "" });
  await addCell(directory, { name: "second", url: links[1]?.url ?? "" });
}

function startMover(storeId: string) {
  const { PATH = "", HOME = "" } = process.env;
  const words = ["store", "move", "--store", storeId, "--to", "second"];
  const child = Bun.spawn([process.execPath, "src/cli.ts", ...words], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  return child;
}

/** Runs `store move` as a process of its own, and calls `stop` when the databases have carried out this statement. */
async function stopAfter(storeId: string, statement: RegExp, signal: "SIGKILL" | "SIGSTOP") {
  const child = startMover(storeId);
  const stopped = Promise.withResolvers<void>();
  for (const link of links) {
    let isFound = false;
    link.watch = ({ name, text }) => {
      if (isFound || !/aftersale( move)?$/.test(name) || !statement.test(text)) return false;
      isFound = true;
      return true;
    };
    link.onAnswer = () => {
      child.kill(signal);
      stopped.resolve();
    };
  }
  const printed = new Response(child.stderr).text();
  const ended = child.exited.then(async () => {
    if (child.signalCode !== signal) throw new Error(`the move never came to ${statement}: ${await printed}`);
  });
  await Promise.race([stopped.promise, ended]);
  for (const link of links) link.watch = () => false;
  return child;
}

async function until(holds: () => Promise<boolean>, withinMs: number, what: string): Promise<number> {
  const began = performance.now();
  while (!(await holds())) {
    if (performance.now() - began > withinMs)
      throw new Error(`${what}: not within ${withinMs} ms: ${service.output()}`);
    await Bun.sleep(50);
  }
  return performance.now() - began;
}

async function movableStore() {
  const store = await first.newStore();
  const returnIds = [(await newReturn(store)).id, (await newReturn(store)).id];
  await addCells();
  expect(await writeEvent(store, "before")).toBe(202);
  return { store, returnIds, before: await readings(first, store, returnIds) };
}

async function writeEvent({ id, secret }: TestStore, uniqueId: string): Promise<number> {
  const { status } = await fetch(`${service.origin}/v2.2/stores/${id}/events`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(event({ uniqueId })),
  });
  return status;
}

const isOver = async ({ id }: TestStore) => !(await listMoves(directory)).some((move) => move.storeId === id);

async function placeOf({ id }: TestStore): Promise<TestService> {
  return (await cellOf(directory, id))?.cell === "second" ? second : first;
}

/** Sees the store become writable and whole, in one cell alone, by the service itself. */
async function seeHealed({ store, returnIds, before }: Awaited<ReturnType<typeof movableStore>>) {
  let writes = 0;
  const accepts = async () => (await writeEvent(store, `after-${++writes}`)) === 202;
  const writableMs = await until(accepts, WRITABLE_WITHIN_MS, "writable");
  const overMs = await until(() => isOver(store), CLEARED_WITHIN_MS, "the move is over");
  expect(await leftovers(first)).toEqual([]);
  expect(await leftovers(second)).toEqual([]);
  const place = await placeOf(store);
  expect(await readings(place, place.as(store), returnIds)).toEqual(before);
  const stored = (await storedEvents(place.as(store))).map(({ uniqueId }) => uniqueId);
  expect(stored.toSorted()).toEqual([`after-${writes}`, "before"]);
  expect(await writeEvent(store, "later")).toBe(202);
  if (place === second) expect(await tablesWith(first, store)).toEqual(STAY);
  else expect(STAY).toEqual(expect.arrayContaining(await tablesWith(second, store)));
  return { writableMs: Math.round(writableMs), overMs: Math.round(writableMs + overMs), place };
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
  test.each(STATEMENTS)("when %s is ended by the service: the store is written soon", async (...row) => {
    const [what, statement, expected] = row;
    const full = await movableStore();
    await stopAfter(full.store.id, statement, "SIGKILL");
    const { writableMs, overMs, place } = await seeHealed(full);
    if (process.env.SHOW_TIMES)
      console.log(`${what}: written after ${writableMs} ms, over after ${overMs} ms`);
    expect(place === first ? "first" : "second").toBe(expected);
  });
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
  test.each(STATEMENTS.filter(([what]) => WHERE_FROZEN.includes(what)))(
    "when %s is replaced, and changes nothing when it goes on",
    async (what, statement, expected) => {
      const full = await movableStore();
      const child = await stopAfter(full.store.id, statement, "SIGSTOP");
      const { writableMs, overMs, place } = await seeHealed(full);
      if (process.env.SHOW_TIMES)
        console.log(`${what}, frozen: written after ${writableMs} ms, over after ${overMs} ms`);
      expect(place === first ? "first" : "second").toBe(expected);
      const before = await readings(place, place.as(full.store), full.returnIds);
      child.kill("SIGCONT");
      expect(await child.exited).toBe(1);
      expect(await placeOf(full.store)).toBe(place);
      expect(await writeEvent(full.store, "thawed")).toBe(202);
      expect(await isOver(full.store)).toBe(true);
      expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
      expect(await readings(place, place.as(full.store), full.returnIds)).toEqual(before);
    },
  );
});

test("a mover that lives is left alone, however long one of its steps takes", async () => {
  const { store } = await movableStore();
  const open = new pg.Client(first.ctx.config.databaseUrl ?? "");
  await open.connect();
  await open.query("begin; select pg_current_xact_id()");
  const child = startMover(store.id);
  // Its slot waits for the transaction. Without renewals its lease would be over three times.
  await Bun.sleep(LONG_STEP_MS);
  expect(child.exitCode).toBeNull();
  await open.end();
  expect(await child.exited).toBe(0);
  expect(await placeOf(store)).toBe(second);
  expect(service.output()).not.toContain(store.id);
});
