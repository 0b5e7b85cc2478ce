import { beforeAll, describe, expect, test } from "bun:test";
import type { Order } from "../../../src/features/orders/schema.ts";
import { MB } from "../../support/bench.ts";
import { order } from "../../support/fixtures.ts";
import { answerOf, invalidAnswer, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const ORDERS = "/stores/:store/orders";
const COUNT = 30;
const START = Date.parse("2026-05-01T00:00:00Z");

type Made = { orderId: string; email: string | undefined; sku: string | undefined; createdAt: string };
const made: Made[] = [];

/** The orders are not created in the order of their `createdAt`. */
beforeAll(async () => {
  for (let i = 0; i < COUNT; i++) {
    const email = [undefined, "ann@example.test", "bo@example.test"][i % 3];
    const sku = [undefined, "TEE-M", "mug", "mug"][i % 4];
    const createdAt = new Date(START + ((i * 7) % COUNT) * 1000).toISOString();
    const lineItems = [
      { id: "1", productId: "p", title: "P", quantity: 1, sku },
      { id: "2", productId: "p", title: "P", quantity: 1, sku },
    ];
    const customer = email ? { email } : { firstName: "Nameless" };
    await post(store, order(`order ${i}`, { createdAt, lineItems, customer }));
    made.push({ orderId: `order ${i}`, email, sku, createdAt });
  }
  await post(await service.newStore(), order("order 3", { customer: { email: "ann@example.test" } }));
});

async function post(owner: TestStore, body: object): Promise<void> {
  expect(await answerOf(owner.post(ORDERS, body))).toMatchObject({ status: 200 });
}

/** Returns the external ids of all pages. */
async function listed(owner: TestStore, query: Record<string, string>, size = 500): Promise<string[]> {
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const response = await owner.get(`${ORDERS}?${new URLSearchParams(query)}`, {
      "X-Page-Size": `${size}`,
      ...(next !== null && { "X-Page-Continue": next }),
    });
    expect(response.status).toBe(200);
    ids.push(...((await response.json()) as { orders: Order[] }).orders.map(({ orderId }) => orderId));
    next = response.headers.get("X-Page-Next");
  } while (next !== null);
  return ids;
}

const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
const FILTERS: [string, string, (row: Made) => boolean][] = [
  ["email", " ANN@example.test", ({ email }) => email === "ann@example.test"],
  ["email", "nobody@example.test", () => false],
  ["order", "order 7", ({ orderId }) => orderId === "order 7"],
  ["order", "ORDER 7", () => false],
  ["sku", "tee-m", ({ sku }) => sku === "TEE-M"],
  ["sku", "MUG", ({ sku }) => sku === "mug"],
  ["created_at_min", at(9), ({ createdAt }) => createdAt >= at(9)],
  ["created_at_max", at(21), ({ createdAt }) => createdAt < at(21)],
];

describe("GET orders: every filter and every pair of filters list exactly the matching orders, page by page", () => {
  test.each(FILTERS)("%s=%s", async (name, value, matches) => {
    for (const [other, otherValue, otherMatches] of FILTERS) {
      if (other === name && otherValue !== value) continue;
      const wanted = made
        .filter((row) => matches(row) && otherMatches(row))
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
        .map(({ orderId }) => orderId);
      expect(await listed(store, { [name]: value, [other]: otherValue }, 4)).toEqual(wanted);
    }
  });
});

test("GET orders: lists each order as GET order has it, newest first, with its fulfillments", async () => {
  const own = await service.newStore();
  for (const id of ["b", "a"]) await post(own, order(id));
  const parcel = { fulfillmentId: "f", lineItems: [{ id: "line-1", quantity: 1 }], tracking: { code: "1Z" } };
  await own.post(`${ORDERS}/a/fulfillments`, parcel);
  const read = await Promise.all(["a", "b"].map(async (id) => (await own.get(`${ORDERS}/${id}`)).json()));
  expect(read[0]).toMatchObject({ orderId: "a", fulfillments: [{ id: "f" }] });
  expect(await answerOf(own.get(ORDERS))).toEqual(ok({ orders: read }));
  expect(await answerOf((await service.newStore()).get(ORDERS))).toEqual(ok({ orders: [] }));
});

test("a page ends early after 4 MB, and the next one continues there", async () => {
  const own = await service.newStore();
  const title = crypto.getRandomValues(new Uint8Array(4_500)).toHex();
  const line = { productId: "p", title, quantity: 1 };
  const lineItems = Array.from({ length: 100 }, (_, i) => ({ ...line, id: `${i}`, title: title.slice(i) }));
  for (let i = 0; i < 14; i++) await post(own, order(`large-${i}`, { lineItems, createdAt: at(i) }));
  const first = await own.get(ORDERS, { "X-Page-Size": "500" });
  const length = (await first.text()).length;
  expect([length > 3 * MB, length < 7 * MB, first.headers.has("X-Page-Next")]).toEqual([true, true, true]);
  const all = Array.from({ length: 14 }, (_, i) => `large-${13 - i}`);
  expect(await listed(own, {})).toEqual(all);
});

test.each([
  ["email", "ann"],
  ["order", ""],
  ["sku", "%00"],
  ["created_at_max", "2026-02-30T00:00:00Z"],
])("GET orders with ?%s=%s is 400", async (parameter, value) => {
  expect(await answerOf(store.get(`${ORDERS}?${parameter}=${value}`))).toEqual(invalidAnswer({ parameter }));
});
