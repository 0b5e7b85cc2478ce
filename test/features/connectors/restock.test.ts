import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { sendRestocksJob } from "../../../src/features/connectors/restock/send-job.ts";
import { sendPayoutsJob } from "../../../src/features/payouts/send-job.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { asOfNow } from "../../support/as-of-now.ts";
import { moveTo, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { connectShop, openShopServer } from "../../support/shops/connect-shop.ts";
import type { ShopMood } from "../../support/shops/medusa-ledger.ts";
import { restockPlainly } from "../../support/shops/plain-restock.ts";
import { onHand, patchItem, stockLines } from "../../support/stock.ts";
import { useService } from "../../support/use-service.ts";

const TIMEOUT_MS = 500;
const shops = await openShopServer();
const service = useService({
  ...{ payoutRetrySchedule: [0, 5, 5], payoutTimeoutMs: TIMEOUT_MS },
  webhookAllowedHosts: [shops.host],
});
service.beforeStop(shops.close);
service.beforeStop(restockPlainly());

/** Connects a new store to a shop that has these moods in turn, with a return of three units of an order of it. */
async function connected(...moods: ShopMood[]) {
  const store = await service.newStore();
  await createLocation(store.ctx, store.id, { name: "Main", isDefault: true });
  const shop = await connectShop(service, shops, store, { moods, lateMs: TIMEOUT_MS + 100 });
  await shop.order("order-1", { units: 3, cents: 1_000 });
  const items = [{ lineItemId: "line-1", quantity: 3, reason: "r" }];
  const made = await returnIn(postReturn(store, "order-1", { items }));
  const outcome = (value: string | null, more = {}) => patchItem(store, made, { outcome: value, ...more });
  const inShop = () => shop.ledger.stock.reduce((sum, { units }) => sum + units, 0);
  const said = async (): Promise<[units: number, status: string | undefined][]> =>
    (await stockLines(store, made.id)).map(({ units, shop }) => [units, shop?.status]);
  return { ...shop, store, made, outcome, inShop, said };
}

/** Lets all pauses end, and what is due then be sent. */
async function goOn(store: TestStore) {
  await store.ctx.db.execute(sql`
    update restock_streams set due_at = now(), leased_until = null where store_id = ${store.id} and due_at is not null`);
  await service.drain({ sweeps: true });
}

test("what a return restocks is restocked in the shop, once, and taken back there when it is taken back here", async () => {
  const { store, made, outcome, ledger, inShop, said } = await connected();
  await outcome("restock");
  await outcome("restock");
  await service.drain();
  expect(ledger.stock).toEqual([{ id: expect.stringMatching(/^rst_/), variantId: "tee-m", units: 3 }]);
  expect(await stockLines(store, made.id)).toMatchObject([
    { stock: "restocked", units: 3, shop: { status: "done", reason: null, attempts: 1 } },
  ]);
  const one = {
    responses: [
      { type: "units", value: "1" },
      { type: "disposition", value: "restock" },
    ],
  };
  await outcome("restock", { assessments: [one] });
  await outcome(null);
  await outcome("restock");
  await moveTo(store, made.id, "deleted");
  await service.drain();
  expect(await said()).toEqual([3, -2, -1, 1, -1].map((units) => [units, "done"] as const));
  expect([await onHand(store), inShop()]).toEqual([0, 0]);
});

test("what is restocked once more in a restored copy is in the shop once", async () => {
  const { store, made, outcome, ledger, inShop } = await connected();
  for (const steps of [["restock"], ["dispose", "restock"], [null, "restock", "dispose"]]) {
    const restore = await asOfNow(store, made.id);
    const done = async () => {
      for (const step of steps) await outcome(step);
      await service.drain();
      return [ledger.stock.length, inShop()];
    };
    const once = await done();
    await restore();
    expect(await done()).toEqual(once);
  }
  expect([ledger.stock.map(({ units }) => units), inShop()]).toEqual([[3, -3, 3, -3, 3, -3], 0]);
});

test("whatever a shop does with a change of its stock, it takes effect once", async () => {
  const cases: [moods: ShopMood[], first: string][] = [
    [["broken", "broken"], "unknown"],
    [["failed"], "unknown"],
    [["lost"], "unknown"],
    [["late"], "unknown"],
    [["slow"], "unknown"],
    [["broken", "lost"], "unknown"],
    [["ok"], "done"],
  ];
  const all = await Promise.all(cases.map(([moods]) => connected(...moods)));
  for (const { outcome } of all) {
    await outcome("restock");
    await outcome("dispose");
    await outcome("restock");
  }
  await service.drain();
  for (const [i, { said }] of all.entries()) {
    expect([cases[i]?.[0], (await said())[0]]).toEqual([cases[i]?.[0], [3, cases[i]?.[1]]]);
  }
  for (let count = 0; count < 3; count++) {
    await Bun.sleep(TIMEOUT_MS);
    for (const { store } of all) await goOn(store);
  }
  for (const [i, { ledger, said }] of all.entries()) {
    expect([cases[i]?.[0], ledger.stock.map(({ units }) => units)]).toEqual([cases[i]?.[0], [3, -3, 3]]);
    expect(new Set(ledger.stock.map(({ id }) => id)).size).toBe(3);
    expect(await said()).toEqual([
      [3, "done"],
      [-3, "done"],
      [3, "done"],
    ]);
  }
});

test("what the shop refused is said in the timeline, and nothing is taken back there that it never had", async () => {
  const { store, made, outcome, inShop } = await connected("refused");
  await outcome("restock");
  await outcome("dispose");
  await outcome("restock");
  await service.drain();
  expect(await stockLines(store, made.id)).toMatchObject([
    { units: 3, shop: { status: "refused", reason: "It keeps no stock of this." } },
    {
      units: -3,
      shop: { status: "refused", reason: "The shop has refused the units that this takes back." },
    },
    { units: 3, shop: { status: "done" } },
  ]);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
});

test("a shop that may still be at work on a change of its stock is not asked again once its connector is saved", async () => {
  const { store, outcome, put } = await connected("broken");
  await outcome("restock");
  await service.drain();
  // As if it had been asked a moment ago, however slowly the test runs.
  await store.ctx.db.execute(sql`
    update return_stock_changes set shop_attempted_at = now() + interval '1 minute' where store_id = ${store.id}`);
  await store.ctx.db.execute(sql`
    update restock_streams set due_at = now() + interval '1 hour' where store_id = ${store.id}`);
  await put({ enabled: true });
  const { rows } = await store.ctx.db.execute(sql`
    select extract(epoch from due_at - shop_attempted_at)::float8 * 1000 as pause
    from restock_streams join return_stock_changes using (store_id) where store_id = ${store.id}`);
  expect(rows).toEqual([{ pause: 2 * TIMEOUT_MS }]);
});

test("a shop that refused to give units back doesn't get them twice", async () => {
  const { store, outcome, inShop, said } = await connected("ok", "refused");
  await outcome("restock");
  await outcome("dispose");
  await outcome("restock");
  await service.drain();
  expect(await said()).toEqual([
    [3, "done"],
    [-3, "refused"],
    [3, "done"],
  ]);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
  await outcome("dispose");
  await service.drain();
  expect([await onHand(store), inShop()]).toEqual([0, 0]);
});

test("what takes units back waits for what gave them, also where that was written to another stream", async () => {
  const { store, outcome, ledger, said } = await connected();
  await outcome("restock");
  await store.ctx.db.execute(sql`
    with moved as (update restock_streams set id = 'con_medusa tee-m', due_at = now() + interval '1 hour'
      where store_id = ${store.id} returning id)
    update return_stock_changes set shop_stream = moved.id from moved where store_id = ${store.id}`);
  await outcome("dispose");
  await service.drain();
  expect(await said()).toEqual([
    [3, "waiting"],
    [-3, "waiting"],
  ]);
  for (let count = 0; count < 2; count++) await goOn(store);
  expect(ledger.stock.map(({ units }) => units)).toEqual([3, -3]);
});

test("what the shop refused last is the connector's last error, until the shop does what it is asked for", async () => {
  const { store, outcome } = await connected("refused");
  const lastError = async () =>
    (await (await store.get("/stores/:store/connectors/medusa")).json()).connector.lastError;
  await outcome("restock");
  expect(await lastError()).toBeNull();
  await service.drain();
  expect(await lastError()).toBe("The stock of order order-1 was not changed: It keeps no stock of this.");
  await outcome("dispose");
  await outcome("restock");
  await service.drain();
  expect(await lastError()).toBeNull();
});

test("while the connector is off its shop waits, and a deleted one's is asked no more", async () => {
  const { store, outcome, ledger, put, remove, said } = await connected();
  await put({ enabled: false });
  await outcome("restock");
  await goOn(store);
  expect([ledger.stock, await said()]).toEqual([[], [[3, "waiting"]]]);
  await put({ enabled: true });
  await service.drain();
  expect(await said()).toEqual([[3, "done"]]);
  await put({ enabled: false });
  await outcome("dispose");
  await remove();
  expect(await said()).toEqual([
    [3, "done"],
    [-3, "refused"],
  ]);
  await outcome("restock");
  expect((await said())[2]).toEqual([3, undefined]);
  expect(ledger.stock).toHaveLength(1);
});

test("what is taken back and given again while its connector is deleted, and after, is in the shop once", async () => {
  const { store, outcome, put, remove, said, inShop } = await connected();
  await outcome("restock");
  await service.drain();
  await remove();
  await outcome("dispose");
  await put({});
  await outcome("restock");
  await goOn(store);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
  expect(await said()).toEqual([
    [3, "done"],
    [-3, undefined],
    [3, "done"],
  ]);
  await outcome("dispose");
  await remove();
  await outcome("restock");
  await put({});
  await outcome("dispose");
  await outcome("restock");
  await goOn(store);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
});

test("what was restocked while its connector was deleted, and is taken back and given again, is in the shop once", async () => {
  const { store, outcome, put, remove, inShop } = await connected();
  await remove();
  await outcome("restock");
  await put({});
  await outcome("dispose");
  await outcome("restock");
  await goOn(store);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
});

test("what a shop does while its connector is deleted is noted, and taken back once it is connected again", async () => {
  const { store, outcome, ledger, put, remove, said, inShop } = await connected();
  const { handle } = ledger;
  ledger.handle = async (asked) => {
    const answer = await handle(asked);
    if (asked.method === "POST") await remove();
    return answer;
  };
  await outcome("restock");
  await service.drain();
  expect([await said(), inShop()]).toEqual([[[3, "done"]], 3]);
  ledger.handle = handle;
  await put({});
  await outcome("dispose");
  await goOn(store);
  expect(await said()).toEqual([
    [3, "done"],
    [-3, "done"],
  ]);
  expect(inShop()).toBe(0);
});

test("a shop that is connected in place of another is not asked for what waited for that one", async () => {
  const [{ store, outcome, ledger, put, said }, other] = [await connected("lost"), await connected()];
  await outcome("restock");
  await service.drain();
  expect(await said()).toEqual([[3, "unknown"]]);
  await put({ url: `http://${shops.host}/${other.store.id}` });
  await goOn(store);
  expect(await said()).toEqual([[3, "refused"]]);
  expect([ledger.stock.length, other.ledger.stock]).toEqual([1, []]);
});

test("a shop that has sent the order from another address since gives back what it got, and gets it once", async () => {
  const { store, outcome, ledger, put, hook, inShop } = await connected();
  await outcome("restock");
  await service.drain();
  const moved = `${store.id}-moved`;
  shops.ledgers.set(moved, ledger);
  await put({ url: `http://${shops.host}/${moved}` });
  await hook("order-1");
  await outcome("dispose");
  await goOn(store);
  expect([await onHand(store), inShop()]).toEqual([0, 0]);
  await outcome("restock");
  await goOn(store);
  expect([await onHand(store), inShop()]).toEqual([3, 3]);
});

test("an order that came by no connector changes nothing in the shop", async () => {
  const { store, ledger } = await connected();
  const body = {
    ...{ orderId: "own", createdAt: "2026-03-01T10:00:00Z", currencyCode: "USD", totalPrice: 10 },
    lineItems: [{ id: "line-1", productId: "p", title: "P", quantity: 1, price: 10 }],
  };
  await store.post("/stores/:store/orders", body);
  const items = [{ lineItemId: "line-1", quantity: 1, reason: "r" }];
  const made = await returnIn(postReturn(store, "own", { items }));
  await patchItem(store, made, { outcome: "restock" });
  await service.drain({ sweeps: true });
  expect(await stockLines(store, made.id)).toMatchObject([{ units: 1, shop: null }]);
  expect(ledger.stock).toEqual([]);
});

test("a shop is asked for a refund and a change of stock of one order one after the other", async () => {
  const { store, made, outcome, ledger, inShop } = await connected();
  await outcome("restock");
  expect((await moveTo(store, made.id, "complete")).status).toBe(204);
  const { handle } = ledger;
  const seen: string[] = [];
  ledger.handle = async (request) => {
    const [, of] = /^\/admin\/(orders|payments|stock)\//.exec(`${request.url}/`) ?? [];
    const what = of === "stock" ? "stock" : "refund";
    if (of && what !== seen.at(-1)) seen.push(what);
    // The other one has time to come between.
    await Bun.sleep(50);
    return handle(request);
  };
  await Promise.all([sendPayoutsJob.sweep?.(service.ctx), sendRestocksJob.sweep?.(service.ctx)]);
  await Promise.all([
    sendPayoutsJob.waitUntilIdle?.(service.ctx),
    sendRestocksJob.waitUntilIdle?.(service.ctx),
  ]);
  await goOn(store);
  expect([inShop(), ledger.refunds.length]).toEqual([3, 1]);
  expect(seen.toSorted()).toEqual(["refund", "stock"]);
});
