import { beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Db } from "../../../src/platform/db/connect.ts";
import { useCells } from "../../support/cells.ts";
import { order } from "../../support/fixtures.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";

// Reads of a process that doesn't know yet that a store has moved, while its rows are removed from the old cell.
type Store = { id: string; secret: string };

/** Longer than a read may take before it is doubted. */
const LONG_MS = 1_700;
const used = useCells("a", "b");
let send: Awaited<ReturnType<typeof used.start>>;
beforeAll(async () => {
  send = await used.start({ ROLE: "api" });
});

function dbOf(cell: string) {
  const found = used.cells[cell];
  if (!found) throw new Error(`there is no cell ${cell}`);
  return found.service.ctx.db;
}

function call({ id, secret }: Store, body?: object): Promise<Response> {
  return send(`/v2.2/stores/${id}/orders`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Copies what a list of orders needs to the other cell, and enters that in the directory without an announcement. */
async function moveSilently({ id }: Store, from: Pick<Db, "execute"> = dbOf("a")): Promise<void> {
  for (const table of ["stores", "api_clients", "orders"]) {
    const name = sql.identifier(table);
    const found = sql`select row_to_json(t) as row from ${name} as t where store_id = ${id}`;
    const { rows } = await from.execute(found);
    await dbOf("b").execute(sql`insert into ${name} overriding system value
      select * from json_populate_record(null::${name}, ${JSON.stringify(rows[0]?.row)}::json)`);
  }
  await used.directory.ctx.db.execute(
    sql`update store_cells set cell = 'b', epoch = 2 where store_id = ${id}`,
  );
}

async function storeWithOrder(): Promise<Store> {
  const store = await used.newStore("a");
  expect((await call(store, order("1"))).status).toBe(200);
  expect(await ordersOf(await call(store))).toBe(1);
  return store;
}

async function ordersOf(response: Response): Promise<number> {
  const { orders } = (await response.json()) as { orders: unknown[] };
  return orders.length;
}

test("a read that outlasts a move is answered by the new cell, and not without the rows that were removed", async () => {
  const store = await storeWithOrder();
  let reading = Promise.resolve(new Response());
  await inHeldTransaction(dbOf("a"), async (tx) => {
    await tx.execute(sql`lock table orders in access exclusive mode`);
    reading = call(store);
    await Bun.sleep(LONG_MS);
    await moveSilently(store, tx);
    await tx.execute(sql`delete from orders where store_id = ${store.id}`);
  });
  const response = await reading;
  expect([response.status, await ordersOf(response)]).toEqual([200, 1]);
});

test("a process that was frozen asks again where a store is", async () => {
  const store = await storeWithOrder();
  await moveSilently(store);
  await dbOf("a").execute(sql`delete from orders where store_id = ${store.id}`);
  // As in a process that is stopped: no announcement is handled.
  Bun.sleepSync(LONG_MS);
  const response = await call(store);
  expect([response.status, await ordersOf(response)]).toEqual([200, 1]);
});
