import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openSession } from "../../../src/features/people/open-session.ts";
import { openCell } from "../../../src/platform/cells/directory.ts";
import { guardCell, pauseStore, resumeStore, switchStore } from "../../../src/platform/cells/store-states.ts";
import { useCells } from "../../support/cells.ts";
import { newBrowser, newPerson } from "../../support/console.ts";
import { event } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { openTab } from "../../support/live-tab.ts";
import type { TestService } from "../../support/service.ts";
import { connectorBody, postHook, shopFile } from "../../support/shops/connected-shop.ts";

type Send = Awaited<ReturnType<typeof used.start>>;
type Store = { id: string; secret: string };

/** A port at which no shop answers. */
const NO_SHOP = 9;
const used = useCells("a", "b");
let one: Send;
let two: Send;
let inA: Store;
let inB: Store;
beforeAll(async () => {
  [inA, inB] = await Promise.all([used.newStore("a"), used.newStore("b")]);
  const shops = { WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${NO_SHOP}` };
  [one, two] = await Promise.all([used.start(shops), used.start({ ...shops, ROLE: "api" })]);
});

/** Sends a request with a store's secret; `:store` stands for its id. */
function call(send: Send, { id, secret }: Store, path: string, body?: unknown): Promise<Response> {
  return send(path.replace(":store", id), {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const readStore = (send: Send, store: Store) => call(send, store, "/v2.2/stores/:store");
const postOrder = (send: Send, store: Store, id: string) =>
  call(send, store, "/v2.2/stores/:store/orders", order(id));

/** The status of a response that arrives in time, as every one should. */
async function statusOf(response: Promise<Response>): Promise<number> {
  return (await response).status;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await Bun.sleep(50);
}

/** Copies a store's own row, its clients and its connectors from one cell to the other. */
async function copyClients({ id }: Store): Promise<void> {
  for (const table of ["stores", "api_clients", "connectors"]) {
    const name = sql.identifier(table);
    const found = sql`select row_to_json(t) as row from ${name} as t where store_id = ${id}`;
    const { rows } = await dbOf("a").execute(found);
    const all = JSON.stringify(rows.map(({ row }) => row));
    await dbOf("b").execute(sql`insert into ${name}
      select * from json_populate_recordset(null::${name}, ${all}::json)`);
  }
}

async function connectShop(store: Store): Promise<void> {
  const { status } = await one(`/v2.2/stores/${store.id}/connectors/shopify`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(connectorBody(NO_SHOP, store.id)),
  });
  expect(status).toBe(200);
}

function dbOf(cell: string): TestService["ctx"]["db"] {
  const found = used.cells[cell];
  if (!found) throw new Error(`there is no cell ${cell}`);
  return found.service.ctx.db;
}

describe("stores of two cells behind one service", () => {
  test("are served by any process: orders, returns, events and the warehouse API, each in its own database", async () => {
    for (const store of [inA, inB]) {
      expect(await statusOf(postOrder(one, store, "1"))).toBe(200);
      const created = await call(two, store, "/v2.2/stores/:store/returns", returnOf("1"));
      const { id } = ((await created.json()) as { return: { id: string } }).return;
      expect(await statusOf(call(one, store, `/v2.2/returns/${id}`))).toBe(200);
      expect(await statusOf(call(two, store, "/v2.2/stores/:store/events", event()))).toBe(202);
      const listed = await call(one, store, "/api/v1/warehouse/return/list");
      expect(await listed.json()).toHaveLength(1);
    }
    const counts = Object.values(used.cells).map(async ({ service }) => {
      const { rows } = await service.ctx.db.execute(sql`select distinct store_id as "storeId" from orders`);
      return rows;
    });
    expect(await Promise.all(counts)).toEqual([[{ storeId: inA.id }], [{ storeId: inB.id }]]);
  });

  test("have shopper's pages, which lead from the order's number to its lines in any process", async () => {
    for (const store of [inA, inB]) {
      const settings = { shopperPage: { enabled: true } };
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${store.secret}` };
      const path = `/v2.2/stores/${store.id}`;
      const patched = one(path, { method: "PATCH", headers, body: JSON.stringify(settings) });
      expect(await statusOf(patched)).toBe(200);
      const customer = { email: "ada@example.test" };
      const body = order("page", { customer });
      expect(await statusOf(call(one, store, "/v2.2/stores/:store/orders", body))).toBe(200);
      const form = new URLSearchParams({ order: "page", contact: customer.email });
      const found = await two(`/r/${store.id}`, { method: "POST", body: form, redirect: "manual" });
      expect(found.status).toBe(303);
      const lines = await one(found.headers.get("Location") ?? "");
      expect([lines.status, await lines.text()]).toEqual([
        200,
        expect.stringContaining('name="units-line-1"'),
      ]);
    }
    expect(await statusOf(one("/r/of-no-store"))).toBe(404);
  });

  test("get webhooks of their shops by any process, each in its own database", async () => {
    for (const store of [inA, inB]) {
      await connectShop(store);
      for (const [i, send] of [one, two].entries()) {
        const body = shopFile(`80${i}`);
        const wrong = { signature: btoa("x".repeat(32)) };
        expect(await statusOf(postHook({ fetch: send }, store, body, wrong))).toBe(401);
        const hooked = await postHook({ fetch: send }, store, body);
        expect([hooked.status, await hooked.json()]).toEqual([200, { result: "stored" }]);
        expect(await statusOf(call(one, store, `/v2.2/stores/:store/orders/80${i}`))).toBe(200);
      }
    }
    for (const [cell, store] of [
      ["a", inA],
      ["b", inB],
    ] as const) {
      const { rows } = await dbOf(cell).execute(
        sql`select distinct store_id as "storeId" from orders where external_id = '800'`,
      );
      expect(rows).toEqual([{ storeId: store.id }]);
    }
    expect(await statusOf(postHook({ fetch: one }, { id: "sto_unknown" }, shopFile("802")))).toBe(401);
  });

  test("have workers of their own: events of a bulk request are recorded in each", async () => {
    for (const store of [inA, inB]) {
      const events = [event({ eventName: "in_bulk" })];
      expect(await statusOf(call(two, store, "/v2.2/stores/:store/events/bulk", { events }))).toBe(202);
    }
    for (const store of [inA, inB]) {
      await until(async () => {
        const listed = await call(two, store, "/v2.2/stores/:store/events");
        return (await listed.text()).includes('"in_bulk"');
      });
    }
  });

  test("a secret is refused for a store of another cell as for one of its own: 403; an unknown one gets 401", async () => {
    expect(await statusOf(readStore(one, { id: inB.id, secret: inA.secret }))).toBe(403);
    expect(await statusOf(readStore(one, { id: inB.id, secret: "aftersale_unknown" }))).toBe(401);
    expect(await statusOf(one("/v2.2/stores/none"))).toBe(401);
    expect(await statusOf(one("/docs"))).toBe(200);
  });

  test("a page of an id that no store can have is refused, and delays no page of a store", async () => {
    const unknown = ["a%00b", "sto_unknown", "%ff"].map((id) =>
      statusOf(one(`/console/stores/${id}/orders`)),
    );
    expect(await Promise.all(unknown)).toEqual([303, 303, 303]);
  });

  test("/healthz, /readyz and /metrics are 405 for other methods than GET and HEAD, as without cells", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics"]) {
      const methods = ["GET", "HEAD", "POST", "DELETE", "PROPFIND"];
      const answers = methods.map((method) => statusOf(one(path, { method })));
      expect([path, ...(await Promise.all(answers))]).toEqual([path, 200, 200, 405, 405, 405]);
    }
  });

  test("/readyz names each cell, and metrics have a label for it", async () => {
    const ready = await one("/readyz");
    const healthy = { status: "ready", database: true, writable: true, encryptionKey: true };
    expect([ready.status, await ready.json()]).toEqual([
      200,
      expect.objectContaining({ status: "ready", directory: true, cells: { a: healthy, b: healthy } }),
    ]);
    const text = await (await one("/metrics")).text();
    expect(text).toMatch(/aftersale_events_accepted_total\{cell="a"\} \d/);
    expect(text).toMatch(/aftersale_events_accepted_total\{cell="b"\} \d/);
    expect(text.match(/^# TYPE aftersale_events_accepted_total /gm)).toHaveLength(1);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  });

  test("a person has one account for stores of both, and sees in each what it has", async () => {
    const service = { ctx: used.directory.ctx, fetch: one } as TestService;
    const browser = await newPerson(service, inA, "owner");
    await used.directory.ctx.db.execute(sql`insert into memberships (store_id, person_id, role, created_at)
      values (${inB.id}, ${browser.personId}, 'owner', now())`);
    const stores = await (await browser.get("")).text();
    for (const [store, name] of [
      [inA, "A shop in a"],
      [inB, "A shop in b"],
    ] as const) {
      expect(stores).toContain(name);
      const page = await browser.get(`/stores/${store.id}/orders`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(name);
    }
  });
});

test("a session that ends takes its open tabs along at once, in any cell and process", async () => {
  const ctx = used.directory.ctx;
  const store = await used.newStore("b");
  const person = await newPerson({ ctx, fetch: one } as TestService, store, "owner");
  const elsewhere = newBrowser({ fetch: two }, store);
  for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
  const opened = await Promise.all([person, elsewhere].map(openTab));
  const tabs = await Promise.all(opened.map((tab) => tab.untilQuiet()));
  const { token } = await openSession(ctx, person.personId, { userAgent: "", address: undefined });
  const other = newBrowser({ fetch: one });
  other.cookies.set("aftersale_session", token);
  const began = performance.now();
  // A page of no store: the other cell may respond.
  expect(await statusOf(other.post("/account", { _act: "end-others" }))).toBe(303);
  for (const { following } of tabs) expect(await following).toBe("ended");
  // Without an announcement they end with the next ping, 15 seconds later.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("an object that is not in the cell of an old entry is asked for in the cell that its store is in now", async () => {
  const store = await used.newStore("a");
  const path = "/v2.2/stores/:store/orders/late";
  expect(await statusOf(call(one, store, path))).toBe(404);
  await copyClients(store);
  // Nothing announces it, as when the process was frozen meanwhile.
  await used.directory.ctx.db.execute(
    sql`update store_cells set cell = 'b', epoch = 2 where store_id = ${store.id}`,
  );
  expect(await statusOf(postOrder(two, store, "late"))).toBe(200);
  expect(await statusOf(call(one, store, path))).toBe(200);
  expect(await statusOf(call(one, store, `${path}-too`))).toBe(404);
});

test("a webhook that comes to a cell that its store has left is refused until it is stored in the new one", async () => {
  const store = await used.newStore("a");
  await connectShop(store);
  const hook = (id: string) => postHook({ fetch: one }, store, shopFile(id));
  expect(await statusOf(hook("810"))).toBe(200);
  await copyClients(store);
  // Nothing announces that the store has moved.
  await used.directory.ctx.db.execute(
    sql`update store_cells set cell = 'b', epoch = 2 where store_id = ${store.id}`,
  );
  await dbOf("a").execute(sql`delete from connectors where store_id = ${store.id}`);
  const refused = await hook("811");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await statusOf(hook("811"))).toBe(200);
  const { rows } = await dbOf("b").execute(
    sql`select external_id as "orderId" from orders where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ orderId: "811" }]);
});

describe("a cell that is cut off", () => {
  test("answers 503 with Retry-After for its stores, while the others' are answered; and is back by itself", async () => {
    await used.cells.b?.link.cut();
    await until(async () => (await readStore(one, inB)).status === 503);
    const refused = await readStore(one, inB);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await statusOf(postOrder(one, inA, "meanwhile"))).toBe(200);
    const late = await used.start({ ROLE: "api" });
    // A start waits for its cells some seconds only.
    await until(async () => (await readStore(late, inA)).status === 200);
    expect([await statusOf(readStore(late, inA)), await statusOf(readStore(late, inB))]).toEqual([200, 503]);
    const ready = await late("/readyz");
    expect(await ready.json()).toMatchObject({
      cells: { a: { status: "ready" }, b: { status: "not ready" } },
    });
    expect(ready.status).toBe(200);
    for (const process of [one, late]) {
      const service = { ctx: used.directory.ctx, fetch: process } as TestService;
      const browser = await newPerson(service, inB, "owner");
      const page = await browser.get(":store/orders");
      expect([page.status, page.headers.get("Content-Type")]).toEqual([503, "text/html; charset=utf-8"]);
      expect(await page.text()).toContain("Not available at the moment");
    }
    await used.cells.b?.link.mend();
    for (const process of [one, late])
      await until(async () => (await readStore(process, inB)).status === 200);
  });

  test("without the directory the stores that a process knows are served, and others get 503", async () => {
    const unknown = await used.newStore("a");
    await used.directoryLink.cut();
    expect(await statusOf(postOrder(one, inA, "known"))).toBe(200);
    expect(await statusOf(readStore(one, unknown))).toBe(503);
    await used.directoryLink.mend();
    await until(async () => (await readStore(one, unknown)).status === 200);
  });

  test("without the directory a store that has moved gets 503 with Retry-After: its old cell refuses its secrets", async () => {
    const store = await used.newStore("a");
    expect(await statusOf(readStore(one, store))).toBe(200);
    await used.directoryLink.cut();
    const { ctx } = used.directory;
    const [from, to] = [await openCell(ctx, "a"), await openCell(ctx, "b")];
    await copyClients(store);
    await switchStore(ctx, store.id, { from, to, epoch: 1 });
    const refused = await readStore(one, store);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
    expect(await statusOf(postOrder(one, store, "meanwhile"))).toBe(503);
    expect(await statusOf(call(one, inA, "/v2.2/stores/:store/orders/none"))).toBe(404);
    await used.directoryLink.mend();
    await until(async () => (await readStore(one, store)).status === 200);
    await Promise.all([from.close(), to.close()]);
  });
});

test("a paused store is read and not written, and every process finds it in its new cell once it is switched", async () => {
  const store = await used.newStore("a");
  for (const process of [one, two]) expect(await statusOf(readStore(process, store))).toBe(200);
  const { ctx } = used.directory;
  const tab = await openTab(await newPerson({ ctx, fetch: two } as TestService, store, "owner"));
  const [from, to] = [await openCell(ctx, "a"), await openCell(ctx, "b")];
  await guardCell(from);
  await connectShop(store);
  await pauseStore(from, store.id);
  const hooked = postHook({ fetch: two }, store, shopFile("820"));
  for (const refused of await Promise.all([postOrder(one, store, "paused"), hooked]))
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "1"]);
  expect(await statusOf(readStore(one, store))).toBe(200);
  expect(await statusOf(postOrder(one, inA, "not-paused"))).toBe(200);
  await resumeStore(from, store.id);
  expect(await statusOf(postOrder(one, store, "resumed"))).toBe(200);
  await pauseStore(from, store.id);
  await copyClients(store);
  await switchStore(ctx, store.id, { from, to, epoch: 1 });
  // The browser connects again, to the new cell.
  const began = performance.now();
  while ((await tab.next()) !== "closed");
  expect(performance.now() - began).toBeLessThan(10_000);
  for (const process of [one, two]) {
    expect(await statusOf(readStore(process, store))).toBe(200);
    await until(async () => (await postOrder(process, store, crypto.randomUUID())).status === 200);
  }
  const { rows } = await to.db.execute(
    sql`select count(*)::int as orders from orders where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ orders: 2 }]);
  await Promise.all([from.close(), to.close()]);
});
