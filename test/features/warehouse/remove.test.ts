import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Return } from "../../../src/features/returns/schema.ts";
import { historyOf, newOrder, newReturn, postReturn, readReturn, returnIn } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import {
  DONE,
  everythingOf,
  json,
  listenedTo,
  NOT_FOUND,
  numberOf,
  type Sent,
  unitIdsIn,
  warehouse,
} from "../../support/warehouse.ts";

const NONE = json(422, { message: "There are no line items that qualify for removal" });
const NOT_ALL = json(422, { message: "Not all line items qualify for removal" });
const MISSING = json(422, { error: { message: "The line item id field is required." } });
const CLOSED = json(422, { message: "Return cannot be modified." });

const service = useService();
let store: TestStore;
beforeAll(async () => {
  store = await listenedTo(service);
});

const item = (lineItemId: string, quantity: number, more: object = {}) => ({
  ...{ lineItemId, quantity, reason: "Too small" },
  ...more,
});
/** 29.95 for three: units of 9.98, 9.99 and 9.98. */
const THREE = { id: "three", productId: "cap", title: "Cap", quantity: 3, price: 10, discount: 0.05 };
const ONE = { id: "one", productId: "mug", title: "Mug", quantity: 1, price: 4 };

function cents({ totals }: Return): number {
  return Math.round(Number(totals.refund.amount.amount) * 100);
}

function usd(amount: string) {
  return { amount: { amount, currency: "USD" } };
}

async function remove(id: string, ids: unknown, sent: Sent = {}) {
  const query = ids === undefined ? "" : `?line_item_id=${ids}`;
  return warehouse(service, store, `POST /return/${await numberOf(store, id)}/remove${query}`, sent);
}

/** Creates a return of three caps and a mug; returns it with the ids of these four units. */
async function fourUnits(more: object = {}) {
  const orderId = await newOrder(store, { lineItems: [THREE, ONE] });
  const opened = await returnIn(
    postReturn(store, orderId, { items: [item("three", 3), item("one", 1)], ...more }),
  );
  const [first = 0, second = 0, third = 0, mug = 0] = await unitIdsIn(store, opened.id);
  return { orderId, opened, id: opened.id, first, second, third, mug };
}

test("removing a unit completes the return; the other units keep their ids and values", async () => {
  const { orderId, opened, id, first, second, third, mug } = await fourUnits();
  expect(await remove(id, second)).toEqual(DONE);

  const { return: left } = await readReturn(store, id);
  expect(await unitIdsIn(store, id)).toEqual([first, third, mug]);
  const [caps, cup] = opened.items;
  expect(left).toEqual({
    ...opened,
    status: "complete",
    updatedAt: expect.any(String),
    items: [
      {
        ...caps,
        status: "complete",
        quantity: 2,
        refund: { ...usd("19.96"), type: "refund" },
        productValueNoTaxNoAdjustment: usd("19.96"),
      },
      { ...cup, status: "complete" },
    ] as typeof left.items,
    totals: { ...opened.totals, refund: usd("23.96") },
    payouts: [expect.objectContaining({ status: "waiting", held: true, ...usd("23.96") })],
  });
  expect((await historyOf(store, id)).map(({ from, to }) => [from, to])).toEqual([
    [null, "open"],
    ["open", "complete"],
  ]);

  const again = await returnIn(postReturn(store, orderId, { items: [item("three", 1)] }));
  expect(again.totals.refund).toEqual(usd("9.99"));
  expect((await postReturn(store, orderId, { items: [item("three", 1)] })).status).toBe(409);
});

test("the values of removed and remaining units add up to the value of the line", async () => {
  const line = fc.record({
    quantity: fc.integer({ min: 2, max: 9 }),
    price: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
    discount: fc.integer({ min: 0, max: 9_999 }).map((cents) => cents / 100),
  });
  const property = fc.asyncProperty(line, fc.infiniteStream(fc.boolean()), async (bought, going) => {
    const orderId = await newOrder(store, { lineItems: [{ ...ONE, ...bought }] });
    const all = await returnIn(postReturn(store, orderId, { items: [item("one", bought.quantity)] }));
    const gone = (await unitIdsIn(store, all.id)).filter(() => going.next().value);
    if (gone.length === 0 || gone.length === bought.quantity) return;
    expect(await remove(all.id, gone)).toEqual(DONE);
    const { return: left } = await readReturn(store, all.id);
    const again = await returnIn(postReturn(store, orderId, { items: [item("one", gone.length)] }));
    expect(left.items[0]?.quantity).toBe(bought.quantity - gone.length);
    expect(cents(left) + cents(again)).toBe(cents(all));
  });
  await fc.assert(property, { numRuns: 15, seed: 20_260_301 });
});

test("details and list show the ids that remove accepts, and remaining units keep theirs", async () => {
  const { id, second } = await fourUnits();
  const [detailed, listed] = [await detailsOf(id), await listOf(id)];
  expect(listed.map(Number)).toEqual(detailed);
  expect(await remove(id, listed[1])).toEqual(DONE);
  const left = detailed.filter((one) => one !== second);
  expect(await detailsOf(id)).toEqual(left);
  expect((await listOf(id)).map(Number)).toEqual(left);
});

test("an item without units is removed, also from its shipment, and its units can be returned again", async () => {
  const label = { trackingNumber: "1Z", carrier: "ups" };
  const { orderId, opened, id, first, second, third, mug } = await fourUnits({ label });
  expect(await remove(id, [third, first, second])).toEqual(DONE);

  const { return: left } = await readReturn(store, id);
  const cup = opened.items[1];
  expect(left.items.map((one) => one.id)).toEqual([cup?.id ?? ""]);
  expect(left.shipments.map(({ itemIds }) => itemIds)).toEqual([[cup?.id ?? ""]]);
  expect(left.totals.refund).toEqual(usd("4.00"));
  expect(await unitIdsIn(store, id)).toEqual([mug]);
  const again = await returnIn(postReturn(store, orderId, { items: [item("three", 3)] }));
  expect(again.totals.refund).toEqual(usd("29.95"));
  expect((await postReturn(store, orderId, { items: [item("one", 1)] })).status).toBe(409);
});

test("removing all units cancels the return, which still shows them", async () => {
  const { orderId, opened, id, first, second, third, mug } = await fourUnits();
  expect(await remove(id, [mug, first, second, third])).toEqual(DONE);
  const { return: left } = await readReturn(store, id);
  expect(left).toEqual({ ...opened, status: "deleted", updatedAt: expect.any(String) });
  expect((await historyOf(store, id)).map(({ to }) => to)).toEqual(["open", "deleted"]);
  await returnIn(postReturn(store, orderId, { items: [item("three", 3), item("one", 1)] }));
});

test("store credit can be removed like a refund", async () => {
  const credit = { compensation: "store_credit" };
  const { id } = await newReturn(store, { items: [item("line-1", 2, credit), item("line-2", 1)] });
  const [first] = await unitIdsIn(store, id);
  expect(await remove(id, first)).toEqual(DONE);
  const { totals } = (await readReturn(store, id)).return;
  expect([totals.storeCredit, totals.refund]).toEqual([usd("7.50"), usd("4.00")]);
});

test("an adjusted refund shrinks in proportion to the remaining units", async () => {
  const { opened, id, first } = await fourUnits();
  const [caps] = opened.items;
  const refund = { ...usd("10.00"), type: "refund" };
  await store.patch(`/returns/${id}`, { items: [{ id: caps?.id, refund, grade: "B" }] });
  expect(await remove(id, first)).toEqual(DONE);
  const [left] = (await readReturn(store, id)).return.items;
  expect(left).toMatchObject({
    ...{ quantity: 2, grade: "B", refund: { ...usd("6.67"), type: "refund" } },
    productValueNoTaxNoAdjustment: usd("19.97"),
  });
});

test("an adjusted refund of a free item shrinks in proportion to the remaining units", async () => {
  const orderId = await newOrder(store, { lineItems: [{ ...THREE, price: 0, discount: 0 }], totalPrice: 10 });
  const opened = await returnIn(postReturn(store, orderId, { items: [item("three", 3)] }));
  const refund = { ...usd("10.00"), type: "refund" };
  await store.patch(`/returns/${opened.id}`, { items: [{ id: opened.items[0]?.id, refund }] });
  const [first] = await unitIdsIn(store, opened.id);
  expect(await remove(opened.id, first)).toEqual(DONE);
  expect((await readReturn(store, opened.id)).return.totals.refund).toEqual(usd("6.67"));
});

test.each<[string, (a: number, b: number) => [query: string | undefined, body: object | undefined]]>([
  ["ids in the query", (a, b) => [`${a},${b}`, undefined]],
  ["ids in the query, with spaces and one twice", (a, b) => [`%20${a}%20,,${b},${a}`, undefined]],
  ["a body with a string", (a, b) => [undefined, { line_item_id: `${a},${b}` }]],
  ["a body with an array of numbers", (a, b) => [undefined, { line_item_ids: [a, b] }]],
  ["a body with an array of strings", (a, b) => [undefined, { line_item_id: [`${a}`, `${b}`] }]],
  ["an empty query and a body", (a, b) => ["", { line_item_ids: `${a},${b}` }]],
  ["a query that takes precedence over its body", (a, b) => [`${a},${b}`, { line_item_id: 1 }]],
])("%s name the units to remove", async (_, form) => {
  const { id, first, second, third, mug } = await fourUnits();
  const [query, body] = form(third, first);
  expect(await remove(id, query, { body })).toEqual(DONE);
  expect(await unitIdsIn(store, id)).toEqual([second, mug]);
});

test("a single number in the body names the unit to remove", async () => {
  const { id, first, second, third, mug } = await fourUnits();
  expect(await remove(id, undefined, { body: { line_item_id: mug } })).toEqual(DONE);
  expect(await unitIdsIn(store, id)).toEqual([first, second, third]);
});

describe("a rejected removal changes nothing:", () => {
  test.each<[string, unknown, string | object | undefined]>([
    ["no id", undefined, undefined],
    ["an empty id", "", undefined],
    ["only commas", ",%20,", undefined],
    ["a body that is not JSON", undefined, "{"],
    ["a body without ids", undefined, { line_item_id: null, line_item_ids: [] }],
    ["a body that is an array", undefined, [1]],
  ])("%s", async (_, ids, body) => {
    const { id } = await fourUnits();
    const before = await everythingOf(store);
    expect(await remove(id, ids, { body })).toEqual(MISSING);
    expect(await everythingOf(store)).toEqual(before);
  });

  test.each<[string, (theirs: number) => unknown, string | object | undefined]>([
    ["an unknown id", () => 1, undefined],
    ["another return's id", (theirs) => theirs, undefined],
    ["invalid ids", () => "abc,1.5,-1,%00,9007199254740993,1e3", undefined],
    ["a body with invalid ids", () => undefined, { line_item_id: [{}, true, 1.5, "\u0000"] }],
  ])("%s", async (_, ids, body) => {
    const { id } = await fourUnits();
    const other = await fourUnits();
    const before = await everythingOf(store);
    expect(await remove(id, ids(other.first), { body })).toEqual(NONE);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a valid id together with an invalid one", async () => {
    const { id, first } = await fourUnits();
    const before = await everythingOf(store);
    for (const other of [1, "abc", first + 100]) expect(await remove(id, [first, other])).toEqual(NOT_ALL);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("a second removal, because the first has completed the return", async () => {
    const { id, first, second } = await fourUnits();
    expect(await remove(id, first)).toEqual(DONE);
    const before = await everythingOf(store);
    for (const one of [first, second]) expect(await remove(id, one)).toEqual(CLOSED);
    expect(await everythingOf(store)).toEqual(before);
  });

  test("an unknown return is not found, but a missing id is reported first", async () => {
    expect(await warehouse(service, store, "POST /return/0/remove?line_item_id=1")).toEqual(NOT_FOUND);
    expect(await warehouse(service, store, "POST /return/0/remove")).toEqual(MISSING);
  });
});

describe("an exchanged item can't be removed:", () => {
  type Items = Awaited<ReturnType<typeof fourUnits>>["opened"]["items"];
  const exchange = { items: [{ quantity: 1, product: { externalId: "cap" } }] };
  const zero = { ...usd("0.00"), type: "refund" };

  test.each<[string, (caps: string | undefined) => object]>([
    ["by the item's exchange item", (id) => ({ items: [{ id, exchangeItem: { quantity: 1 } }] })],
    ["by the item's outcome", (id) => ({ items: [{ id, outcome: "exchange" }] })],
    [
      "by the type of its refund",
      (id) => ({ items: [{ id, refund: { ...usd("5.00"), type: "exchange" } }] }),
    ],
    [
      "when its refund is zero in a return with an exchange",
      (id) => ({ exchange, items: [{ id, refund: zero }] }),
    ],
  ])("%s", async (_, patch) => {
    const { opened, id, first, mug } = await fourUnits();
    await store.patch(`/returns/${id}`, patch((opened.items as Items)[0]?.id));
    const before = await everythingOf(store);
    expect(await remove(id, first)).toEqual(NONE);
    expect(await remove(id, [first, mug])).toEqual(NOT_ALL);
    expect(await everythingOf(store)).toEqual(before);
    expect(await remove(id, mug)).toEqual(DONE);
  });

  test("no item can be removed when the exchange may be for any of them", async () => {
    for (const patch of [{ exchange }, { exchange: { itemCount: 1 } }]) {
      const { id, first, mug } = await fourUnits();
      await store.patch(`/returns/${id}`, patch);
      expect(await remove(id, [first, mug])).toEqual(NONE);
    }
  });

  test("an empty exchange and a refund of zero don't make an item exchanged", async () => {
    const { opened, id, first } = await fourUnits();
    await store.patch(`/returns/${id}`, {
      exchange: { items: [], provision: "instant" },
      items: [{ id: opened.items[0]?.id, refund: zero, outcome: "restock" }],
    });
    expect(await remove(id, first)).toEqual(DONE);
  });
});

test("a changed refund is divided by the values of the units, which differ by a cent", async () => {
  const { opened, id, second } = await fourUnits();
  const refund = { type: "refund", ...usd("10.00") };
  const answer = await store.patch(`/returns/${id}`, { items: [{ id: opened.items[0]?.id, refund }] });
  expect(answer.status).toBe(200);
  expect(await remove(id, second)).toEqual(DONE);
  const { return: left } = await readReturn(store, id);
  expect(left.items[0]?.refund).toMatchObject(usd("6.66"));
});

test("of many concurrent removals through two processes one succeeds, and the others find the return closed", async () => {
  const other = await startService({ databaseUrl: store.ctx.config.databaseUrl });
  const { id, first, second, third, mug } = await fourUnits();
  const number = await numberOf(store, id);
  const units = [first, second, third, mug];
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      warehouse(i % 2 ? other : service, store, `POST /return/${number}/remove?line_item_id=${units[i % 4]}`),
    ),
  );
  await other.stop();
  expect(answers.filter(({ body }) => body === true)).toEqual([DONE]);
  expect(answers.filter(({ body }) => body !== true)).toEqual(Array(15).fill(CLOSED));
  expect((await unitIdsIn(store, id)).length).toBe(3);
  expect((await historyOf(store, id)).length).toBe(2);
});

test("concurrently removed and returned units are in one return at a time", async () => {
  const { orderId, id, first } = await fourUnits();
  const wanted = { items: [item("three", 1)] };
  const [removed, ...asked] = await Promise.all([
    remove(id, first),
    ...Array.from({ length: 6 }, () => postReturn(store, orderId, wanted)),
  ]);
  expect(removed).toEqual(DONE);
  asked.push(await postReturn(store, orderId, wanted), await postReturn(store, orderId, wanted));
  expect(asked.filter(({ status }) => status === 201).length).toBe(1);
});

type Shown<Id> = { service_id: string; line_items: { line_item_id: Id }[] };

async function detailsOf(id: string): Promise<number[]> {
  const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${id}`);
  return (body as Shown<number>).line_items.map((one) => one.line_item_id);
}

async function listOf(id: string): Promise<string[]> {
  const { body } = await warehouse(service, store, "GET /return/list");
  const found = (body as Shown<string>[]).find((one) => one.service_id === id);
  return found?.line_items.map((one) => one.line_item_id) ?? [];
}
