import { afterAll, beforeAll, expect } from "bun:test";
import { listMoves } from "../../../src/operate/moves/move-record.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { cellOf, type Directory } from "../../../src/platform/cells/directory.ts";
import { endWithUs } from "../../support/ends-with-us.ts";
import { entry, ROOT } from "../../support/entries.ts";
import { event, storedEvents } from "../../support/events.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestService, TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { type WatchedLink, watchedLinkTo } from "../../support/watched-link.ts";
import { leftovers, readings, savePolicy, tablesWith } from "./full-store.ts";

const WRITABLE_WITHIN_MS = 10_000;
const CLEARED_WITHIN_MS = 30_000;
/** Of a store that has moved away from the cell with the directory, and of one that has come back to it. */
const STAY = ["secret_stores", "store_cells", "store_states", "stores"];

export type HealedCells = ReturnType<typeof useHealedCells>;

/** Two cells behind links that are watched, and a service process that ends the moves whose movers have died. */
export function useHealedCells() {
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

  async function startMover(storeId: string) {
    const { PATH = "", HOME = "" } = process.env;
    const words = ["store", "move", "--store", storeId, "--to", "second"];
    const child = Bun.spawn([process.execPath, await entry("cli"), ...words], {
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
    const child = await startMover(storeId);
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
      if (child.signalCode !== signal)
        throw new Error(`the move never came to ${statement}: ${await printed}`);
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
      await Bun.sleep(150);
    }
    return performance.now() - began;
  }

  async function movableStore() {
    const store = await first.newStore();
    const returnIds = [(await newReturn(store)).id, (await newReturn(store)).id];
    await savePolicy(store);
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

  const isOver = async ({ id }: TestStore) =>
    !(await listMoves(directory)).some((move) => move.storeId === id);

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

  return {
    ...{ first, second, startMover, stopAfter, movableStore, seeHealed, writeEvent, isOver, placeOf },
    output: () => service.output(),
  };
}
