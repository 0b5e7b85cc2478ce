import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { answerOf, newOrder, newReturn, postReturn, returnIn } from "../support/returns.ts";
import { useService } from "../support/use-service.ts";

const MB = 1024 * 1024;

const service = useService();

test("a page of large returns ends early after 10 MB, and the next page continues there", async () => {
  const store = await service.newStore();
  const ids = Array.from({ length: 90 }, (_, i) => `${i}`);
  const lineItems = ids.map((id) => ({ id, productId: "p", title: "t", quantity: 9, price: 5 }));
  const orderId = await newOrder(store, { lineItems });
  const items = ids.map((lineItemId) => ({ lineItemId, quantity: 1, reason: "Too small. ".repeat(800) }));
  const made: string[] = [];
  for (let i = 0; i < 9; i++) made.unshift((await returnIn(postReturn(store, orderId, { items }))).id);

  const read: string[][] = [];
  for (let marker: string | null = ""; marker !== null; ) {
    const headers = { "X-Page-Size": "500", ...(marker !== "" && { "X-Page-Continue": marker }) };
    const answer = await store.get("/stores/:store/returns", headers);
    const text = await answer.text();
    const page = JSON.parse(text) as { orders: { name: string }[]; returns: { id: string }[] };
    expect(page.orders.map(({ name }) => name)).toEqual([orderId]);
    expect(text.length).toBeLessThan(15 * MB);
    read.push(page.returns.map(({ id }) => id));
    marker = answer.headers.get("X-Page-Next");
  }
  expect(read.flat()).toEqual(made);
  expect(read.length).toBeGreaterThan(1);
}, 60_000);

test("the notes of a return have at most 1 MB", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const comment = { comment: { message: "é".repeat(5_000) } };
  const statuses = new Set<number>();
  for (let i = 0; i < 104; i++) statuses.add((await store.post(`/returns/${id}/comments`, comment)).status);
  expect([...statuses]).toEqual([201]);
  expect(await answerOf(store.post(`/returns/${id}/comments`, comment))).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: "/comment" }] },
  });
  expect((await store.post(`/returns/${id}/comments`, { comment: { message: "short" } })).status).toBe(201);
});

test("a return has at most 1,000 notes", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const send = () => store.post(`/returns/${id}/comments`, { comment: { message: "again" } });
  await service.ctx.db.execute(sql`
    insert into return_notes (store_id, return_id, id, kind, message, by, at)
    select ${store.id}, ${id}, 'com_' || n, 'comment', 'said', 'them', now() from generate_series(1, 999) as n`);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(400);
});
