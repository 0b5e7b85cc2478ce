import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { newOrder, newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
let support: TestBrowser;
let warehouse: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  support = await newPerson(service, store, "support");
  warehouse = await newPerson(service, store, "warehouse");
});

async function pageOf(browser: TestBrowser, path: string, status = 200): Promise<string> {
  const response = await browser.get(`:store${path}`);
  expect(`${path} ${response.status}`).toBe(`${path} ${status}`);
  return response.text();
}

const LINES = [{ id: "line-1", productId: "tee", title: "Tee", sku: "TEE-M", quantity: 3, price: 19.5 }];

describe("orders", () => {
  test("are listed by the filters of the address, and each shows what can still be returned", async () => {
    const name = await newOrder(store, {
      lineItems: LINES,
      totalPrice: 58.5,
      orderId: "A 1 & more",
      customer: null,
    });
    const { order } = await newReturn(store, {}, { lineItems: LINES });
    const list = await pageOf(support, `/orders?order=${encodeURIComponent(name)}`);
    expect(list).toContain(`/orders/${encodeURIComponent(name)}"`);
    expect(list).toContain("$58.50");
    expect(list).not.toContain(`>${order.name}<`);
    expect(await pageOf(support, "/orders?sku=none")).toContain("No orders match");
    expect(await pageOf(support, "/orders?email=x")).toContain('id="filter-email-fault"');

    const page = await pageOf(support, `/orders/${encodeURIComponent(order.name)}`);
    expect(page).toMatch(/data-title="Returnable"><div class="cell">2</);
    expect(page).toContain("/returns/ret_");
    expect(page).toContain("Not fulfilled yet");
    expect(await pageOf(support, `/orders/${order.id}`)).toContain(order.name);
    await pageOf(support, "/orders/unknown", 404);
  });

  test("show their parcels", async () => {
    const name = await newOrder(store, { lineItems: LINES });
    const path = `/stores/:store/orders/${name}/fulfillments`;
    const tracking = { carrier: "UPS", code: "1Z999" };
    await store.post(path, { fulfillmentId: "f1", lineItems: [{ id: "line-1", quantity: 2 }], tracking });
    const at = "2026-03-02T10:00:00Z";
    await store.post(`${path}/f1/tracking-events`, {
      message: "At the <door>",
      status: "delivered",
      datetime: at,
    });
    const page = await pageOf(support, `/orders/${name}`);
    expect(page).toContain("1Z999");
    expect(page).toContain("At the &lt;door&gt;");
    expect(await pageOf(support, `/orders?order=${name}`)).toContain("2 of 3");
  });
});

test("a search that ends at its limit says so", async () => {
  const prefix = crypto.randomUUID();
  for (let i = 0; i < 21; i++) await newOrder(store, { orderId: `${prefix}-${i}` });
  expect(await pageOf(support, `/search?q=${prefix}`)).toContain("The first 20 results for");
});

describe("customers", () => {
  test("are found by address, name, number and id, and show what they did", async () => {
    const customer = {
      id: "cus-1",
      email: "ada@example.test",
      firstName: "Ada",
      lastName: "Byron",
      phoneNumber: "+12015550188",
    };
    const { order, id } = await newReturn(store, {}, { lineItems: LINES, customer });
    for (const text of ["ADA@example.test", "+12015550188", "001 (201) 555-0188", "cus-1"]) {
      const found = await support.get(`:store/customers?q=${encodeURIComponent(text)}`);
      expect([text, found.headers.get("Location")]).toEqual([
        text,
        `/console/stores/${store.id}/customers/cus-1`,
      ]);
    }
    expect(await pageOf(support, "/customers?q=byr")).toContain('/customers/cus-1"');
    expect(await pageOf(support, "/customers?q=unknown%22")).toContain("No customers found");
    expect(await pageOf(support, "/customers")).toContain('/customers/cus-1"');

    const page = await pageOf(support, "/customers/cus-1");
    expect(page).toContain(`/orders/${order.name}"`);
    expect(page).toContain(`/returns/${id}"`);
    expect(page.replaceAll("<wbr>", "")).toContain("<bdi>ada@example.test</bdi>");
    // In each list an address breaks behind its @ alone.
    await store.put("/stores/:store/segments/all", { where: { customer: "id", op: "exists" } });
    for (const path of ["/customers", "/customers?q=byr", "/segments/saved/all?customers"])
      expect([path, (await pageOf(owner, path)).includes("ada@<wbr>example.test")]).toEqual([path, true]);
    // One order, of which something was returned.
    expect(page).toContain("1 of 1 order with a return<");
    expect(page).not.toContain('value="erase"');
    await pageOf(support, "/customers/unknown", 404);
    await pageOf(warehouse, "/customers", 403);
  });

  test("have notes of the store's people, which are exported, merged and erased with them", async () => {
    for (const id of ["noted", "twin"])
      await newOrder(store, { lineItems: LINES, customer: { id, email: `${id}@example.test` } });
    const note = (browser: TestBrowser, id: string, text: string) =>
      browser.post(`:store/customers/${id}`, { _act: "note", text, key: "the form's" });
    // A second click adds nothing.
    for (const _ of ["one click", "and a second one"])
      expect((await note(support, "noted", "Call <first>,\nnot twin@example.test.")).status).toBe(303);
    expect((await note(support, "twin", "Likes mornings.")).status).toBe(303);
    const empty = await note(support, "noted", "  ");
    expect([empty.status, (await empty.text()).includes("The note is empty.")]).toEqual([400, true]);
    expect((await note(support, "unknown", "Nobody.")).status).toBe(404);
    expect(await pageOf(support, "/customers/noted")).toContain(
      "Call &lt;first&gt;,\nnot twin@example.test.",
    );
    const exported = async () =>
      (await (await owner.get(":store/customers/noted/export")).json()) as { notes: { text: string }[] };
    expect((await exported()).notes.map(({ text }) => text)).toEqual([
      "Call <first>,\nnot twin@example.test.",
    ]);

    await owner.post(":store/customers/twin", { _act: "erase", typed: "twin@example.test" });
    await service.drain();
    expect((await exported()).notes[0]?.text).not.toContain("twin@example.test");
    const { rows } = await store.ctx.db.execute(
      sql`select note_text as text from customer_notes where store_id = ${store.id}`,
    );
    expect(rows).toHaveLength(1);

    await newOrder(store, { lineItems: LINES, customer: { id: "kept", email: "kept@example.test" } });
    await owner.post(":store/customers/noted", { _act: "merge", into: "kept" });
    const merged = await pageOf(owner, "/customers/kept");
    expect(merged).toContain("Call &lt;first&gt;");
    const [, id = ""] = /name="note" value="([^"]*)"/.exec(merged) ?? [];
    await owner.post(":store/customers/kept", { _act: "delete-note", note: id });
    expect(await pageOf(owner, "/customers/kept")).not.toContain("Call &lt;first&gt;");
  });

  test("are exported as a file, and erased by an owner alone", async () => {
    const customer = { id: "cus-2", email: "bob@example.test" };
    await newOrder(store, { lineItems: LINES, customer });
    const file = await owner.get(":store/customers/cus-2/export");
    expect(file.headers.get("Content-Disposition")).toContain("attachment");
    expect(JSON.stringify(await file.json())).toContain("bob@example.test");
    expect((await support.post(":store/customers/cus-2", { _act: "erase" })).status).toBe(403);
    expect(await pageOf(owner, "/customers/cus-2")).toContain("Erase bob@example.test?");
    for (const typed of ["", "cus-1", "someone@example.test"]) {
      const refused = await owner.post(":store/customers/cus-2", { _act: "erase", typed });
      expect([typed, refused.status]).toEqual([typed, 400]);
      // The question stands open, with the fault beside its field.
      expect(await refused.text()).toMatch(/<dialog[^>]* open.*id="field-typed-fault"/s);
    }
    const typed = "Bob@Example.test";
    expect((await owner.post(":store/customers/cus-2", { _act: "erase", typed })).status).toBe(303);
    await service.drain();
    await pageOf(owner, "/customers/cus-2", 404);
  });

  test("are merged by an owner alone, and the merged one leads to the page of the other", async () => {
    for (const id of ["cus-3", "cus-4"]) await newOrder(store, { lineItems: LINES, customer: { id } });
    const into = (id: string) => ({ _act: "merge", into: id });
    expect((await support.post(":store/customers/cus-3", into("cus-4"))).status).toBe(403);
    expect(await pageOf(support, "/customers/cus-3")).not.toContain("Merge into another customer");
    const refused = await owner.post(":store/customers/cus-3", into("unknown"));
    expect(await refused.text()).toContain("The store has no customer unknown.");
    const kept = `/console/stores/${store.id}/customers/cus-4`;
    const merged = await owner.post(":store/customers/cus-3", into("cus-4"));
    expect([merged.status, merged.headers.get("Location")]).toEqual([303, kept]);
    const followed = await owner.get(":store/customers/cus-3");
    expect([followed.status, followed.headers.get("Location")]).toEqual([303, kept]);
    expect(await pageOf(owner, "/customers/cus-4")).not.toContain("cus-3");
  });
});
