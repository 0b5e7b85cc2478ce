import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { lookupOf } from "../../../src/lib/secret.ts";
import { addCell } from "../../../src/platform/cells/add-cell.ts";
import {
  type CellConnection,
  cellOf,
  listCells,
  openCell,
  storeOfSecret,
} from "../../../src/platform/cells/directory.ts";
import {
  guardCell,
  keepPaused,
  pauseStore,
  resumeStore,
  switchStore,
} from "../../../src/platform/cells/store-states.ts";
import { useService } from "../../support/use-service.ts";

const first = useService({ isSingle: true });
const second = useService({ isSingle: true });
const REFUSED = "ST001";

/** Returns a directory on the first database, with both as cells, and the connections to them. */
async function twoCells() {
  const directory = { db: first.ctx.db, encryption: first.ctx.encryption };
  for (const [name, service] of Object.entries({ first, second })) {
    await addCell(directory, { name, url: service.ctx.config.databaseUrl ?? "" });
  }
  const from = await openCell(directory, "first");
  const to = await openCell(directory, "second");
  for (const cell of [from, to]) first.beforeStop(cell.close);
  return { directory, from, to };
}

/** Writes a row of a store, and returns the SQLSTATE of the error. */
async function write({ pool }: Pick<CellConnection, "pool">, storeId: string): Promise<string | undefined> {
  const text = `insert into segments (store_id, key, "where", created_at, updated_at)
    values ($1, gen_random_uuid(), '{}', now(), now())`;
  return pool.query(text, [storeId]).then(
    () => undefined,
    (error: { code: string }) => error.code,
  );
}

describe("a database that holds stores", () => {
  test("becomes a cell: the directory knows its stores and their secrets, and adding it again adds none", async () => {
    const store = await second.newStore();
    const { directory } = await twoCells();
    expect(await cellOf(directory, store.id)).toEqual({ cell: "second", epoch: 1 });
    expect(await storeOfSecret(directory, lookupOf(store.secret) ?? "")).toBe(store.id);
    const url = second.ctx.config.databaseUrl ?? "";
    expect(await addCell(directory, { name: "second", url })).toEqual({
      name: "second",
      stores: 0,
      secrets: 0,
    });
    const [{ sealed } = {}] = (await first.ctx.db.execute(sql`select url as sealed from cells`)).rows;
    expect(String(sealed)).toStartWith("v1.");
    expect((await listCells(directory)).map(({ name, open }) => [name, open])).toEqual([
      ["first", true],
      ["second", true],
    ]);
  });
});

describe("a store in a guarded cell", () => {
  test("is written until it is paused, then refused there, alone, and accepted once it resumes", async () => {
    const { from } = await twoCells();
    const [store, other] = [await first.newStore(), await first.newStore()];
    await guardCell(from);
    await guardCell(from);
    expect(await write(from, store.id)).toBeUndefined();
    await pauseStore(from, store.id);
    expect(await write(from, store.id)).toBe(REFUSED);
    expect(await write(from, other.id)).toBeUndefined();
    await resumeStore(from, store.id);
    expect(await write(from, store.id)).toBeUndefined();
  });

  test("answers writes with 503 while it is paused, which is no error of the cell's database in the log", async () => {
    const { from } = await twoCells();
    const store = await first.newStore();
    await guardCell(from);
    await pauseStore(from, store.id);
    await keepPaused(from, store.id);
    const answer = await store.put("/stores/:store/segments/seen", { where: { event: "seen" } });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
    const id = answer.headers.get("X-Request-Id");
    expect(first.log.filter(({ requestId }) => requestId === id)).toEqual([
      expect.objectContaining({ level: 30, msg: "a store that is being moved refused a request" }),
      expect.objectContaining({ level: 30, msg: "request", status: 503 }),
    ]);
  });

  test("is paused once the transactions that have written it are over, and writes wait for neither", async () => {
    const { from } = await twoCells();
    const store = await first.newStore();
    await guardCell(from);
    const client = await from.pool.connect();
    await client.query("begin");
    expect(await write({ pool: client as never }, store.id)).toBeUndefined();
    const order: string[] = [];
    const paused = pauseStore(from, store.id).then(() => order.push("paused"));
    await client.query("select pg_sleep(0.2)");
    order.push("commits");
    await client.query("commit");
    client.release();
    await paused;
    expect(order).toEqual(["commits", "paused"]);
    expect(await write(from, store.id)).toBe(REFUSED);
  });

  test("that is switched belongs to the other cell, and the one that it left refuses it for good", async () => {
    const { directory, from, to } = await twoCells();
    const store = await first.newStore();
    await twoCells();
    await guardCell(from);
    await pauseStore(from, store.id);
    await to.db.execute(sql`insert into stores (store_id, name, currency, first_status, created_at)
      values (${store.id}, 'Moved', 'USD', 'open', now())`);
    await switchStore(directory, store.id, { from, to, epoch: 1 });
    await switchStore(directory, store.id, { from, to, epoch: 1 });
    expect(await cellOf(directory, store.id)).toEqual({ cell: "second", epoch: 2 });
    await resumeStore(from, store.id);
    expect(await write(from, store.id)).toBe(REFUSED);
    expect(await write(to, store.id)).toBeUndefined();
    expect(switchStore(directory, store.id, { from, to, epoch: 5 })).rejects.toThrow(
      "is not in the cell first",
    );
  });
});

test("a database is refused as a cell when another cell has one of its stores, and nothing of it is registered", async () => {
  const { directory } = await twoCells();
  const store = await first.newStore({ id: "twice" });
  await twoCells();
  await second.newStore({ id: "twice" });
  const url = second.ctx.config.databaseUrl ?? "";
  expect(addCell(directory, { name: "second", url })).rejects.toThrow(
    "Another cell has a store twice already.",
  );
  expect(await cellOf(directory, store.id)).toEqual({ cell: "first", epoch: 1 });
});
