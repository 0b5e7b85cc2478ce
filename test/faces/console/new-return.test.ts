import { beforeAll, describe, expect, test } from "bun:test";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { rowsOf } from "../../support/page-numbers.ts";
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

const ADDRESS = { address1: "1 Road", city: "Town", province: "OH", postalCode: "43004", country: "US" };

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

  test("has the button that creates it first, and previews it by the Enter key", async () => {
    const html = await (
      await support.get(`:store/returns/new?order=${await newOrder(store, { lineItems })}`)
    ).text();
    const form = html.slice(html.indexOf('name="_act" value="create"'));
    const buttons = [...form.matchAll(/<button class="([^"]*)"\s+name="next" value="(\w+)"/g)];
    expect(buttons.map(([, look, value]) => [look, value])).toEqual([
      ["hidden", "preview"],
      ["button primary", "create"],
      ["button plain", "preview"],
    ]);
  });

  test("names what is wrong beside the field, and keeps what was typed", async () => {
    const order = await newOrder(store, { lineItems });
    const path = `:store/returns/new?order=${order}`;
    const wrong = { ...fields, key: "k2", "quantity-1": "7", "reason-1": 'Broken "handle"', next: "create" };
    const refused = await support.post(path, wrong);
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain('id="quantity-1-fault">The order has only 1 of it.');
    expect(text).toContain('<span class="fault"><bdi>Mug</bdi>: The order has only 1 of it.</span>');
    expect(text).toContain('value="Broken &quot;handle&quot;"');
    const nothing = await support.post(path, { ...fields, key: "k3", next: "create" });
    expect(nothing.status).toBe(400);
    expect((await support.get(":store/returns/new?order=unknown")).status).toBe(404);
  });

  test("shows beside each line what the store's policy says: whether, until when, at what fee, and why not", async () => {
    const shop = await service.newStore();
    const person = await newPerson(service, shop, "support");
    // Its day may be over elsewhere: the last one ends at 7 or 8 o'clock in UTC.
    const timeZone = "America/Los_Angeles";
    const today = new Date().toLocaleDateString("en-CA", { timeZone });
    const line = (id: string, tags: string[] = []) => ({
      ...{ id, productId: id, title: id.toUpperCase(), quantity: 1, price: 10, tags },
    });
    const lines = [line("plain"), line("sale", ["sale"]), line("fee", ["fee"]), line("over", ["over"])];
    const order = await newOrder(shop, { createdAt: new Date().toISOString(), lineItems: lines });
    const path = `:store/returns/new?order=${order}`;
    expect(await (await person.get(path)).text()).not.toContain('data-title="Policy"');
    const rules = [
      { when: { tags: ["sale"] }, then: { eligible: false, texts: { en: "Sale stays sold <b>" } } },
      {
        when: { tags: ["fee"] },
        then: { window: null, fee: { amount: "4.90", of: "return" }, outcomes: ["refund"], review: true },
      },
      { when: { tags: ["over"] }, then: { window: { until: "2026-01-31" } } },
    ];
    const policy = { timeZone, window: { days: 10, from: "ordered" }, rules };
    expect((await shop.put("/stores/:store/policy", policy)).status).toBeLessThan(300);
    const page = await (await person.get(path)).text();
    const advice = Object.fromEntries(
      rowsOf(page).map(([name = "", , said = ""]) => [name.split(" ").at(1), said]),
    );
    const last = new Date(Date.parse(today) + 10 * 86_400_000);
    const day = last.toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" });
    expect(advice).toEqual({
      PLAIN: expect.stringMatching(new RegExp(`^May be returned until ${day}`)),
      SALE: "May not be returned Sale stays sold &lt;b&gt;",
      FEE: "May be returned for a refund a fee of $4.90 for the return people look at it first",
      OVER: expect.stringMatching(/^May not be returned the time ended Jan 31, 2026/),
    });
    // It advises: a person may decide otherwise.
    const chosen = { ...fields, key: "k-policy", "quantity-1": "1", "reason-1": "Defective" };
    expect((await person.post(path, { ...chosen, next: "create" })).status).toBe(303);
  });

  test("takes the country from a list, and folds what is seldom changed unless it is missing or wrong", async () => {
    const shipped = (country: string, line = "1 Road") => ({
      lineItems,
      shipping: { method: "standard", cost: 0, address: { ...ADDRESS, address1: line, country } },
    });
    const chosenIn = async (country: string) => {
      const page = await pageOf(support, `/returns/new?order=${await newOrder(store, shipped(country))}`);
      const [, list = ""] = /<select[^>]*name="country"[^>]*>(.*?)<\/select>/s.exec(page) ?? [];
      const [, value, title] = /<option value="([^"]*)"\s+selected>([^<]*)/.exec(list) ?? [];
      return [list.match(/<option/g)?.length, value, title];
    };
    const [all = 0] = await chosenIn("");
    expect(all).toBeGreaterThan(249);
    expect(await chosenIn("us")).toEqual([all, "US", "United States"]);
    expect(await chosenIn("Deutschland")).toEqual([all, "DE", "Germany"]);
    expect(await chosenIn("Elbonia <b>")).toEqual([
      Number(all) + 1,
      "Elbonia &lt;b&gt;",
      "Elbonia &lt;b&gt;",
    ]);
    const folds = (page: string) =>
      [...page.matchAll(/<details class="fold-fields"([^>]*)><summary>(Sent from|Platform)/g)].map(
        ([, open = ""]) => open.includes("open"),
      );
    const whole = await newOrder(store, shipped("US"));
    expect(folds(await pageOf(support, `/returns/new?order=${whole}`))).toEqual([false, false]);
    const partial = await newOrder(store, shipped("US", ""));
    expect(folds(await pageOf(support, `/returns/new?order=${partial}`))).toEqual([true, false]);
    const wrong = { ...fields, provider: "x".repeat(12_000), key: "k4", "quantity-0": "1", next: "create" };
    const refused = await support.post(`:store/returns/new?order=${whole}`, wrong);
    const page = await refused.text();
    expect([refused.status, folds(page), page.includes('id="field-provider-fault"')]).toEqual([
      400,
      [false, true],
      true,
    ]);
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

  test("a scan of a unit's SKU or bar code says that one more is there, also without JavaScript, and can be undone", async () => {
    const { id, items: made } = await newReturn(store, { items }, { lineItems });
    await store.patch(`/returns/${id}`, { items: [{ id: made[0]?.id, upc: "0360 " }] });
    await moveTo(store, id, "delivered");
    const station = `/console/stores/${store.id}/warehouse`;
    let path = `/warehouse/${id}`;
    const scanBeside = async (code: string) => {
      const page = await pageOf(warehouse, path);
      const [, form = ""] = /<form class="scan beside[^"]*"(.*?)<\/form>/s.exec(page) ?? [];
      const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
      const query = new URLSearchParams([
        ...hidden.map(([, name = "", value = ""]) => [name, value]),
        ["scan", code],
      ]);
      const to = (await warehouse.get(`:store/warehouse?${query}`)).headers.get("Location") ?? "";
      path = to.slice(station.length - "/warehouse".length);
      const text = await pageOf(warehouse, path);
      return [
        text.match(/value="yes"\s+checked/g)?.length ?? 0,
        /data-ticks>(\d+)</.exec(text)?.[1],
        text,
      ] as const;
    };
    expect((await scanBeside("t")).slice(0, 2)).toEqual([1, "1"]);
    expect((await scanBeside("0360")).slice(0, 2)).toEqual([2, "2"]);
    const [, , full] = await scanBeside("T");
    expect(full).toContain("All units of <strong><bdi>T</bdi></strong> are counted.");
    expect(full).toContain('class="scan beside miss"');
    // What is none of its units is another parcel.
    expect((await scanBeside(id)).slice(0, 2)).toEqual([0, "0"]);
    await scanBeside("T");
    const [, , page] = await scanBeside("T");
    const [, back = ""] = /href="([^"]*)">Undo the last scan/.exec(page) ?? [];
    path = back.slice(station.length - "/warehouse".length);
    expect(/data-ticks>(\d+)</.exec(await pageOf(warehouse, path))?.[1]).toBe("1");
  });

  test("takes the last act back also after the next scan, and not after it was changed", async () => {
    const [first, second] = [await newReturn(store), await newReturn(store)];
    for (const { id } of [first, second]) await moveTo(store, id, "delivered");
    await warehouse.post(`:store/warehouse/${first.id}`, {
      ...{ _act: "process", to: "complete", "received-0-0": "yes", "grade-0-0": "A" },
    });
    const [, last = ""] = /name="last" value="([^"]+)"/.exec(await pageOf(warehouse, "/warehouse")) ?? [];
    expect(last).toEndWith(first.id);
    const to = (await warehouse.get(`:store/warehouse?scan=${second.id}&last=${last}`)).headers.get(
      "Location",
    );
    const next = await pageOf(warehouse, (to ?? "").replace(`/console/stores/${store.id}`, ""));
    const [, strip = ""] = /class="last-act">(.*?)<\/form>/s.exec(next) ?? [];
    expect(strip).toContain(first.order.name);
    const [, request = "", back = ""] =
      /name="request" value="([^"]+)"><input type="hidden" name="back" value="([^"]+)"/.exec(strip) ?? [];
    const undone = await warehouse.post(":store/returns", { _act: "undo", request, back, id: first.id });
    expect([undone.headers.get("Location"), (await readReturn(store, first.id)).return.status]).toEqual([
      `/console/stores/${store.id}/warehouse/${first.id}`,
      "open",
    ]);
    expect(await pageOf(warehouse, `/warehouse/${second.id}?last=${last}`)).not.toContain('class="last-act"');
    for (const wrong of ["", "a", "a.ret_unknown", "..", "a.b.c"]) {
      expect(await pageOf(warehouse, `/warehouse?last=${wrong}`)).not.toContain('class="last-act"');
    }
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
