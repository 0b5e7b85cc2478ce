import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import { moveStore } from "../../../src/operate/moves/move-store.ts";
import { undoMove } from "../../../src/operate/moves/undo-move.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import { changesAfter } from "../../support/changes.ts";
import { linkTo } from "../../support/database-link.ts";
import { EVENTS, event, postBulk, postEvent, storedEvents, taken } from "../../support/events.ts";
import { newReturn, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";
import { type Cells, joinCells } from "./cells.ts";
import { fullStore, jobsOf, keepWriting, leftovers, readings, tablesWith } from "./full-store.ts";

/** Rows that say that the store is elsewhere, and those of the directory, which is in this database. */
const STAY = ["secret_stores", "store_cells", "store_states", "stores"];

const first = useService({ isSingle: true, eventRateLimit: 0 });
const second = useService({ isSingle: true, eventRateLimit: 0 });
let cells: Cells;
beforeAll(async () => {
  cells = await joinCells(first, second);
});

/** Makes the directory know the stores that were created since. */
const register = () => addCell(cells.directory, { name: "first", url: first.ctx.config.databaseUrl ?? "" });
const move = ({ id }: TestStore, to: string) =>
  moveStore(cells.directory, { storeId: id, to, lateMs: 0 }, cells.report);
/** Moves a store and stops when this step begins. */
const moveUntil = ({ id }: TestStore, step: string) =>
  moveStore(
    cells.directory,
    { storeId: id, to: "second", lateMs: 0 },
    {
      share: () => {},
      step: (text) => {
        if (text === step) throw new Error("stopped");
      },
    },
  );
const refusedUndo = () =>
  undoMove(cells.directory, "sto_none", cells.report).catch(({ message }: Error) => message);

describe("a store that is moved", () => {
  test("is read as before, does there what waited, and leaves nothing behind", async () => {
    const { store, returnIds, subscriber } = await fullStore(first);
    await register();
    const before = await readings(first, store, returnIds);
    expect(before.map(({ status }) => status)).toEqual(before.map(() => 200));
    const seen = await changesAfter(store);
    const jobs = await jobsOf(first, store);
    expect(jobs).toBeGreaterThan(0);

    expect(await move(store, "second")).toMatchObject({ from: "first", to: "second" });
    const there = second.as(store);
    expect(await readings(second, there, returnIds)).toEqual(before);
    expect(await tablesWith(first, store)).toEqual(STAY);
    expect(await jobsOf(first, store)).toBe(0);
    expect(await jobsOf(second, store)).toBe(jobs);
    expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
    expect(await tablesWith(second, store)).not.toContain("move_positions");

    second.world.on(subscriber.url, () => new Response());
    const made = await newReturn(there);
    await second.drain({ sweeps: true });
    const sequences = (id: string) =>
      second.world.seen
        .filter(({ body }) => JSON.parse(body).return.id === id)
        .map(({ headers }) => Number(headers["webhook-sequence"]));
    for (const id of returnIds) expect(sequences(id)).toEqual(sequences(id).map((_, i) => i + 1));
    expect(sequences(made.id)).toEqual([1]);

    const names = async () =>
      (await storedEvents(second.as(store))).map(({ uniqueId }) => uniqueId).toSorted();
    expect(await names()).toEqual(["once", "twice"]);
    expect(await postEvent(there, event({ uniqueId: "once" }))).toEqual(taken);
    expect((await postBulk(there, [event({ uniqueId: "twice" })])).status).toBe(202);
    await second.drain();
    expect(await names()).toEqual(["once", "twice"]);

    const next = await changesAfter(there, seen.at(-1)?.sequence);
    const sequencesOfFeed = [...seen, ...next].map(({ sequence }) => sequence);
    expect(sequencesOfFeed).toEqual(sequencesOfFeed.map((_, i) => i + 1));
    expect(next.length).toBeGreaterThan(0);
  });

  test("keeps its numbers, and gets higher ones than before in a cell that has given fewer", async () => {
    const store = await first.newStore();
    await register();
    await newReturn(store);
    const numbers = async (service: typeof first) =>
      (
        await service.ctx.db.execute<{ number: string }>(
          sql`select number from orders where store_id = ${store.id} order by number`,
        )
      ).rows.map(({ number }) => Number(number));
    const before = await numbers(first);
    await move(store, "second");
    const { id } = await newReturn(second.as(store));
    const after = await numbers(second);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toBeGreaterThan(before.at(-1) ?? 0);
    expect((await readReturn(second.as(store), id)).return.id).toBe(id);
  });

  test("has all of a list whose first page was read before, and what changed since then at its end", async () => {
    const store = await first.newStore();
    const returnIds = [(await newReturn(store)).id, (await newReturn(store)).id];
    await register();
    const pages = "GET /return/list?filter=updated_at&paginate=true&pageSize=1";
    type Page = { returns: { service_id: string }[]; nextPageUrl: string | null };
    let page = (await warehouse(first, store, pages)).body as Page;
    const seen = page.returns.map(({ service_id }) => service_id);
    await move(store, "second");
    const there = second.as(store);
    const changed = seen[0] ?? "";
    await there.put(`/returns/${changed}/status`, { status: "in_transit" });
    for (let left = 10; page.nextPageUrl !== null && left > 0; left--) {
      const next = new URL(page.nextPageUrl);
      page = (await warehouse(second, store, `GET /return/list${next.search}`)).body as Page;
      seen.push(...page.returns.map(({ service_id }) => service_id));
    }
    expect(new Set(seen)).toEqual(new Set(returnIds));
    expect(seen.slice(1)).toContain(changed);
  });

  test("takes every acknowledged write along once, to and fro, and its neighbours notice nothing", async () => {
    const full = await fullStore(first);
    const neighbour = await first.newStore();
    const { store } = full;
    await register();
    const writing = keepWriting(() => cells.at(store), full);
    let isMoving = true;
    const neighbours = (async () => {
      const statuses = new Set<number>();
      while (isMoving) statuses.add((await neighbour.post(EVENTS, event())).status);
      return [...statuses];
    })();
    await move(store, "second");
    await move(store, "first");
    isMoving = false;
    const written = await writing.stop();
    expect(await neighbours).toEqual([202]);
    expect(written.statuses.difference(new Set([200, 201, 202, 503]))).toEqual(new Set());
    expect(written.orders.length).toBeGreaterThan(3);
    const { rows } = await first.ctx.db.execute<{ id: string }>(
      sql`select external_id as id from orders where store_id = ${store.id} and external_id like 'during-%'`,
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(written.orders.toSorted());
    const stored = (await storedEvents(first.as(store))).map(({ uniqueId }) => uniqueId);
    expect(stored.filter((id) => id?.startsWith("during")).toSorted()).toEqual(written.events.toSorted());
    expect(await tablesWith(second, store)).toEqual(["store_states", "stores"]);
  });
});

describe("a move that doesn't succeed", () => {
  test("leaves the store open while its transactions are long, and succeeds after them", async () => {
    const store = await first.newStore();
    await newReturn(store);
    await register();
    const writer = new pg.Client({ connectionString: first.ctx.config.databaseUrl ?? "" });
    await writer.connect();
    const texts: string[] = [];
    const report = {
      share: () => {},
      step: (text: string) => {
        texts.push(text);
        if (text === "copying") {
          void writer.query("begin");
          void writer.query("update returns set provider = 'late' where store_id = $1", [store.id]);
        }
        if (text.includes("goes on in the cell first")) void writer.query("commit");
      },
    };
    await moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, report);
    await writer.end();
    expect(texts.filter((text) => text.includes("goes on"))).toEqual([
      "its transactions take too long: the store goes on in the cell first, and it is tried again",
    ]);
    const { rows } = await second.ctx.db.execute(
      sql`select provider from returns where store_id = ${store.id}`,
    );
    expect(rows).toEqual([{ provider: "late" }]);
  });

  test.each(["copying", "comparing the copy", "table 1", "table 8"])(
    "ends when a cell is lost at %s, and goes on when it is back",
    async (moment) => {
      const { store, returnIds } = await fullStore(first);
      await register();
      const before = await readings(first, store, returnIds);
      const link = await linkTo(second.ctx.config.databaseUrl ?? "");
      await addCell(cells.directory, { name: "second", url: link.url });
      let cut: Promise<void> | undefined;
      const tables = new Set<string>();
      const report = {
        step: (text: string) => {
          if (text === moment) cut ??= link.cut();
        },
        share: (_: number, text: string) => {
          if (moment === `table ${tables.add(text.split(":")[0] ?? "").size}`) cut ??= link.cut();
        },
      };
      const moving = moveStore(cells.directory, { storeId: store.id, to: "second", lateMs: 0 }, report);
      const ended = await Promise.race([moving.catch((error: Error) => error), Bun.sleep(20_000)]);
      expect(ended).toBeInstanceOf(Error);
      expect(cut).toBeDefined();
      await addCell(cells.directory, { name: "second", url: second.ctx.config.databaseUrl ?? "" });
      await move(store, "second");
      expect(await readings(second, second.as(store), returnIds)).toEqual(before);
    },
  );

  test("goes back, and leaves nothing in the other cell", async () => {
    const { store, returnIds } = await fullStore(first);
    await register();
    const before = await readings(first, store, returnIds);
    await expect(moveUntil(store, "pausing")).rejects.toThrow("stopped");
    expect(await refusedUndo()).toBe("The store sto_none is not being moved.");
    expect(await undoMove(cells.directory, store.id, cells.report)).toEqual({
      storeId: store.id,
      cell: "first",
    });
    expect(await readings(first, store, returnIds)).toEqual(before);
    expect((await store.post(EVENTS, event())).status).toBe(202);
    expect(await tablesWith(second, store)).toEqual(["store_states", "stores"]);
    expect([...(await leftovers(first)), ...(await leftovers(second))]).toEqual([]);
  });

  test("is refused with what keeps the store from moving", async () => {
    const store = await first.newStore();
    await register();
    const reasonFor = (to: string, id = store.id) =>
      moveStore(cells.directory, { storeId: id, to }, cells.report).catch(({ message }: Error) => message);
    expect(await reasonFor("second", "sto_none")).toBe("The directory has no store sto_none.");
    expect(await reasonFor("first")).toBe(`The store ${store.id} is in the cell first already.`);
    expect(await reasonFor("third")).toBe("There is no cell third.");
    await second.ctx.db.execute(sql`update drizzle.__drizzle_migrations set hash = 'other' where created_at = (
      select max(created_at) from drizzle.__drizzle_migrations)`);
    expect(await reasonFor("second")).toBe(
      "The cells first and second have tables of different versions: start this version on both.",
    );
  });
});
