import { beforeAll, expect, test } from "bun:test";
import { PNG as PNG_TEXT } from "../../fuzz/existing-ids.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { type PlantedFault, plantFault } from "../../support/planted-fault.ts";
import { answerOf, historyOf, moveTo, newReturn, readReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
const PNG = Uint8Array.fromBase64(PNG_TEXT);
const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", sku: "T", quantity: 2, price: 10 }];
const items = [{ lineItemId: "line-1", quantity: 2, reason: "Too small" }];
let warehouse: TestBrowser;
let fault: PlantedFault;
beforeAll(async () => {
  warehouse = await newPerson(service, store, "warehouse", { name: "Wim Ware" });
  fault = await plantFault(service, ["return_history"]);
});

const FIELDS = {
  ...{ _act: "process", to: "complete", note: "One bag" },
  ...{ "received-0-0": "yes", "grade-0-0": "A", "outcome-0-0": "restock", "received-0-1": "no" },
};

async function delivered(): Promise<string> {
  const { id } = await newReturn(store, { items }, { lineItems });
  await moveTo(store, id, "delivered");
  return id;
}

function keyIn(page: string): string {
  return /name="key" value="([^"]+)"/.exec(page)?.[1] ?? "";
}

test("a form whose second step fails says what is saved, and finishes when it is sent again", async () => {
  const id = await delivered();
  const path = `:store/warehouse/${id}`;
  const key = keyIn(await (await warehouse.get(path)).text());
  const failed = await warehouse.postFiles(
    path,
    { ...FIELDS, key },
    { "photo-0-0": PNG, "photo-0-1": "no picture" },
  );
  const page = await failed.text();
  expect(failed.status).toBe(400);
  expect(page).toContain("Saved: what was found; photo of Tee, unit 1 of 2.");
  expect(page).toContain("Not saved: photo of Tee, unit 2 of 2; the note; the status complete.");
  expect(page).toContain("The image must be a PNG, JPEG, GIF or WebP.");
  expect(page).toMatch(/value="One bag"/);
  expect(page).toMatch(/name="outcome-0-0" value="restock"\s+checked/);
  expect(page.match(/class="thumbnail"/g)).toHaveLength(1);
  expect(keyIn(page)).toBe(key);
  const between = (await readReturn(store, id)).return;
  expect([between.status, between.items[0]?.grade, between.notes.length]).toEqual(["delivered", "A", 1]);

  const done = await warehouse.postFiles(path, { ...FIELDS, key }, { "photo-0-0": PNG, "photo-0-1": PNG });
  expect(done.status).toBe(303);
  const { return: after } = await readReturn(store, id);
  expect(after.status).toBe("complete");
  expect(after.notes.map(({ message, image }) => (image ? "picture" : message))).toEqual([
    "picture",
    "picture",
    "One bag",
  ]);
  const { body } = await answerOf(store.get(`/returns/${id}/images`));
  const images = (body as { images: { itemId: string; unit: number; by: string }[] }).images;
  expect(images.map(({ itemId, unit, by }) => [itemId, unit, by])).toEqual(
    [1, 2].map((unit) => [after.items[0]?.id ?? "", unit, "Wim Ware"]),
  );
  expect((await historyOf(store, id)).filter(({ to }) => to === "complete")).toHaveLength(1);
});

test("a fault of the database in the last step is named, and the next try only changes the status", async () => {
  const id = await delivered();
  const path = `:store/warehouse/${id}`;
  const form = { ...FIELDS, key: crypto.randomUUID() };
  await fault.begin("53100");
  const failed = await warehouse.post(path, form);
  await fault.end();
  const page = await failed.text();
  expect(failed.status).toBe(503);
  expect(page).toContain("Saved: what was found; the note. Not saved: the status complete.");
  const between = (await readReturn(store, id)).return;
  expect([between.status, between.notes]).toEqual(["delivered", [{ message: "One bag" }]]);
  expect((await warehouse.post(path, form)).status).toBe(303);
  const { return: after } = await readReturn(store, id);
  expect([after.status, after.notes]).toEqual(["complete", between.notes]);
});

test("a form that was sent twice changes nothing the second time, and says the same", async () => {
  const id = await delivered();
  const form = { ...FIELDS, key: crypto.randomUUID() };
  for (const _ of [1, 2]) expect((await warehouse.post(`:store/warehouse/${id}`, form)).status).toBe(303);
  const { return: read } = await readReturn(store, id);
  expect([read.status, read.notes]).toEqual(["complete", [{ message: "One bag" }]]);
  expect(await historyOf(store, id)).toHaveLength(3);
});

test("the photos of units stand beside their items on the return's page", async () => {
  const id = await delivered();
  await warehouse.postFiles(`:store/warehouse/${id}`, { ...FIELDS, key: "k" }, { "photo-0-1": PNG });
  const page = await (await warehouse.get(`:store/returns/${id}`)).text();
  expect(page).toContain('alt="Photo of Tee, unit 2"');
  const [, src = ""] = /<img\s+src="([^"]+)"/.exec(page) ?? [];
  const picture = await warehouse.get(src.replace("/console", ""));
  expect(picture.headers.get("Content-Type")).toBe("image/png");
  expect(picture.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(picture.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
  const foreign = await newPerson(service, await service.newStore(), "owner");
  expect((await foreign.get(src.replace(/.*\/console\/stores\/[^/]+/, ":store"))).status).toBe(404);
});
