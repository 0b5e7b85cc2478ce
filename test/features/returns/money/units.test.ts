import { expect, test } from "bun:test";
import { returnOf } from "../../../support/fixtures.ts";
import { meetAtWrites } from "../../../support/lock-waits.ts";
import {
  answerOf,
  invalidAnswer,
  moveTo,
  newOrder,
  noContent,
  ok,
  postReturn,
  problemAnswer,
  returnIn,
} from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();
/** Another process: within one, requests for the same object wait for each other outside the database. */
const twin = useService({ databaseOf: service });

const units = (...wanted: [lineItemId: string, quantity: number][]) => ({
  items: wanted.map(([lineItemId, quantity]) => ({ lineItemId, quantity, reason: "Too small" })),
});
const listed = { orders: [], returns: [] };

test("a return of an order that the store doesn't have is 404, also when another store has it", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const orderId = await newOrder(other);
  for (const id of [orderId, "nowhere"]) {
    expect(await answerOf(postReturn(store, id))).toEqual(
      problemAnswer(404, `The store has no order ${id}.`),
    );
  }
});

test("a line that the order doesn't have is 400 with its pointer, and nothing is stored", async () => {
  const store = await service.newStore();
  const wanted = units(["line-1", 1], ["line-9", 1]);
  expect(await answerOf(postReturn(store, await newOrder(store), wanted))).toEqual(
    invalidAnswer({ pointer: "/data/items/1/lineItemId" }),
  );
  expect(await answerOf(store.get("/stores/:store/returns"))).toEqual(ok(listed));
});

test.each([
  ["in one entry", units(["line-1", 3]), 0],
  ["summed over two entries of one line", units(["line-1", 1], ["line-2", 1], ["line-1", 2]), 2],
])("more units than were ordered are 400 %s, and nothing is stored", async (_, wanted, at) => {
  const store = await service.newStore();
  expect(await answerOf(postReturn(store, await newOrder(store), wanted))).toEqual(
    invalidAnswer({ pointer: `/data/items/${at}/quantity` }),
  );
  expect(await answerOf(store.get("/stores/:store/returns"))).toEqual(ok(listed));
});

test("more units than are still returnable are 409, and the remaining ones can be returned", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  for (const wanted of [units(["line-1", 2]), units(["line-2", 1], ["line-1", 1], ["line-1", 1])]) {
    expect(await answerOf(postReturn(store, orderId, wanted))).toEqual(problemAnswer(409));
  }
  await returnIn(postReturn(store, orderId, units(["line-1", 1], ["line-2", 1])));
  expect(await answerOf(postReturn(store, orderId, units(["line-2", 1])))).toEqual(problemAnswer(409));
});

test("two entries of one line become two items of the return", async () => {
  const store = await service.newStore();
  const wanted = units(["line-1", 1], ["line-1", 1]);
  const { items } = await returnIn(postReturn(store, await newOrder(store), wanted));
  expect(items.map(({ orderItem, quantity }) => [orderItem.line_item_id, quantity])).toEqual([
    ["line-1", 1],
    ["line-1", 1],
  ]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(2);
});

test.each(["in_transit", "delivered", "needs_review", "flagged", "complete", "rejected"])(
  "a return that is %s keeps its units",
  async (status) => {
    const store = await service.newStore();
    const orderId = await newOrder(store);
    const { id } = await returnIn(postReturn(store, orderId, units(["line-1", 2])));
    expect(await answerOf(moveTo(store, id, status))).toEqual(noContent);
    expect(await answerOf(postReturn(store, orderId))).toEqual(problemAnswer(409));
  },
);

test("deleting a return releases its units, each once", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const { id } = await returnIn(postReturn(store, orderId, units(["line-1", 2])));
  await moveTo(store, id, "deleted");
  await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  expect(await answerOf(postReturn(store, orderId))).toEqual(problemAnswer(409));
});

test("the units of a deleted return can be returned while later units are taken", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const { id } = await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  await moveTo(store, id, "deleted");
  await returnIn(postReturn(store, orderId, units(["line-1", 1])));
  expect(await answerOf(postReturn(store, orderId))).toEqual(problemAnswer(409));
});

test("of 50 concurrent returns of the last unit through two processes one is 201 and 49 are 409", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      answerOf(postReturn(i % 2 ? store : twin.as(store), orderId, units(["line-2", 1]))),
    ),
  );
  const won = answers.filter(({ status }) => status === 201);
  expect(won.length).toBe(1);
  expect(answers.filter(({ status }) => status !== 201)).toEqual(Array(49).fill(problemAnswer(409)));
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: object[] };
  expect(returns.length).toBe(1);
}, 30_000);

test("of two returns of the last unit that two processes work on at once one is 201 and one is 409", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const wanted = units(["line-2", 1]);
  const answers = await meetAtWrites(store, "return_items", [
    () => postReturn(store, orderId, wanted),
    () => postReturn(twin.as(store), orderId, wanted),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test("concurrent returns of 3, 2 and 1 units through two processes never take more than the 4 ordered", async () => {
  const store = await service.newStore();
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 4, price: 5 }];
  const orderId = await newOrder(store, { lineItems });
  const answers = await Promise.all(
    [3, 2, 1, 3, 2, 1].map(async (quantity, i) => ({
      quantity,
      status: (await postReturn(i % 2 ? store : twin.as(store), orderId, units(["line-1", quantity]))).status,
    })),
  );
  const taken = answers
    .filter(({ status }) => status === 201)
    .reduce((sum, { quantity }) => sum + quantity, 0);
  expect(taken).toBe(4);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
});

const whole = returnOf("1001", { items: [{ lineItemId: "line-1", quantity: 1, reason: "Too small" }] });

test.each([
  "/data",
  "/data/provider",
  "/data/externalOrderId",
  "/data/items",
  "/data/items/0/lineItemId",
  "/data/items/0/quantity",
  "/data/items/0/reason",
  "/data/shippingAddress",
  "/data/shippingAddress/line1",
  "/data/shippingAddress/city",
  "/data/shippingAddress/state",
  "/data/shippingAddress/postalCode",
  "/data/shippingAddress/country",
])("a return without %s is 400", async (pointer) => {
  const store = await service.newStore();
  const answer = await answerOf(store.post("/stores/:store/returns", changed(pointer, undefined)));
  expect(answer).toEqual(invalidAnswer({ pointer }));
});

test.each<[string, unknown]>([
  ["/data", []],
  ["/data/provider", ""],
  ["/data/externalOrderId", 1001],
  ["/data/items", []],
  ["/data/items", "line-1"],
  ["/data/items/0", null],
  ["/data/items/0/lineItemId", ""],
  ["/data/items/0/quantity", 0],
  ["/data/items/0/quantity", -1],
  ["/data/items/0/quantity", 1.5],
  ["/data/items/0/quantity", "1"],
  ["/data/items/0/quantity", 2 ** 53],
  ["/data/items/0/reason", 7],
  ["/data/items/0/notes", {}],
  ["/data/items/0/compensation", "cash"],
  ["/data/shippingAddress", "1 Road"],
  ["/data/shippingAddress/line2", 4],
  ["/data/notes", ["a"]],
  ["/data/label", "1Z999"],
  ["/data/label/trackingNumber", 1],
  ["/options", true],
  ["/options/createExternalRMAs", "yes"],
  ["/data/notes", "a\u0000b"],
  ["/data/items/0/reason", "\ud800"],
])("a return whose %s is %j is 400 with that pointer", async (pointer, value) => {
  const store = await service.newStore();
  await newOrder(store, { orderId: "1001" });
  expect(await answerOf(store.post("/stores/:store/returns", changed(pointer, value)))).toEqual(
    invalidAnswer({ pointer }),
  );
});

function changed(pointer: string, value: unknown): unknown {
  const body = structuredClone({ ...whole, options: {}, data: { ...whole.data, label: {} } });
  const path = pointer.split("/").slice(1);
  const last = path.pop() ?? "";
  const holder = path.reduce(
    (at, key) => at[key] as Record<string, unknown>,
    body as Record<string, unknown>,
  );
  holder[last] = value;
  return body;
}
