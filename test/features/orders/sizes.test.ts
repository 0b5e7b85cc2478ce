import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { ORDERS } from "../../support/orders.ts";
import { type Answer, answerOf, invalidAnswer, newOrder } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const MB = 1024 * 1024;
const LONG = "é".repeat(10_000);

const service = useService();

const tooLarge = (pointer: string) => ({
  ...invalidAnswer({ pointer }),
  body: { ...(invalidAnswer({ pointer }).body as object), code: "order_too_large" },
});

async function sizeOf(store: TestStore, orderId: string): Promise<number> {
  const text = await (await store.get(`${ORDERS}/${orderId}`)).text();
  return Buffer.byteLength(text);
}

test("fulfillments of an order take at most 5 MB in its response, which repeats the lines in each", async () => {
  const store = await service.newStore();
  const line = { id: "1", productId: LONG, title: LONG, variantId: LONG, sku: LONG, quantity: 1_000_000 };
  const orderId = await newOrder(store, { lineItems: [line] });
  const fulfill = () =>
    answerOf(store.post(`${ORDERS}/${orderId}/fulfillments`, { lineItems: [{ id: "1", quantity: 1 }] }));
  const answers: Answer[] = [];
  while (answers.at(-1)?.status !== 400 && answers.length < 100) answers.push(await fulfill());
  expect(answers.at(-1)).toEqual(tooLarge("/lineItems"));
  expect(answers.length - 1).toBe(Math.floor((5 * MB) / 80_150));
  expect(await sizeOf(store, orderId)).toBeLessThan(5.2 * MB);
}, 60_000);

test("tracking events count, and units of an order with every line can be sent in one fulfillment", async () => {
  const store = await service.newStore();
  const lineItems = Array.from({ length: 9_000 }, (_, i) => ({
    ...{ id: `${i}`, productId: "product", title: "A line of a large order", quantity: 2, sku: `sku-${i}` },
  }));
  const orderId = await newOrder(store, { lineItems });
  const path = `${ORDERS}/${orderId}/fulfillments`;
  const sent = { fulfillmentId: "P", lineItems: lineItems.map(({ id }) => ({ id, quantity: 1 })) };
  for (const fulfillmentId of ["P", "Q"]) {
    expect((await store.post(path, { ...sent, fulfillmentId })).status).toBe(200);
  }

  const event = { message: LONG, status: "in_transit", datetime: "2026-03-02T10:00:00.000Z" };
  const track = (more: object = {}) =>
    answerOf(store.post(`${path}/P/tracking-events`, { ...event, ...more }));
  expect((await track()).status).toBe(201);
  const history = JSON.stringify(Array.from({ length: 190 }, () => event));
  await store.ctx.db.execute(sql`
    update fulfillments set tracking_history = ${history}::json where store_id = ${store.id} and id = 'Q'`);
  expect(await track({ datetime: "2026-03-02T11:00:00.000Z" })).toEqual(tooLarge("/message"));
  expect(await sizeOf(store, orderId)).toBeLessThan(6.5 * MB);
}, 60_000);
