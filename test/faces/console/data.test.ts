import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { levelOf, newPlace, putStock } from "../../support/inventory.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });
const store = useStore(service);
const HOSTILE = `"><img src=x onerror=alert(1)>`;
let owner: TestBrowser;
let reader: TestBrowser;
let locationId: string;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  reader = await newPerson(service, store, "read_only");
  ({ locationId } = await createLocation(store.ctx, store.id, { name: HOSTILE }));
  await newReturn(store);
});

async function pageOf(browser: TestBrowser, path: string): Promise<string> {
  const response = await browser.get(`:store${path}`);
  expect(response.status).toBe(200);
  return textOf(await response.text());
}

function textOf(html: string): string {
  expect(html).not.toContain("<img");
  return html
    .slice(html.indexOf("<main"))
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}

describe("pictures of products", () => {
  const imageUrl = "https://shop.example/tee.png";
  let shop: TestStore;
  let person: TestBrowser;
  beforeAll(async () => {
    shop = await service.newStore();
    person = await newPerson(service, shop, "owner");
  });
  const picturesOn = async (path: string) => {
    const html = await (await person.get(`:store${path}`)).text();
    return [...html.matchAll(/<img class="thumb" src="[^"]*tee.png[^"]*" alt="([^"]*)"/g)].map(
      ([, alt]) => alt,
    );
  };

  test("stand on the page of a level of stock", async () => {
    const product = { id: "tee", title: "Tee", image_url: imageUrl };
    const [level] = await putStock(shop, [levelOf(await newPlace(shop), { product })]);
    expect(await picturesOn(`/inventory/levels/${level?.id}`)).toEqual([""]);
  });

  test("stand in a customer's timeline, and beside a return whose order is on another page", async () => {
    const customer = { id: "pictured" };
    const line = { productId: "p1", title: "Tee", quantity: 1, price: 5, imageUrl };
    const order = { lineItems: [{ id: "line-1", ...line }], customer };
    await newReturn(shop, {}, { ...order, createdAt: "2020-01-01T00:00:00Z" });
    expect(await picturesOn("/customers/pictured")).toEqual(["Tee", ""]);
    const visited = { eventName: "visited", customer, eventTimestamp: "2021-01-01T00:00:00Z" };
    const events = Array.from({ length: 60 }, (_, n) => ({ ...visited, uniqueId: `visited-${n}` }));
    for (const event of events)
      expect((await shop.post("/stores/:store/events", event)).status).toBeLessThan(300);
    expect(await picturesOn("/customers/pictured")).toEqual(["Tee"]);
  });
});

describe("exports", () => {
  test("an export is started, watched, fetched and deleted", async () => {
    expect(await pageOf(owner, "/exports")).toContain("No exports yet");
    const wrong = await owner.post(":store/exports", { _act: "start", from: "soon", format: "csv" });
    expect([wrong.status, (await wrong.text()).includes("not a valid date")]).toEqual([400, true]);
    const started = await owner.post(":store/exports", { _act: "start", format: "csv" });
    expect(started.status).toBe(303);
    const html = await (await owner.get(":store/exports")).text();
    expect(html).toContain('hx-trigger="every 2s"');
    expect(textOf(html)).toContain("Waiting");
    await service.drain();
    const ready = await (await owner.get(":store/exports")).text();
    expect(ready).not.toContain("every 2s");
    const [, id = ""] = /\/exports\/([^/"]+)\/file/.exec(ready) ?? [];
    const file = await owner.get(`:store/exports/${id}/file`);
    expect(file.headers.get("content-disposition")).toContain("attachment");
    expect((await file.text()).trim().split("\r\n")).toHaveLength(2);
    expect((await owner.post(":store/exports", { _act: "delete", export: id })).status).toBe(303);
    expect(await pageOf(owner, "/exports")).toContain("No exports yet");
    expect((await owner.get(`:store/exports/${id}/file`)).status).toBe(404);
  });
});

test("an export that failed is started again with the same range", async () => {
  await owner.post(":store/exports", {
    _act: "start",
    from: "2026-01-05",
    to: "2026-01-06",
    format: "jsonl",
  });
  await store.ctx.db.execute(sql`update asn_exports set status = 'failed' where store_id = ${store.id}`);
  const html = await (await owner.get(":store/exports")).text();
  expect(html).toContain("Try again");
  const shown = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const fields = { from: shown("from"), to: shown("to"), format: shown("format") };
  expect((await owner.post(":store/exports", { _act: "start", ...fields })).status).toBe(303);
  const { rows } = await store.ctx.db.execute(sql`
    select count(*)::int as all, count(distinct ("from", "to", format))::int as ranges
    from asn_exports where store_id = ${store.id}`);
  expect(rows).toEqual([{ all: 2, ranges: 1 }]);
});

describe("inventory", () => {
  test("is listed by location, and imported with the faults of single lines", async () => {
    expect(await pageOf(owner, "/inventory")).toContain("No stock yet");
    const product = { id: "p", title: HOSTILE, sku: "TEE" };
    const counts = { quantity: 1_234, committed: 4, reserved: 0 };
    await putStock(store, [{ ...levelOf(locationId), product, ...counts }]);
    expect(await pageOf(owner, "/inventory?sku=TEE")).toContain("1,234 4 0 1,230");
    expect(await pageOf(owner, "/inventory?sku=other")).toContain("No such stock");
    const file = `product_id,title,location_id,quantity\nmug,Mug,${locationId},7\ncap,"${HOSTILE.replaceAll('"', '""')}",loc_0,1\n`;
    const started = await owner.post(":store/inventory/import", { _act: "import", file });
    expect(started.status).toBe(303);
    const path = (started.headers.get("Location") ?? "").replace("/console", "");
    const busy = await (await owner.get(path)).text();
    expect(busy).toContain('hx-trigger="every 2s"');
    expect(busy).toContain('<noscript><meta http-equiv="refresh"');
    expect(textOf(busy)).toContain("Waiting");
    await service.drain();
    const done = await (await owner.get(path)).text();
    expect(done).not.toMatch(/every 2s|http-equiv="refresh"/);
    const text = textOf(done);
    expect(text).toContain("Lines read 2");
    expect(text).toContain("Levels changed 1");
    expect(text).toContain("3 The store has no location loc_0.");
    const errors = await reader.get(`${path}/errors.csv`);
    expect(errors.headers.get("Content-Disposition")).toContain("attachment");
    expect(await errors.text()).toBe("line,detail\r\n3,The store has no location loc_0.\r\n");
    expect(await pageOf(owner, "/inventory/import")).toContain("Done in part");
    expect(await pageOf(owner, "/inventory")).toContain("Mug");
  });

  test("each level has a page with its changes, by the name of the person", async () => {
    const levels = [levelOf(locationId, { product: { id: "cup", title: "Cup" }, quantity: 40 })];
    const [level] = await putStock(store, levels);
    const file = `product_id,title,location_id,quantity\ncup,Cup,${locationId},1500\n`;
    const named = await newPerson(service, store, "owner", { name: HOSTILE });
    await named.post(":store/inventory/import", { _act: "import", file });
    await service.drain();
    expect(await (await owner.get(":store/inventory")).text()).toContain(`/inventory/levels/${level?.id}"`);
    const text = await pageOf(reader, `/inventory/levels/${level?.id}`);
    expect(text).toContain("40 → 1,500");
    expect(text).toContain("&quot;&gt;&lt;img src=x");
    expect(text).toContain("Created");
    expect((await owner.get(":store/inventory/levels/li_0")).status).toBe(404);
  });

  test("an empty form says what is missing, and a reader has none", async () => {
    const response = await owner.post(":store/inventory/import", { _act: "import", file: " " });
    expect([response.status, textOf(await response.text()).includes("Choose a file")]).toEqual([400, true]);
    expect(await pageOf(reader, "/inventory")).not.toContain("Import");
    expect((await reader.get(":store/inventory/import")).status).toBe(403);
  });
});
