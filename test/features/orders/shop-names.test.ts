import { describe, expect, test } from "bun:test";
import { connectorOf } from "../../../src/features/connectors/kinds.ts";
import { importOrderFile } from "../../../src/features/orders/imports/import-file.ts";
import type { Order } from "../../../src/features/orders/schema.ts";
import { csvOf } from "../../support/order-files.ts";
import { answerOf, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { newShopper, openShopperPage, textOf } from "../../support/shopper.ts";
import { postHook, serveShops, shopFile } from "../../support/shops/connected-shop.ts";
import { medusaOrder } from "../../support/shops/medusa-orders.ts";
import { wooOrder } from "../../support/shops/woocommerce-orders.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";

const shops = serveShops();
const service = useService({ trustProxy: true, webhookAllowedHosts: [shops.host] });
const other = useStore(service);
const EMAIL = "ada@example.com";

/** Returns a store that has an order of Shopify's, which its customer knows by the name alone. */
async function storeWith(id: string, name: string): Promise<TestStore> {
  const store = await service.newStore();
  await shops.connect(store);
  await sent(store, shopFile(id, { more: { name } }));
  return store;
}

async function sent(store: TestStore, body: string): Promise<void> {
  expect((await postHook(service, store, body)).status).toBe(200);
}

async function orderNamed(store: TestStore, text: string): Promise<string | undefined> {
  const { status, body } = await answerOf(store.get(`/stores/:store/orders/${encodeURIComponent(text)}`));
  return status === 200 ? (body as Order).orderId : undefined;
}

describe("an order of a shop is found by the name that the shop gives it", () => {
  test.each(["#2001", "2001"])("as %s, in each operation", async (text) => {
    const store = await storeWith("450789469", "#2001");
    expect(await orderNamed(store, text)).toBe("450789469");
    const path = encodeURIComponent(text);
    const list = await answerOf(store.get(`/stores/:store/orders?order=${path}`));
    expect(list.body).toMatchObject({ orders: [{ orderId: "450789469", orderName: "#2001" }] });
    const made = await returnIn(
      postReturn(store, text, { items: [{ lineItemId: "5001", quantity: 1, reason: "r" }] }),
    );
    expect(made).toMatchObject({ order: { name: "#2001" }, externalOrderIds: ["450789469"] });
    const returns = await answerOf(store.get(`/stores/:store/returns?provider_order_name=${path}`));
    expect(returns.body).toMatchObject({
      returns: [{ id: made.id }],
      orders: [{ name: "#2001", externalId: "450789469" }],
    });
    const details = await warehouse(service, store, `GET /return/details?order_name=${path}`);
    expect(details.body).toMatchObject({ service_id: made.id, order_name: "#2001", order_number: 2001 });
    const found = await answerOf(store.get(`/stores/:store/search?q=${path}`));
    expect(JSON.stringify(found.body)).toContain("Order #2001");
  });

  test("by its customer on the page for returns, which calls it so", async () => {
    const store = await storeWith("450789470", "#2002");
    await openShopperPage(store);
    const shopper = await newShopper(service).open(`/r/${store.id}`);
    await shopper.send(0, { order: "2002", contact: EMAIL });
    expect(shopper.status).toBe(200);
    expect(textOf(shopper.html)).toContain("#2002");
    expect(textOf(shopper.html)).not.toContain("450789470");
  });

  test("and by nothing that begins so, in no other store, and not once the shop has renamed it", async () => {
    const store = await storeWith("450789471", "EN-2003");
    expect(await orderNamed(store, "en-2003")).toBe("450789471");
    expect(await orderNamed(store, "EN-200")).toBeUndefined();
    expect(await orderNamed(other, "EN-2003")).toBeUndefined();
    await sent(
      store,
      shopFile("450789471", { updatedAt: "2026-03-05T10:00:00Z", more: { name: "EN-2004" } }),
    );
    expect(await orderNamed(store, "EN-2003")).toBeUndefined();
    expect(await orderNamed(store, "EN-2004")).toBe("450789471");
  });

  test("the newest of those with one name, and no order whose id it is", async () => {
    const store = await storeWith("3001", "#3002");
    await sent(store, shopFile("3002", { more: { name: "#3003" } }));
    await sent(store, shopFile("3004", { more: { name: "#3003", created_at: "2026-03-02T10:00:00Z" } }));
    expect(await orderNamed(store, "3002")).toBe("3002");
    expect(await orderNamed(store, "#3002")).toBe("3002");
    expect(await orderNamed(store, "#3003")).toBe("3004");
  });
});

describe("of two orders of one name", () => {
  const NAMED = [
    ["450789480", "ada@example.com", "2026-03-01T10:00:00Z"],
    ["450789481", "eve@example.com", "2026-03-02T10:00:00Z"],
  ] as const;

  /** Besides, the store has an order whose id it is, and which its shop calls otherwise. */
  async function storeWithTwo(): Promise<TestStore> {
    const store = await storeWith("2010", "#1");
    for (const [id, email, created_at] of NAMED)
      await sent(
        store,
        shopFile(id, { more: { name: "#2010", email, created_at, customer: { id, email } } }),
      );
    return store;
  }

  test.each(NAMED)("a customer finds the own one on the page for returns: %s of %s", async (id, contact) => {
    const store = await storeWithTwo();
    await openShopperPage(store);
    for (const order of ["2010", "#2010"]) {
      const shopper = await newShopper(service).open(`/r/${store.id}`);
      await shopper.send(0, { order, contact });
      expect(textOf(shopper.html)).toContain("#2010");
      await shopper.send(0, { "units-5001": "1", "reason-5001": "other" });
      await shopper.send(0);
      expect(shopper.status).toBe(200);
    }
    const { body } = await answerOf(store.get(`/stores/:store/returns?order=${id}`));
    expect((body as { returns: object[] }).returns).toHaveLength(2);
  });

  test("and by no contact of the other, nor by one of none", async () => {
    const store = await storeWithTwo();
    await openShopperPage(store);
    const shopper = await newShopper(service).open(`/r/${store.id}`);
    await shopper.send(0, { order: "2010", contact: "bob@example.com" });
    expect(textOf(shopper.html)).not.toContain("Tee");
  });

  test.each(NAMED)("a withdrawal is from the order of its sender: %s of %s", async (id, email) => {
    const store = await storeWithTwo();
    const withdrawal = { name: "Ada Byron", order: "2010", email, confirmed: true };
    expect((await store.post("/stores/:store/withdrawals", withdrawal)).status).toBe(201);
    const { body } = await answerOf(store.get(`/stores/:store/withdrawals?order=${id}`));
    expect(body).toMatchObject({ withdrawals: [{ email, identified: true }] });
  });

  test("a warehouse finds the one that has a return, and the one whose id it is last", async () => {
    const store = await storeWithTwo();
    const details = () => warehouse(service, store, `GET /return/details?order_name=${path("#2010")}`);
    const path = encodeURIComponent;
    const items = [{ lineItemId: "5001", quantity: 1, reason: "r" }];
    for (const id of ["2010", ...NAMED.map(([id]) => id)]) {
      const made = await returnIn(postReturn(store, id, { items }));
      expect((await details()).body).toMatchObject({ service_id: made.id });
    }
  });
});

test("lists have all orders of one name, and their returns", async () => {
  const store = await storeWith("3101", "#3100");
  await sent(store, shopFile("3102", { more: { name: "#3100", created_at: "2026-03-02T10:00:00Z" } }));
  await sent(store, shopFile("3103", { more: { name: "#3105" } }));
  const items = [{ lineItemId: "5001", quantity: 1, reason: "r" }];
  const returned = async (id: string) => (await returnIn(postReturn(store, id, { items }))).id;
  const [first, second, third] = [await returned("3101"), await returned("3102"), await returned("3101")];
  await returned("3103");
  const listed = async (query: string) => {
    const { status, body } = await answerOf(store.get(`/stores/:store/returns?${query}`));
    expect({ status, body }).toMatchObject({ status: 200 });
    return (body as { returns: { id: string }[] }).returns.map(({ id }) => id);
  };
  for (const text of ["3100", "%233100"]) {
    for (const filter of ["order", "provider_order_name"])
      expect(await listed(`${filter}=${text}`)).toEqual([third, second, first]);
    expect(new Set(await listed(`order=${text}&sort=-updated_at`))).toEqual(new Set([first, second, third]));
    expect(await listed(`order=${text}&status=open&reason=r&limit=2`)).toEqual([third, second]);
    const { body } = await answerOf(store.get(`/stores/:store/orders?order=${text}`));
    expect((body as { orders: Order[] }).orders.map(({ orderId }) => orderId)).toEqual(["3102", "3101"]);
  }
  // The id of an order is the name of no other.
  await sent(store, shopFile("3104", { more: { name: "#3101" } }));
  expect(await listed("order=3101")).toEqual([third, first]);
});

test("an import of a shop's file names orders as its connector does, and one without names keeps what is known", async () => {
  const store = await storeWith("450789472", "#2005");
  const row = {
    ...{
      "Created at": "2026-03-01 10:00:00 +0000",
      Currency: "EUR",
      Email: EMAIL,
      Total: "10.00",
      Subtotal: "10.00",
    },
    ...{ "Lineitem quantity": 1, "Lineitem name": "Tee", "Lineitem price": "10.00" },
  };
  const text = csvOf([{ ...row, Name: "#2006", Id: "'450789473" }]);
  const open = () => new Blob([text]).stream();
  await importOrderFile(store.ctx, store.id, {
    open,
    format: undefined,
    onProgress: () => {},
    onFault: () => {},
  });
  expect(await orderNamed(store, "2006")).toBe("450789473");
  const { body } = await answerOf(store.get("/stores/:store/orders/450789472"));
  expect(body).toMatchObject({ orderName: "#2005" });
});

test.each([
  ["shopify", { id: 450789469, name: "#1001" }, "#1001"],
  ["medusa", medusaOrder("order_1", { display_id: 17 }), "17"],
  ["woocommerce", wooOrder(723, { number: "W-88" }), "W-88"],
] as const)("what %s calls an order is read from what it sends", (kind, order, name) => {
  expect(connectorOf(kind)?.orderName(order)).toBe(name);
});
