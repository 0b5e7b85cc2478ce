import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  answerOf,
  invalidAnswer,
  moveTo,
  newOrder,
  newReturn,
  postReturn,
  readReturn,
  returnIn,
} from "../../../support/returns.ts";
import { useService } from "../../../support/use-service.ts";

const MB = 1024 * 1024;

const service = useService();

test("a page of large returns ends early after 4 MB, and the next page continues there", async () => {
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
    expect(text.length).toBeLessThan(7 * MB);
    read.push(page.returns.map(({ id }) => id));
    marker = answer.headers.get("X-Page-Next");
  }
  expect(read.flat()).toEqual(made);
  expect(read.length).toBeGreaterThan(1);
}, 60_000);

describe("what is added to a return takes at most 2 MB", () => {
  const shipments = (count: number) => ({
    shipments: Array.from({ length: count }, () => ({ tracker: "1Z", formLabel: "é".repeat(2_000) })),
  });
  const tooLarge = (pointer: string) => ({
    ...invalidAnswer({ pointer }),
    body: { ...(invalidAnswer({ pointer }).body as object), code: "return_too_large" },
  });
  const comment = (message: string) => ({ comment: { message } });

  test("as notes", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const send = (text: string) => answerOf(store.post(`/returns/${id}/comments`, comment(text)));
    const statuses = new Set<number>();
    for (let i = 0; i < 209; i++) statuses.add((await send("é".repeat(5_000))).status);
    expect([...statuses]).toEqual([201]);
    expect(await send("é".repeat(5_000))).toEqual(tooLarge("/comment"));
    expect((await send("short")).status).toBe(201);
  });

  test("as patches of the return and its items, in any number of requests", async () => {
    const store = await service.newStore();
    const { id, items } = await newReturn(store);
    const patch = (body: object) => answerOf(store.patch(`/returns/${id}`, body));
    const assessments = (count: number) => [
      { responses: Array.from({ length: count }, () => ({ type: "short_text", value: "v".repeat(9_000) })) },
    ];
    const item = { id: items[0]?.id, assessments: assessments(99) };
    const codes: number[] = [];
    codes.push((await patch(shipments(200))).status, (await patch({ items: [item] })).status);
    codes.push((await patch({ internalCreatedByName: "n".repeat(10_000) })).status);
    expect(codes).toEqual([200, 200, 200]);
    const before = await readReturn(store, id);
    expect(await patch({ tags: [{ name: "small" }], ...exchange(60) })).toEqual(tooLarge("/exchange"));
    expect(await patch({ items: [{ id: item.id, ...questions(60) }] })).toEqual(tooLarge("/items"));
    expect(await readReturn(store, id)).toEqual(before);
  });

  test("as notes and patches together; what makes it smaller is always possible", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    const patch = (body: object) => answerOf(store.patch(`/returns/${id}`, body));
    expect((await patch(shipments(249))).status).toBe(200);
    await store.ctx.db.execute(sql`
      insert into return_notes (store_id, return_id, id, kind, message, by, at)
      select ${store.id}, ${id}, 'com_' || n, 'comment', repeat('x', 10000), 'them', now() from generate_series(1, 200) as n`);
    expect(await answerOf(store.post(`/returns/${id}/comments`, comment("late")))).toEqual(
      tooLarge("/comment"),
    );
    expect(await patch({ internalCreatedByName: "Ann" })).toEqual(tooLarge("/internalCreatedByName"));
    expect((await patch(shipments(240))).status).toBe(200);
    expect((await patch(shipments(1))).status).toBe(200);
    expect((await answerOf(store.post(`/returns/${id}/comments`, comment("late")))).status).toBe(201);
  });

  test("and a note of the warehouse is refused in its API's form", async () => {
    const store = await service.newStore();
    const { id } = await newReturn(store);
    await store.ctx.db.execute(sql`
      insert into return_notes (store_id, return_id, id, kind, message, by, at)
      select ${store.id}, ${id}, 'com_' || n, 'comment', repeat('x', 10000), 'them', now() from generate_series(1, 220) as n`);
    const answer = await service.fetch(`/api/v1/warehouse/return/0/note?service_return_id=${id}`, {
      method: "POST",
      headers: { "X-Authorization": store.secret, "Content-Type": "application/json" },
      body: JSON.stringify({ content: "late" }),
    });
    expect(answer.status).toBe(422);
  });

  const text = "q".repeat(9_000);
  const exchange = (count: number) => ({
    exchange: { items: Array.from({ length: count }, () => ({ product: { name: text } })) },
  });
  const questions = (count: number) => ({
    multipleChoiceQuestions: Array.from({ length: count }, () => ({ question: text, answer: "" })),
  });
});

test("a return has at most 1,000 notes", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const send = () => store.post(`/returns/${id}/comments`, { comment: { message: "again" } });
  await store.ctx.db.execute(sql`
    insert into return_notes (store_id, return_id, id, kind, message, by, at)
    select ${store.id}, ${id}, 'com_' || n, 'comment', 'said', 'them', now() from generate_series(1, 999) as n`);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(400);
});

test("a return changes its status at most 10,000 times", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  await store.ctx.db.execute(sql`
    insert into return_history (store_id, return_id, "from", "to", at, by, request_id)
    select ${store.id}, ${id}, 'open', 'open', now(), 'them', '' from generate_series(1, 9998) as n`);
  expect((await moveTo(store, id, "in_transit")).status).toBe(204);
  const refused = await answerOf(moveTo(store, id, "delivered"));
  expect(refused).toMatchObject({ status: 409, body: { code: "return_transition_refused", allowed: [] } });
  expect((await readReturn(store, id)).return.status).toBe("in_transit");
});
