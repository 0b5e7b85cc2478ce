import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { moveTo, newOrder, newReturn, readReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let support: TestBrowser;
let warehouse: TestBrowser;
beforeAll(async () => {
  support = await newPerson(service, store, "support");
  warehouse = await newPerson(service, store, "warehouse", { name: "Wim" });
});

async function pageOf(browser: TestBrowser, path: string): Promise<string> {
  const response = await browser.get(`:store${path}`);
  expect(`${path} ${response.status}`).toBe(`${path} 200`);
  return response.text();
}

describe("a new return", () => {
  const lineItems = [
    { id: "line-1", productId: "tee", title: "Tee", quantity: 3, price: 10 },
    { id: "line-2", productId: "mug", title: "Mug", quantity: 1, price: 5 },
  ];
  const address = {
    line1: "1 Road",
    line2: "",
    city: "Town",
    state: "OH",
    postalCode: "43004",
    country: "US",
  };
  const fields = { _act: "create", provider: "shopify", compensation: "store_credit", key: "k1", ...address };

  test("begins with its order, and shows what the chosen units are worth before it is created", async () => {
    const order = await newOrder(store, { lineItems });
    expect(await pageOf(support, `/returns/new?q=${order}`)).toContain("/returns/new?order=ord_");
    const page = await pageOf(support, `/returns/new?order=${order}`);
    expect(page).toMatch(/name="line1" type="text"|name="line1"[^>]*value="1 Road"/);
    const path = `:store/returns/new?order=${order}`;
    const chosen = { ...fields, "quantity-0": "2", "reason-0": "Too small", "quantity-1": "" };
    const preview = await support.post(path, { ...chosen, next: "preview" });
    const text = await preview.text();
    expect(text).toContain('Store credit <strong><span class="money">$20.00</span>');
    expect(text).toMatch(/name="quantity-0" value="2"/);
    expect((await (await store.get(`/stores/:store/returns?order=${order}`)).json()).returns).toEqual([]);

    const made = await support.post(path, { ...chosen, next: "create" });
    const [, id = ""] = /\/returns\/(ret_\w+)$/.exec(made.headers.get("Location") ?? "") ?? [];
    const { return: read } = await readReturn(store, id);
    expect(read.items.map(({ quantity, reason }) => [quantity, reason])).toEqual([[2, "Too small"]]);
    expect(read.totals.storeCredit.amount.amount).toBe("20.00");
    expect(read.source.mailingAddress).toEqual(address);
    // A form that is sent twice is one return.
    const again = await support.post(path, { ...chosen, next: "create" });
    expect(again.headers.get("Location")).toBe(made.headers.get("Location"));
  });

  test("names what is wrong beside the field, and keeps what was typed", async () => {
    const order = await newOrder(store, { lineItems });
    const path = `:store/returns/new?order=${order}`;
    const wrong = { ...fields, key: "k2", "quantity-1": "7", "reason-1": 'Broken "handle"', next: "create" };
    const refused = await support.post(path, wrong);
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain('id="quantity-1-fault">Only 1 units of line item line-2 were ordered.');
    expect(text).toContain('value="Broken &quot;handle&quot;"');
    const nothing = await support.post(path, { ...fields, key: "k3", next: "create" });
    expect(nothing.status).toBe(400);
    expect((await support.get(":store/returns/new?order=unknown")).status).toBe(404);
  });

  test("is only for units that are in no other return", async () => {
    const { order } = await newReturn(store, {}, { lineItems: [{ ...lineItems[0], quantity: 1 }] });
    expect(await pageOf(support, `/returns/new?order=${order.name}`)).toContain("Nothing to return");
  });
});

describe("warehouse mode", () => {
  const label = { trackingNumber: "1Z 999 AA", carrier: "UPS" };
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", sku: "T", quantity: 2, price: 10 }];
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "Too small" }];
  const scan = (text: string) => warehouse.get(`:store/warehouse?scan=${encodeURIComponent(text)}`);

  test("opens a return by its tracking number or id, and offers what a text may mean", async () => {
    const { id, order } = await newReturn(store, { label, items }, { lineItems });
    // The one return that a text leads to is opened, also by the beginning of its order's number.
    for (const text of ["1z 999 aa", id, order.name]) {
      expect((await scan(text)).headers.get("Location")).toBe(`/console/stores/${store.id}/warehouse/${id}`);
    }
    const other = await newReturn(store, { items }, { orderId: `${order.name}-B`, lineItems });
    const choice = await (await scan(order.name)).text();
    for (const each of [id, other.id]) expect(choice).toContain(`/warehouse/${each}"`);
    const unknown = await (await scan('no"<b>')).text();
    expect(unknown).toContain("Nothing found for <strong><bdi>no&quot;&lt;b&gt;</bdi>");
    expect(unknown).toMatch(/id="scan"[^>]*autofocus/);
  });

  test("stores grade and disposition of each unit, and processes the return", async () => {
    const { id } = await newReturn(store, { items }, { lineItems });
    await moveTo(store, id, "delivered");
    const page = await pageOf(warehouse, `/warehouse/${id}`);
    expect(page.match(/class="unit-row"/g)).toHaveLength(2);
    expect(page).not.toMatch(/<input type="radio"[^>]* checked/);
    expect(page).toMatch(/id="scan"/);
    const done = await warehouse.post(`:store/warehouse/${id}`, {
      ...{ _act: "process", to: "complete", note: "One bag" },
      ...{ "received-0-0": "yes", "grade-0-0": "A", "outcome-0-0": "restock" },
      ...{ "received-0-1": "no", "grade-0-1": "B" },
    });
    expect([done.status, done.headers.get("Location")]).toEqual([
      303,
      `/console/stores/${store.id}/warehouse`,
    ]);
    expect(decodeURIComponent(warehouse.cookies.get("aftersale_notice") ?? "")).toContain("Not received: 1.");
    const { return: read } = await readReturn(store, id);
    expect([read.status, read.items[0]?.grade, read.items[0]?.outcome]).toEqual(["complete", "A", "restock"]);
    expect(read.items[0]?.assessments?.map(({ responses }) => responses)).toEqual([
      [
        { type: "unit", value: "1" },
        { type: "received", value: "yes" },
        { type: "grade", value: "A" },
        { type: "disposition", value: "restock" },
      ],
      [
        { type: "unit", value: "2" },
        { type: "received", value: "no" },
      ],
    ]);
    expect(read.notes).toEqual([{ message: "One bag" }]);
    expect(await pageOf(warehouse, `/warehouse/${id}`)).toContain("This return is complete");
  });

  test("asks of each unit whether it is there, and of one that is for its grade", async () => {
    const { id } = await newReturn(store, { items }, { lineItems });
    await moveTo(store, id, "delivered");
    const send = (fields: Record<string, string>) =>
      warehouse.post(`:store/warehouse/${id}`, { _act: "process", ...fields });
    const asked = await send({ to: "complete", "received-0-0": "yes" });
    const text = await asked.text();
    expect([asked.status, (await readReturn(store, id)).return.status]).toEqual([400, "delivered"]);
    expect(text).toContain('id="grade-0-0-fault">Choose a grade.<');
    expect(text).toContain('id="received-0-1-fault">Is it there, or missing?<');
    // What is only flagged may have been left closed: nothing is said of its units.
    expect((await send({ to: "flagged" })).status).toBe(303);
    const { return: read } = await readReturn(store, id);
    expect([read.status, read.items[0]?.assessments]).toEqual(["flagged", undefined]);
  });

  test("stores nothing for a return that another person has rejected meanwhile", async () => {
    const { id } = await newReturn(store, { items }, { lineItems });
    await moveTo(store, id, "rejected");
    const late = await warehouse.post(`:store/warehouse/${id}`, {
      _act: "process",
      to: "complete",
      "grade-0-0": "A",
    });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain("A return that is rejected cannot become complete.");
    expect((await readReturn(store, id)).return.items[0]?.grade).toBeUndefined();
  });
});
