import { expect, test } from "bun:test";
import { order } from "../../support/fixtures.ts";
import { answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { SHOP_ORDERS, shopOrder } from "../../support/shop-orders.ts";
import { newShopper, openShopperPage } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ trustProxy: true });
const EMAIL = "ada@example.test";
const NAME = { firstName: "Ada", lastName: "Byron" };
const CHOICE = { "units-line-1": "1", "reason-line-1": "other" };

test("each page and form of an order that became another customer's is expired for who found it before", async () => {
  const store = await shop();
  await update(store, { customer: { ...NAME, email: EMAIL } });
  const seen = await pagesOf(store);
  await update(store, {
    customer: { ...NAME, email: "eve@example.test" },
    updatedAt: "2026-03-02T10:00:00.000Z",
  });
  expect(await seen.statuses()).toEqual([410, 410, 410, 410]);
  expect(await returnsOf(store)).toEqual([]);
  expect((await find(store, "eve@example.test")).status).toBe(200);
});

test("so is each of an order whose customer was erased", async () => {
  const store = await shop();
  const customer = { id: "ada", email: EMAIL };
  await store.post("/stores/:store/orders", order("C-1", { customer }));
  const seen = await pagesOf(store);
  await store.post("/stores/:store/customers/ada/erase", {});
  await service.drain();
  expect(await seen.statuses()).toEqual([410, 410, 410, 410]);
  expect(await returnsOf(store)).toEqual([]);
});

test("forms stay valid where the customer was merged, and where the shop changes anything else of the order", async () => {
  const store = await shop();
  const customer = { ...NAME, id: "ada", email: EMAIL, phone: "+12015550123" };
  await update(store, { customer });
  await store.post(
    "/stores/:store/orders",
    order("C-2", { customer: { id: "bo", email: "bo@example.test" } }),
  );
  const seen = await pagesOf(store);
  expect((await store.post("/stores/:store/customers/ada/merge", { into: "bo" })).status).toBe(202);
  await service.drain();
  const { shippingAddress: before } = shopOrder("C-1");
  const shippingAddress = { ...(before as object), zip: "10001" };
  const changed = { ...NAME, id: "ada", email: EMAIL.toUpperCase(), phone: "+12015550124" };
  await update(store, { customer: changed, updatedAt: "2026-03-02T10:00:00.000Z", shippingAddress });
  expect(await seen.statuses()).toEqual([200, 200, 200, 200]);
  expect(await returnsOf(store)).toHaveLength(1);
});

async function shop(): Promise<TestStore> {
  const store = await service.newStore();
  await openShopperPage(store);
  return store;
}

async function update(store: TestStore, changes: object): Promise<void> {
  const { status, body } = await answerOf(store.post(SHOP_ORDERS, { ...shopOrder("C-1"), ...changes }));
  expect([status, body]).toEqual([200, expect.anything()]);
}

async function find(store: TestStore, contact: string) {
  const shopper = await newShopper(service).open(`/r/${store.id}`);
  return shopper.send(0, { order: "C-1", contact });
}

/** Opens each step of a return; `statuses` are those of the same pages and forms later on. */
async function pagesOf(store: TestStore) {
  const shopper = await find(store, EMAIL);
  const [choose, choosing] = [shopper.path, shopper.html];
  await shopper.send(0, CHOICE);
  expect(shopper.status).toBe(200);
  const reviewing = shopper.html;
  const sendUrl = /action="([^"]*\/send\?[^"]*)"/.exec(reviewing)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const statuses = async () => {
    const opened = (await newShopper(service).open(choose)).status;
    shopper.html = choosing;
    const chosen = (await shopper.send(0, CHOICE)).status;
    const back = (await newShopper(service).open(sendUrl)).status;
    shopper.html = reviewing;
    return [opened, chosen, back, (await shopper.send(0)).status];
  };
  return { statuses };
}

async function returnsOf(store: TestStore): Promise<object[]> {
  const { body } = await answerOf(store.get("/stores/:store/returns"));
  return (body as { returns: object[] }).returns;
}
