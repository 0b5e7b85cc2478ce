import { beforeAll, describe, expect, test } from "bun:test";
import pg from "pg";
import { moveStore } from "../../../src/operate/moves/move-store.ts";
import { undoMove } from "../../../src/operate/moves/undo-move.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { endWithUs } from "../../support/ends-with-us.ts";
import { entry, ROOT } from "../../support/entries.ts";
import { EVENTS, event } from "../../support/events.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { type Cells, joinCells } from "./cells.ts";
import { fullStore, jobsOf, leftovers, readings, tablesWith } from "./full-store.ts";

/** A killed mover's pause ends within this time. */
const PAUSE_MS = 3_000;
const PATIENCE_MS = 30_000;
/** Longer than it takes to remove the rows. */
const LATE_MS = 1_500;

const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
let cells: Cells;
beforeAll(async () => {
  cells = await joinCells(first, second);
});

/**
 * Runs `store move` as a process of its own, and kills it when it prints a line that begins so. The rows are removed
 * quickly, so one of them is held from the switch until the process is killed.
 */
async function killAt(storeId: string, step: string): Promise<void> {
  const { databaseUrl = "", encryptionKey = "" } = first.ctx.config;
  const { PATH = "", HOME = "" } = process.env;
  const words = ["store", "move", "--store", storeId, "--to", "second"];
  const child = Bun.spawn([process.execPath, await entry("cli"), ...words], {
    cwd: ROOT,
    env: { PATH, HOME, DATABASE_URL: databaseUrl, ENCRYPTION_KEY: encryptionKey, CELLS: "*" },
    stdout: "pipe",
    stderr: "pipe",
  });
  endWithUs(child);
  const decoder = new TextDecoder();
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  let isHeld = false;
  let printed = "";
  for await (const chunk of child.stderr) {
    printed += decoder.decode(chunk, { stream: true });
    const hasCome = (to: string) => printed.split("\n").some((line) => line.startsWith(to));
    if (hasCome(step)) child.kill("SIGKILL");
    else if (hasCome("switched") && !isHeld) {
      isHeld = true;
      await holder.query("begin");
      await holder.query("select from orders where store_id = $1 for update", [storeId]);
    }
  }
  await child.exited;
  await holder.end();
  if (child.signalCode !== "SIGKILL") throw new Error(`the move never came to ${step}: ${printed}`);
}

/** The server notices only after a moment that a process is gone. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; ; await Bun.sleep(50)) {
    try {
      return await work();
    } catch (error) {
      const isHeld = error instanceof Error && error.message.startsWith("Another process is moving");
      if (!isHeld || performance.now() > end) throw error;
    }
  }
}

const goOn = ({ id }: TestStore, lateMs = 0) =>
  retried(() => moveStore(cells.directory, { storeId: id, to: "second", lateMs }, cells.report));
const goBack = ({ id }: TestStore) => retried(() => undoMove(cells.directory, id, cells.report));

async function movableStore() {
  const full = await fullStore(first);
  await addCell(cells.directory, { name: "first", url: first.ctx.config.databaseUrl ?? "" });
  return {
    ...full,
    before: await readings(first, full.store, full.returnIds),
    jobs: await jobsOf(first, full.store),
  };
}

describe("a move whose process is killed", () => {
  test.each(["copying", "pausing", "switching", "removing"])(
    "while it is %s goes on when it is called again",
    async (step) => {
      const { store, returnIds, before, jobs } = await movableStore();
      await killAt(store.id, step);
      const began = performance.now();
      expect(await goOn(store, LATE_MS)).toMatchObject({ from: "first", to: "second" });
      // Before it removes the rows it waits for reads that began in the old cell.
      expect(performance.now() - began).toBeGreaterThanOrEqual(LATE_MS);
      expect(await readings(second, second.as(store), returnIds)).toEqual(before);
      expect(await jobsOf(second, store)).toBe(jobs);
      expect(await tablesWith(first, store)).toEqual([
        "secret_stores",
        "store_cells",
        "store_states",
        "stores",
      ]);
      expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
    },
  );

  test("while it pauses the store leaves it open soon, without any further call, and goes back", async () => {
    const { store, returnIds, before } = await movableStore();
    await killAt(store.id, "pausing");
    const end = performance.now() + PATIENCE_MS;
    while ((await store.post(EVENTS, event({ uniqueId: "after" }))).status !== 202) {
      expect(performance.now()).toBeLessThan(end);
      await Bun.sleep(PAUSE_MS / 20);
    }
    expect(await goBack(store)).toEqual({ storeId: store.id, cell: "first" });
    expect(await readings(first, store, returnIds)).toHaveLength(before.length);
    expect(await tablesWith(second, store)).toEqual(["store_states", "stores"]);
    expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
  });
});
