import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { importPart } from "../../../src/core/imports/import-part.ts";
import { failImportOrdersJob, importOrdersJob } from "../../../src/features/orders/imports/import-job.ts";
import { ORDER_IMPORTS as KIND } from "../../../src/features/orders/imports/order-imports.ts";
import type { OrderImportWithErrors } from "../../../src/features/orders/imports/schema.ts";
import { newPerson } from "../../support/console.ts";
import {
  fileOf,
  fileOfOrder,
  ORDER_IMPORTS,
  readOrderImport,
  startOrderImport,
} from "../../support/order-imports.ts";
import { fullOrder, leastOrder, ORDERS } from "../../support/orders.ts";
import { plantFault } from "../../support/planted-fault.ts";
import { answerOf, invalidAnswer, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { fullShopOrder, SHOP_ORDERS, shopOrder } from "../../support/shop-orders.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ hasIdleQueues: true });

const ORDERS_OF_FILE = 600;

/** Returns a file with an order on each line, of which each hundredth has no line. */
function fileOfMany(count = ORDERS_OF_FILE): string {
  return fileOf(
    Array.from({ length: count }, (_, n) => leastOrder(`o-${n}`, n % 100 === 99 ? { lineItems: [] } : {})),
  );
}

const countsOf = ({ status, ordersDone, created, updated, unchanged, broken }: OrderImportWithErrors) => [
  status,
  ordersDone,
  ...[created, updated, unchanged, broken],
];

/** Imports a file, and returns the status, the orders read, and the counts. */
async function imported(store: TestStore, file: string, format?: string): Promise<OrderImportWithErrors> {
  const id = await startOrderImport(store, file, format);
  await service.drain();
  return readOrderImport(store, id);
}

async function orderOf(store: TestStore, orderId: string): Promise<unknown> {
  return (await answerOf(store.get(`${ORDERS}/${encodeURIComponent(orderId)}`))).body;
}

test("both forms of an order are stored as their operations store them, and again they change nothing", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const [plain, shop] = [fullOrder("plain"), fullShopOrder("shop")];
  const builtIns = { constructor: "Ann", ["__proto__"]: "Ann" };
  const customer = { ...(plain.customer as object), ...builtIns };
  const file = fileOf([{ ...plain, more: 1, ...builtIns, customer }, shop]);
  const first = await imported(store, file);
  expect(first).toMatchObject({ format: "jsonl", by: "test client", errors: [] });
  expect(countsOf(first)).toEqual(["done", 2, 2, 0, 0, 0]);
  expect((await other.post(ORDERS, plain)).status).toBe(200);
  expect((await other.post(SHOP_ORDERS, shop)).status).toBe(200);
  for (const id of ["plain", "shop"]) expect(await orderOf(store, id)).toEqual(await orderOf(other, id));
  const { rows } = await store.ctx.db.execute(
    sql`select from orders where store_id = ${store.id} and body::text ~ 'constructor|__proto__'`,
  );
  expect(rows).toEqual([]);
  const feed = await answerOf(store.get("/stores/:store/changes"));
  expect(countsOf(await imported(store, file))).toEqual(["done", 2, 0, 0, 2, 0]);
  expect(await answerOf(store.get("/stores/:store/changes"))).toEqual(feed);
  const later = { ...plain, tags: ["later"] };
  expect(countsOf(await imported(store, fileOf([later, shop])))).toEqual(["done", 2, 0, 1, 1, 0]);
  expect(await orderOf(store, "plain")).toMatchObject({ tags: ["later"] });
});

test("an order of a leap second is created, found again and updated by a file", async () => {
  const store = await service.newStore();
  const order = leastOrder("leap", { createdAt: "2016-12-31T23:59:60Z" });
  expect((await store.post(ORDERS, order)).status).toBe(200);
  expect(await orderOf(store, "leap")).toMatchObject({ createdAt: "2017-01-01T00:00:00.000Z" });
  expect(countsOf(await imported(store, fileOf([order])))).toEqual(["done", 1, 0, 0, 1, 0]);
  const later = { ...order, tags: ["later"] };
  expect(countsOf(await imported(store, fileOf([later])))).toEqual(["done", 1, 0, 1, 0, 0]);
  expect(await orderOf(store, "leap")).toMatchObject({ tags: ["later"] });
});

test("an order that another source keeps up to date stays, unless the file has it later", async () => {
  const store = await service.newStore();
  await store.post(SHOP_ORDERS, shopOrder("1"));
  const before = await orderOf(store, "1");
  const file = fileOf([leastOrder("1")]);
  expect(countsOf(await imported(store, file))).toEqual(["done", 1, 0, 0, 1, 0]);
  expect(await orderOf(store, "1")).toEqual(before);
  await store.ctx.db.execute(sql`update orders set connector_id = 'con_1' where store_id = ${store.id}`);
  const other = fileOf([shopOrder("1", { tags: ["other"] })]);
  expect(countsOf(await imported(store, other))).toEqual(["done", 1, 0, 0, 1, 0]);
  expect(await orderOf(store, "1")).toEqual(before);
  const later = shopOrder("1", { updatedAt: "2026-03-05T10:00:00.000Z", tags: ["later"] });
  expect(countsOf(await imported(store, fileOf([later])))).toEqual(["done", 1, 0, 1, 0, 0]);
});

test("each line that is no order is named with its fault, and all others are stored", async () => {
  const store = await service.newStore();
  const lines = [
    fileOfOrder("good"),
    "no order\n",
    "[]\n",
    fileOf([leastOrder("bad", { lineItems: [{ id: "1" }] })]),
    fileOf([leastOrder("place", { locationId: "loc_0" })]),
    fileOf([
      leastOrder("twice", {
        lineItems: [1, 2].map(() => ({ id: "1", productId: null, title: "", quantity: 1 })),
      }),
    ]),
    fileOf([leastOrder("nul\u0000")]),
    fileOf([leastOrder(".")]),
    fileOfOrder("good"),
    fileOf([shopOrder("empty", { lineItems: [] })]),
  ];
  const done = await imported(store, lines.join(""));
  expect(countsOf(done)).toEqual(["done", 10, 1, 0, 0, 9]);
  expect(done.errors.map(({ line, column, detail }) => [line, column, detail])).toEqual([
    [2, null, "The line is not valid JSON."],
    [3, null, "The line is not a JSON object."],
    [4, null, "lineItems.0.productId is required."],
    [4, null, "lineItems.0.title is required."],
    [4, null, "lineItems.0.quantity is required."],
    [5, null, "The store has no location loc_0."],
    [6, null, "The line item id 1 is used twice."],
    [7, null, "orderId may not contain the NUL character."],
    [8, null, "orderId can't be . or .., which can't be part of a URL path."],
    [9, null, "The order of line 1 is repeated."],
    [10, null, expect.stringContaining("lineItems must")],
  ]);
  const csv = await (await store.get(`${ORDER_IMPORTS}/${done.id}/errors.csv`)).text();
  expect(csv.split("\r\n").slice(0, 3)).toEqual([
    "line,column,detail",
    "2,,The line is not valid JSON.",
    "3,,The line is not a JSON object.",
  ]);
});

test("an import that a killed process has begun goes on after the last part, and imports nothing twice", async () => {
  const store = await service.newStore();
  const id = await startOrderImport(store, fileOfMany());
  const key = { storeId: store.id, importId: id };
  expect(countsOf(await readOrderImport(store, id))).toEqual(["queued", 0, 0, 0, 0, 0]);
  expect(await importPart(store.ctx, KIND, key)).toBe(true);
  expect(countsOf(await readOrderImport(store, id))).toEqual(["running", 250, 248, 0, 0, 2]);
  await Promise.all([1, 2, 3].map(() => importOrdersJob.handle(store.ctx, [key])));
  await service.drain();
  expect(countsOf(await readOrderImport(store, id))).toEqual(["done", ORDERS_OF_FILE, 594, 0, 0, 6]);
  const { rows } = await store.ctx.db.execute(
    sql`select count(*)::int as count from orders where store_id = ${store.id}`,
  );
  expect(rows).toEqual([{ count: 594 }]);
});

test("a part that fails leaves nothing of itself, and what is given up can be resumed by a person", async () => {
  const store = await service.newStore();
  const id = await startOrderImport(store, fileOfMany(300));
  const key = { storeId: store.id, importId: id };
  await importPart(store.ctx, KIND, key);
  const fault = await plantFault(service, ["order_import_parts"]);
  await fault.begin("53100");
  await expect(importPart(store.ctx, KIND, key)).rejects.toThrow();
  expect(countsOf(await readOrderImport(store, id))).toEqual(["running", 250, 248, 0, 0, 2]);
  await store.ctx.jobs.send(failImportOrdersJob, key);
  await service.drain();
  await fault.end();
  expect(countsOf(await readOrderImport(store, id))).toEqual(["failed", 250, 248, 0, 0, 2]);
  const owner = await newPerson(service, store, "owner");
  const path = `:store/order-imports/${id}`;
  expect(await (await owner.get(path)).text()).toContain("The first 250 of 300 orders were read");
  expect((await owner.post(path, { _act: "resume" })).status).toBe(303);
  await service.drain();
  expect(countsOf(await readOrderImport(store, id))).toEqual(["done", 300, 297, 0, 0, 3]);
  expect(await answerOf(store.post(`${ORDER_IMPORTS}/${id}/resume`, undefined))).toEqual(problemAnswer(409));
});

test("orders that wait are left out once their customer is erased, and others lose what names the person", async () => {
  const store = await service.newStore();
  const ann = "ann@example.test";
  await store.post(ORDERS, leastOrder("first", { customer: { id: "ann", email: ann } }));
  const file = fileOf([
    leastOrder("own", { customer: { email: "Ann@Example.test", firstName: "Ann" } }),
    leastOrder("other", { customer: { email: "bob@example.test" }, tags: [`a gift for ${ann}`] }),
  ]);
  const id = await startOrderImport(store, file);
  const key = { storeId: store.id, importId: id };
  await failImportOrdersJob.handle(store.ctx, [key]);
  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
  await service.drain();
  const { rows } = await store.ctx.db.execute(
    sql`select lines::text as lines from order_import_parts where store_id = ${store.id}`,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain("ann");
  expect((await store.post(`${ORDER_IMPORTS}/${id}/resume`, undefined)).status).toBe(202);
  await service.drain();
  const done = await readOrderImport(store, id);
  expect(countsOf(done)).toEqual(["done", 2, 1, 0, 0, 1]);
  expect(done.errors).toEqual([{ line: 1, column: null, detail: "The customer of the order was erased." }]);
  expect(await orderOf(store, "other")).toMatchObject({ tags: ["a gift for [erased]"] });
});

test("what is no file of orders is 400 and starts nothing", async () => {
  const store = await service.newStore();
  const shopify = "Name,Created at,Lineitem quantity,Lineitem name,Lineitem price,Total\n";
  for (const file of ["a,b\n1,2\n", " \n", shopify]) {
    expect(await answerOf(store.post(ORDER_IMPORTS, { file }))).toEqual(invalidAnswer({ pointer: "/file" }));
  }
  const asked = { file: fileOfOrder("1"), format: "shopify" };
  expect(await answerOf(store.post(ORDER_IMPORTS, asked))).toEqual(invalidAnswer({ pointer: "/file" }));
  const unknown = { file: fileOfOrder("1"), format: "magento" };
  expect(await answerOf(store.post(ORDER_IMPORTS, unknown))).toEqual(invalidAnswer({ pointer: "/format" }));
  expect((await answerOf(store.get(ORDER_IMPORTS))).body).toEqual({ imports: [] });
});

test("a store has at most five unfinished imports, and another store's are unknown", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const failed = await startOrderImport(store);
  await failImportOrdersJob.handle(store.ctx, [{ storeId: store.id, importId: failed }]);
  const id = await startOrderImport(store);
  for (let i = 1; i < 5; i++) await startOrderImport(store);
  expect((await store.post(ORDER_IMPORTS, { file: fileOfOrder("6") })).status).toBe(429);
  expect((await store.post(`${ORDER_IMPORTS}/${failed}/resume`, undefined)).status).toBe(429);
  for (const path of ["", "/errors.csv"])
    expect((await other.get(`${ORDER_IMPORTS}/${id}${path}`)).status).toBe(404);
  expect((await other.post(`${ORDER_IMPORTS}/${id}/resume`, undefined)).status).toBe(404);
  await service.drain();
  await startOrderImport(store);
});
