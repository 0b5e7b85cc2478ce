import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createCellRouter } from "../../../src/boot/cell-router.ts";
import { withCells } from "../../../src/operate/moves/sessions.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import {
  type CellConnection,
  cellOf,
  changeCell,
  type Directory,
  openCell,
} from "../../../src/platform/cells/directory.ts";
import { createResidences } from "../../../src/platform/cells/residences.ts";
import {
  guardCell,
  keepPaused,
  pauseStore,
  resumeStore,
  switchStore,
} from "../../../src/platform/cells/store-states.ts";
import { event, postEvent } from "../../support/events.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

// Steps of a move that come late: of a mover that was frozen, or by a statement that was repeated.
const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
let directory: Directory;
let here: CellConnection;
let there: CellConnection;
beforeAll(async () => {
  directory = { db: first.ctx.db, encryption: first.ctx.encryption };
  await register("first", first);
  await register("second", second);
  here = await openCell(directory, "first");
  there = await openCell(directory, "second");
  for (const cell of [here, there]) {
    first.beforeStop(cell.close);
    await guardCell(cell);
  }
});

/** Makes the directory know a cell, and the stores that were created there since. */
async function register(name: string, { ctx }: typeof first): Promise<void> {
  await addCell(directory, { name, url: ctx.config.databaseUrl ?? "" });
}

async function newStore(): Promise<TestStore> {
  const store = await first.newStore();
  await register("first", first);
  await second.ctx.db.execute(sql`insert into stores (store_id, name, currency, first_status, created_at)
    values (${store.id}, 'Moved', 'USD', 'open', now())`);
  return store;
}

const thereAndBack = async ({ id }: TestStore) => {
  await switchStore(directory, id, { from: here, to: there, epoch: 1 });
  await switchStore(directory, id, { from: there, to: here, epoch: 2 });
};

/** Whether a cell takes a write of the store. */
async function takes({ pool }: CellConnection, { id }: TestStore): Promise<boolean> {
  const text = `insert into segments (store_id, key, "where", created_at, updated_at)
    values ($1, gen_random_uuid(), '{}', now(), now())`;
  return pool.query(text, [id]).then(
    () => true,
    () => false,
  );
}

test("a late entry into the directory, of before the store came back, changes nothing", async () => {
  const store = await newStore();
  await thereAndBack(store);
  const late = { from: "first", to: "second", epoch: 1 };
  expect(await changeCell(directory, store.id, late)).toBe(false);
  expect(await cellOf(directory, store.id)).toEqual({ cell: "first", epoch: 3 });
});

test("a late switch, of before the store came back, opens it in no second cell", async () => {
  const store = await newStore();
  await thereAndBack(store);
  const late = switchStore(directory, store.id, { from: here, to: there, epoch: 1 });
  await expect(late).rejects.toThrow("is not in the cell first any more");
  expect([await takes(here, store), await takes(there, store)]).toEqual([true, false]);
});

test("a late pause of a store that has moved on doesn't open it again when it ends", async () => {
  const store = await newStore();
  await switchStore(directory, store.id, { from: here, to: there, epoch: 1 });
  await pauseStore(here, store.id);
  await resumeStore(here, store.id);
  expect([await takes(here, store), await takes(there, store)]).toEqual([false, true]);
});

test("a pause that was over isn't kept, because writes may have come meanwhile", async () => {
  const store = await newStore();
  await pauseStore(here, store.id);
  await here.db.execute(
    sql`update store_states set since = since - interval '1 hour' where store_id = ${store.id}`,
  );
  expect(await keepPaused(here, store.id)).toBe(false);
  expect(await takes(here, store)).toBe(true);
});

test("a process that has learnt of a store's cell doesn't go back to an earlier one", async () => {
  const { id } = await newStore();
  const residences = createResidences(first.ctx.db);
  const enter = (cell: string, epoch: number) =>
    first.ctx.db.execute(sql`update store_cells set cell = ${cell}, epoch = ${epoch} where store_id = ${id}`);
  const cell = async () => (await residences.find(id))?.cell;
  expect(await cell()).toBe("first");
  await enter("second", 2);
  expect(await cell()).toBe("first");
  residences.changed(id);
  expect(await cell()).toBe("second");
  // As a standby that is behind answers.
  await enter("first", 1);
  expect((await residences.renew(id))?.cell).toBe("second");
});

const AWAY = { from: () => here, to: () => there };
const BACK = { from: () => there, to: () => here };

test.each([
  ["has left", 200, [[AWAY]]],
  ["has left and come back", 200, [[AWAY, BACK]]],
  ["has left, and comes back from the next one", 200, [[AWAY], [BACK]]],
  ["leaves each time", 503, [[AWAY], [BACK], [AWAY]]],
])("a read that is refused in a cell that its store %s is answered %i", async (_, status, moves) => {
  const { id, secret } = await newStore();
  const pending = moves.values();
  let epoch = 1;
  const fetch = async () => {
    const { value: steps, done } = pending.next();
    if (done) return new Response();
    for (const { from, to } of steps) {
      await switchStore(directory, id, { from: from(), to: to(), epoch: epoch++ });
    }
    return new Response(null, { status: 401 });
  };
  const cells = { find: () => ({ fetch, ctx: first.ctx }), all: () => [] };
  const routed = createCellRouter(cells, createResidences(first.ctx.db), {});
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await routed(new Request(`http://localhost/v2.2/stores/${id}/changes`, { headers }));
  expect(response.status).toBe(status);
});

test("what belongs to no store is answered at a cell's new address when that is opened while the cells are asked", async () => {
  const healthy = { reachable: true, responsive: true, writable: true };
  const at = (address: string, onCheck: () => void) => {
    const check = async () => {
      onCheck();
      return healthy;
    };
    const ctx = { ...first.ctx, databaseHealth: { check, close: async () => {} } };
    return { ctx, fetch: async () => new Response(address) };
  };
  const opened = at("new", () => {});
  let service = at("old", () => (service = opened));
  const cells = { find: () => service, all: () => [{ name: "first", service }] };
  const routed = createCellRouter(cells, createResidences(first.ctx.db), {});
  const response = await routed(new Request("http://localhost/docs"));
  expect(await response.text()).toBe("new");
});

test("of two movers of a store the second is refused", async () => {
  const { id: storeId } = await newStore();
  const move = { storeId, fromCell: "first", toCell: "second" };
  await withCells(directory, move, async () => {
    await expect(withCells(directory, move, async () => {})).rejects.toThrow("Another process is moving");
  });
});

test("an event of a paused store is refused without those of other stores that came with it", async () => {
  const stores = [await newStore(), await newStore(), await newStore()];
  // Known clients and customers: their events share a statement.
  for (const store of stores) expect(await postEvent(store, event())).toMatchObject({ status: 202 });
  await pauseStore(here, stores[1]?.id ?? "");
  const answers = await Promise.all(stores.map((store) => postEvent(store, event())));
  expect(answers.map(({ status }) => status)).toEqual([202, 503, 202]);
});
