import { describe, expect, test } from "bun:test";
import pg from "pg";
import { deleteStore } from "../../../src/features/stores/delete-store.ts";
import { changesAfter } from "../../support/changes.ts";
import { startProcess } from "../../support/process.ts";
import { query } from "../../support/query.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { postHook, type StubShop, serveShops, shopFile } from "../../support/shops/connected-shop.ts";
import { environmentOf, useService } from "../../support/use-service.ts";

const shops = serveShops();
const service = useService({ webhookAllowedHosts: [shops.host], hasIdleQueues: true, isSingle: true });

async function connected() {
  const store = await service.newStore();
  return { store, shop: await shops.connect(store) };
}

type Shown = { state: string; lastSuccessAt: string | null; lastError: string | null; lag: number | null };

async function shownOf(store: TestStore): Promise<Shown> {
  return (await (await store.get("/stores/:store/connectors/shopify")).json()).connector;
}

async function ordersOf(store: TestStore) {
  const { orders } = await (await store.get("/stores/:store/orders")).json();
  return orders.map(({ orderId }: { orderId: string }) => orderId).sort();
}

async function poll(...stores: TestStore[]) {
  for (const store of stores) await store.post("/stores/:store/connectors/shopify/poll", undefined);
  await service.drain({ sweeps: true });
}

async function rowOf(store: TestStore) {
  const { rows } = await store.ctx.db.execute<{ cursor: string | null; failures: number; pause: number }>(`
    select cursor, failures, extract(epoch from due_at - now())::float8 as pause
    from connectors where store_id = '${store.id}'`);
  const [row] = rows;
  if (!row) throw new Error("there is no connector");
  return row;
}

/** Does something when the shop is asked for the second page of its orders, before it answers. */
function atSecondPage(shop: StubShop, act: () => Promise<void>): void {
  let pages = 0;
  shop.instead = async () => {
    pages++;
    if (pages === 2) await act();
    return undefined;
  };
}

const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T10:00:00Z`;

describe("the poll", () => {
  test("reads a newly connected shop to its end, page by page, and later what has changed", async () => {
    const { store, shop } = await connected();
    for (let day = 1; day <= 5; day++)
      shop.orders.set(String(100 + day), shopFile(String(100 + day), { updatedAt: at(day) }));
    expect(await shownOf(store)).toMatchObject({ state: "ok", lastSuccessAt: null, lag: null });
    await service.drain({ sweeps: true });
    expect(await ordersOf(store)).toEqual(["101", "102", "103", "104", "105"]);
    const { lag, lastSuccessAt, lastError } = await shownOf(store);
    expect([lag !== null && lag < 60, lastSuccessAt !== null, lastError]).toEqual([true, true, null]);

    shop.orders.delete("102");
    shop.orders.set("102", shopFile("102", { updatedAt: at(6), quantity: 5 }));
    shop.seen.length = 0;
    await poll(store);
    expect(shop.seen[0]).toContain("updated_at_min=");
    expect(await (await store.get("/stores/:store/orders/102")).json()).toMatchObject({ totalPrice: 50 });
  });

  test("notes an order that can't be stored, and goes on with the others", async () => {
    const { store, shop } = await connected();
    shop.orders.set("201", shopFile("201", { updatedAt: at(1), more: { line_items: [] } }));
    shop.orders.set("202", shopFile("202", { updatedAt: at(2) }));
    await service.drain({ sweeps: true });
    expect(await ordersOf(store)).toEqual(["202"]);
    expect(await shownOf(store)).toMatchObject({
      state: "ok",
      lastError: expect.stringContaining("Order 201 was rejected"),
    });

    shop.orders.set("201", shopFile("201", { updatedAt: at(1) }));
    await store.ctx.db.execute(
      `update connector_rejections set retry_at = now() where store_id = '${store.id}'`,
    );
    await poll(store);
    expect(await ordersOf(store)).toEqual(["201", "202"]);
    expect((await shownOf(store)).lastError).toBeNull();
  });

  test("notes an order whose fault can't be stored as it is, and goes on with the others", async () => {
    const { store, shop } = await connected();
    const more = { total_price: "1\0\ud800", total_price_set: null };
    shop.orders.set("211", shopFile("211", { updatedAt: at(1), more }));
    shop.orders.set("212", shopFile("212", { updatedAt: at(2) }));
    await service.drain({ sweeps: true });
    expect(await shownOf(store)).toMatchObject({
      state: "ok",
      lastError: expect.stringContaining("Order 211"),
    });
    expect(await ordersOf(store)).toEqual(["212"]);
  });

  test("reads rejected orders again though one of them can't be read, and forgets what has no id", async () => {
    const { store, shop } = await connected();
    const broken = { more: { line_items: [] } };
    for (const id of ["221", "222"]) shop.orders.set(id, shopFile(id, { updatedAt: at(1), ...broken }));
    shop.orders.set("223", shopFile("223", { updatedAt: at(2) }));
    await service.drain({ sweeps: true });
    expect((await postHook(service, store, '{"order":{}}')).status).toBe(200);
    shop.orders.set("222", shopFile("222", { updatedAt: at(1) }));
    shop.instead = ({ url }) =>
      url.includes("/orders/221.json") ? new Response("busy", { status: 500 }) : undefined;
    await store.ctx.db.execute(`
      update connector_rejections set retry_at = now() - interval '1 minute' * (300 - right(order_id, 3)::int)
      where store_id = '${store.id}' and order_id <> 'unknown'`);
    await store.ctx.db.execute(`
      update connector_rejections set retry_at = now() - interval '1 day'
      where store_id = '${store.id}' and order_id = 'unknown'`);
    for (let i = 0; i < 2; i++) await poll(store);
    expect(await ordersOf(store)).toEqual(["222", "223"]);
    const { body } = await answerOf(store.get("/stores/:store/connectors/shopify/rejected-orders"));
    expect(body).toMatchObject({ orders: [{ orderId: "221" }] });
    expect((body as { orders: object[] }).orders).toHaveLength(1);
  });

  test("reads a rejected order again ten minutes later, however often its change is read meanwhile", async () => {
    const { store, shop } = await connected();
    const updatedAt = new Date().toISOString();
    shop.orders.set("231", shopFile("231", { updatedAt, more: { line_items: [] } }));
    const rejected = async () => {
      const { body } = await answerOf(store.get("/stores/:store/connectors/shopify/rejected-orders"));
      return (body as { orders: { orderId: string; rejectedAt: string; retryAt: string }[] }).orders;
    };
    await service.drain({ sweeps: true });
    const [first] = await rejected();
    for (let i = 0; i < 3; i++) await poll(store);
    const [last, ...others] = await rejected();
    expect([last?.orderId, others]).toEqual(["231", []]);
    expect(last?.rejectedAt).not.toBe(first?.rejectedAt);
    expect(last?.retryAt).toBe(first?.retryAt);
    const pauses: number[] = [];
    for (let i = 0; i < 2; i++) {
      await store.ctx.db.execute(
        `update connector_rejections set retry_at = now() where store_id = '${store.id}'`,
      );
      await poll(store);
      const [again] = await rejected();
      pauses.push(
        Math.round((Date.parse(again?.retryAt ?? "") - Date.parse(again?.rejectedAt ?? "")) / 1_000),
      );
    }
    expect(pauses).toEqual([1_200, 2_400]);
  });

  test("takes no page that has many more orders than it asked for", async () => {
    const { store, shop } = await connected();
    const orders = Array.from({ length: 501 }, (_, i) => ({ id: i + 1 }));
    shop.instead = () => Response.json({ orders });
    await service.drain({ sweeps: true });
    expect(await shownOf(store)).toMatchObject({
      state: "failing",
      lastError: expect.stringContaining("501 orders"),
    });
    const { body } = await answerOf(store.get("/stores/:store/connectors/shopify/rejected-orders"));
    expect(body).toMatchObject({ orders: [] });
  });

  test("says why a shop can't be read, pauses longer each time, and as long as the shop asks for", async () => {
    const { store, shop } = await connected();
    const pauses: number[] = [];
    shop.instead = () => new Response("no", { status: 401 });
    for (let i = 0; i < 3; i++) {
      await poll(store);
      pauses.push((await rowOf(store)).pause);
    }
    expect(await shownOf(store)).toMatchObject({
      state: "failing",
      lastError: expect.stringContaining("401"),
      lag: null,
    });
    // Of a pause of less than a minute the logarithm rounds to -0.
    expect(pauses.map((pause) => 0 + Math.round(Math.log2(pause / 60)))).toEqual([0, 1, 2]);
    shop.instead = () => new Response("later", { status: 429, headers: { "Retry-After": "3000" } });
    await poll(store);
    expect((await rowOf(store)).pause).toBeGreaterThan(2_900);
    shop.instead = undefined;
    await poll(store);
    expect(await shownOf(store)).toMatchObject({ state: "ok", lastError: null });
    expect((await rowOf(store)).failures).toBe(0);
  });

  test("keeps what it has read where a webhook of the same second comes late, and takes one that comes soon", async () => {
    const { store, shop } = await connected();
    const totalOf = async (id: string) =>
      (await (await store.get(`/stores/:store/orders/${id}`)).json()).totalPrice;
    const soon = { updatedAt: new Date(Date.now() - 5_000).toISOString() };
    shop.orders.set("281", shopFile("281", { quantity: 5 }));
    shop.orders.set("282", shopFile("282", { quantity: 5, ...soon }));
    await service.drain({ sweeps: true });
    for (const file of [shopFile("281", { quantity: 3 }), shopFile("282", { quantity: 3, ...soon })])
      expect((await postHook(service, store, file)).status).toBe(200);
    expect([await totalOf("281"), await totalOf("282")]).toEqual([50, 30]);
  });

  test("takes an edit that the shop's clock has before the stored one, once a clock that was ahead is put right", async () => {
    const { store, shop } = await connected();
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    expect((await postHook(service, store, shopFile("285", { updatedAt: at(7_200_000) }))).status).toBe(200);
    const late = shopFile("285", { quantity: 9, updatedAt: at(-60_000) });
    expect((await postHook(service, store, late)).status).toBe(200);
    const totalOf = async () => (await (await store.get("/stores/:store/orders/285")).json()).totalPrice;
    expect(await totalOf()).toBe(20);
    shop.orders.set("285", shopFile("285", { quantity: 5, updatedAt: at(0) }));
    await service.drain({ sweeps: true });
    expect(await totalOf()).toBe(50);
    expect((await postHook(service, store, late)).status).toBe(200);
    expect(await totalOf()).toBe(50);
  });

  test("says where a shop leads to that has another address", async () => {
    const { store, shop } = await connected();
    const headers = { Location: "https://www.linen.example/admin/api/x/orders.json?limit=50" };
    shop.instead = () => new Response("moved", { status: 301, headers });
    await service.drain({ sweeps: true });
    const { lastError } = await shownOf(store);
    expect(lastError).toContain("301");
    expect(lastError).toContain("https://www.linen.example/admin/api/x/orders.json: give");
    expect(shop.seen).toHaveLength(1);
  });

  test("asks a shop that failed for a shorter page: a long one may take it too long", async () => {
    const { store, shop } = await connected();
    shop.orders.set("291", shopFile("291"));
    shop.instead = ({ url }) =>
      url.includes("limit=50") ? new Response("too slow", { status: 504 }) : undefined;
    await service.drain({ sweeps: true });
    expect(await ordersOf(store)).toEqual([]);
    await poll(store);
    expect(await ordersOf(store)).toEqual(["291"]);
  });

  test("writes no cursor of a connector that was changed while the shop answered", async () => {
    const { store, shop } = await connected();
    shop.orders.set("301", shopFile("301"));
    shop.instead = async () => {
      shop.instead = undefined;
      await store.put("/stores/:store/connectors/shopify", { enabled: false });
      return undefined;
    };
    await service.drain({ sweeps: true });
    expect(await rowOf(store)).toMatchObject({ cursor: null });
    expect(await shownOf(store)).toMatchObject({ state: "off", lag: null });
  });

  test("writes no cursor of a connector that was deleted and made again while the shop answered", async () => {
    const { store, shop } = await connected();
    shop.orders.set("302", shopFile("302"));
    shop.instead = async () => {
      shop.instead = undefined;
      await store.delete("/stores/:store/connectors/shopify");
      await shops.connect(store);
      // Another process reads the shop for the new one.
      await store.ctx.db.execute(`
        update connectors set fence = fence + 1, leased_until = now() + interval '1 minute'
        where store_id = '${store.id}'`);
      return undefined;
    };
    await service.drain({ sweeps: true });
    expect(await rowOf(store)).toMatchObject({ cursor: null });
    expect(await shownOf(store)).toMatchObject({ lastSuccessAt: null, lag: null });
  });

  test("reads no shop of a store that was deleted", async () => {
    const store = await service.newStore({ name: "Gone" });
    const shop = await shops.connect(store);
    await deleteStore(store.ctx, store.id, "Gone");
    await service.drain({ sweeps: true });
    expect(shop.seen).toEqual([]);
  });

  test("reads a shop once more that was to be read now while it was being read", async () => {
    const { store, shop } = await connected();
    shop.instead = async () => {
      shop.instead = undefined;
      shop.orders.set("351", shopFile("351"));
      expect((await store.post("/stores/:store/connectors/shopify/poll", undefined)).status).toBe(202);
      return Response.json({ orders: [] });
    };
    await service.drain();
    expect(await ordersOf(store)).toEqual(["351"]);
    expect(shop.seen).toHaveLength(2);
    expect((await rowOf(store)).pause).toBeGreaterThan(30);
  });

  test("doesn't wait for another store's shop that doesn't answer", async () => {
    const slow = await connected();
    const quick = await connected();
    const answers = Promise.withResolvers<void>();
    slow.shop.instead = async () => {
      await answers.promise;
      return undefined;
    };
    quick.shop.orders.set("401", shopFile("401"));
    const drained = service.drain({ sweeps: true });
    while ((await ordersOf(quick.store)).length === 0) await Bun.sleep(20);
    answers.resolve();
    await drained;
    expect(slow.shop.seen.length).toBeGreaterThan(0);
  });

  test("goes on where a process was killed in its middle: each order is there once, before its cursor is written", async () => {
    // One while the shop answers, the other once orders are stored and the cursor isn't.
    const [answering, storing] = [await connected(), await connected()];
    for (const { shop } of [answering, storing]) {
      for (let day = 1; day <= 5; day++)
        shop.orders.set(String(600 + day), shopFile(String(600 + day), { updatedAt: at(day) }));
    }
    const [asked, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    atSecondPage(answering.shop, () => {
      asked.resolve();
      return killed.promise;
    });
    const lock = new pg.Client({ connectionString: service.ctx.config.databaseUrl });
    await lock.connect();
    atSecondPage(storing.shop, async () => {
      await lock.query("begin");
      await lock.query("select from connectors where store_id = $1 for no key update", [storing.store.id]);
    });
    const running = await startProcess({ ...environmentOf(service), WEBHOOK_ALLOWED_HOSTS: shops.host });
    await asked.promise;
    while ((await ordersOf(storing.store)).length < 4) await Bun.sleep(20);
    running.signal("SIGKILL");
    await running.exited;
    killed.resolve();
    expect((await ordersOf(answering.store)).length).toBe(2);
    await lock.query("rollback");
    await lock.end();

    for (const { store, shop } of [answering, storing]) {
      shop.instead = undefined;
      await store.ctx.db.execute(`update connectors set leased_until = now() where store_id = '${store.id}'`);
    }
    await service.drain({ sweeps: true });
    for (const { store } of [answering, storing]) {
      expect(await ordersOf(store)).toEqual(["601", "602", "603", "604", "605"]);
      const created = (await changesAfter(store)).filter(({ type }) => type === "order.created");
      expect(created).toHaveLength(5);
      expect((await shownOf(store)).lastError).toBeNull();
    }
  });

  test("marks orders by the connector that they came by, also those that were there before", async () => {
    const { store, shop } = await connected();
    shop.orders.set("501", shopFile("501"));
    await poll(store);
    const connectorOf = async () =>
      (await query(
        store.ctx.config.databaseUrl ?? "",
        `select connector_id from orders where store_id = '${store.id}'`,
      )) as unknown;
    const marked = await connectorOf();
    expect(JSON.stringify(marked)).toContain("con_");
    await store.ctx.db.execute(`update orders set connector_id = null where store_id = '${store.id}'`);
    await store.ctx.db.execute(`update connectors set cursor = null where store_id = '${store.id}'`);
    await poll(store);
    expect(await connectorOf()).toEqual(marked);
  });
});
