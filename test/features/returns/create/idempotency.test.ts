import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { returnOf } from "../../../support/fixtures.ts";
import { inHeldTransaction } from "../../../support/lock-waits.ts";
import {
  type Answer,
  answerOf,
  created,
  invalidAnswer,
  moveTo,
  newOrder,
  newReturn,
  ok,
  problemAnswer,
} from "../../../support/returns.ts";
import type { TestStore } from "../../../support/service.ts";
import { useService } from "../../../support/use-service.ts";

const service = useService();

const KEY = { "Idempotency-Key": "first" };
const USED = problemAnswer(409, "This Idempotency-Key was used for another request.");
const RUNNING = problemAnswer(409, "The first request with this Idempotency-Key is still running.");
const ONE_RETURN = { return: expect.any(Object), externalRMAResponses: [] };

function create(store: TestStore, body: unknown, headers: Record<string, string> = KEY): Promise<Answer> {
  return answerOf(store.post("/stores/:store/returns", body, headers));
}

async function returnsOf(store: TestStore): Promise<number> {
  const { returns } = (await (await store.get("/stores/:store/returns")).json()) as { returns: object[] };
  return returns.length;
}

test("Idempotency-Key: a repeated request is 200 with the first response, also after the return changed", async () => {
  const store = await service.newStore();
  const body = returnOf(await newOrder(store));
  const first = await create(store, body);
  expect(first).toEqual(created(ONE_RETURN));

  const { id } = (first.body as { return: { id: string } }).return;
  await store.post(`/returns/${id}/comments`, { comment: { message: "Later" } });
  await moveTo(store, id, "deleted");
  for (let i = 0; i < 3; i++) expect(await create(store, body)).toEqual(ok(first.body));
  expect(await returnsOf(store)).toBe(1);
});

test("Idempotency-Key: another body is 409, and the first response stays stored", async () => {
  const store = await service.newStore();
  const orderId = await newOrder(store);
  const first = await create(store, returnOf(orderId));
  expect(await create(store, returnOf(orderId, { notes: "another" }))).toEqual(USED);
  expect(await create(store, { ...returnOf(orderId), options: { createExternalRMAs: true } })).toEqual(USED);
  expect(await create(store, returnOf(orderId))).toEqual(ok(first.body));
  expect(await returnsOf(store)).toBe(1);
});

test("the same body creates another return without a key and under another key", async () => {
  const store = await service.newStore();
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 9, price: 1 }];
  const body = returnOf(await newOrder(store, { lineItems }));
  const headers: Record<string, string>[] = [{}, {}, { "Idempotency-Key": "a" }, { "Idempotency-Key": "A" }];
  for (const each of headers) {
    expect(await create(store, body, each)).toEqual(created(ONE_RETURN));
  }
  expect(await returnsOf(store)).toBe(4);
});

test("a key is unique per store and operation", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  const order = { orderId: "1001", createdAt: "2026-03-01T10:00:00Z" };
  const lineItems = [{ id: "line-1", productId: "tee", title: "Tee", quantity: 1 }];
  for (const each of [store, other]) {
    expect((await each.post("/stores/:store/orders", { ...order, lineItems }, KEY)).status).toBe(200);
    const answer = await create(each, returnOf("1001"));
    expect(answer).toEqual(created(ONE_RETURN));
    const { id } = (answer.body as { return: { id: string } }).return;
    const comment = { message: "Hello" };
    expect(await answerOf(each.post(`/returns/${id}/comments`, { comment }, KEY))).toEqual(
      created({ comment }),
    );
  }
});

test("a failed request leaves its key free, also for another body", async () => {
  const store = await service.newStore();
  expect(await create(store, returnOf("1001"))).toEqual(problemAnswer(404));
  expect(await create(store, { data: {} })).toMatchObject({ status: 400 });
  await newOrder(store, { orderId: "1001" });
  const tooMany = { items: [{ lineItemId: "line-1", quantity: 3, reason: "r" }] };
  expect(await create(store, returnOf("1001", tooMany))).toMatchObject({ status: 400 });
  expect(await create(store, returnOf("1001"))).toEqual(created(ONE_RETURN));
  expect(await create(store, returnOf("1001", tooMany))).toEqual(USED);
});

test("a repeated request is 409 while the first one waits for the order, and 200 afterwards", async () => {
  const store = await service.newStore();
  const body = returnOf(await newOrder(store));
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select 1 from orders where store_id = ${store.id} for update`);
    held.resolve();
    await release.promise;
  });
  await held.promise;

  const first = create(store, body);
  await untilOneWaits();
  expect(await create(store, body)).toEqual(RUNNING);
  expect(await create(store, { data: { ...body.data, notes: "another" } })).toEqual(RUNNING);
  release.resolve();
  await holding;
  expect(await first).toEqual(created(ONE_RETURN));
  expect(await create(store, body)).toEqual(ok((await first).body));
});

async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rows } = await service.ctx.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await Bun.sleep(5);
  }
}

test("of 20 concurrent requests with one key one is 201, and the others are 409 or 200 with its body", async () => {
  const store = await service.newStore();
  const body = returnOf(await newOrder(store));
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(store, body)));
  const [first, ...more] = answers.filter(({ status }) => status === 201);
  expect(more).toEqual([]);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toEqual(answer.status === 200 ? ok(first?.body) : RUNNING);
  }
  expect(await returnsOf(store)).toBe(1);
});

test("a comment's key: a repeat is 200 with the first comment, another body or another return is 409", async () => {
  const store = await service.newStore();
  const [{ id }, { id: other }] = [await newReturn(store), await newReturn(store)];
  const post = (returnId: string, message: string) =>
    answerOf(store.post(`/returns/${returnId}/comments`, { comment: { message } }, KEY));
  expect(await post("unknown", "Hello")).toEqual(problemAnswer(404));
  expect(await post(id, "Hello")).toEqual(created({ comment: { message: "Hello" } }));
  expect(await post(id, "Hello")).toEqual(ok({ comment: { message: "Hello" } }));
  expect(await post(id, "Bye")).toEqual(USED);
  expect(await post(other, "Hello")).toEqual(USED);
  expect(await answerOf(store.get(`/returns/${id}/comments`))).toEqual(
    ok({ comments: [{ message: "Hello" }] }),
  );
});

test.each(["", "x".repeat(256)])("the key %j is 400", async (key) => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const headers = { "Idempotency-Key": key };
  const wrong = invalidAnswer({ header: "Idempotency-Key" });
  expect(await create(store, returnOf(await newOrder(store)), headers)).toEqual(wrong);
  const comment = { message: "Hello" };
  expect(await answerOf(store.post(`/returns/${id}/comments`, { comment }, headers))).toEqual(wrong);
});

test("a key of 255 characters is valid", async () => {
  const store = await service.newStore();
  const headers = { "Idempotency-Key": "x".repeat(255) };
  const body = returnOf(await newOrder(store));
  const first = await create(store, body, headers);
  expect(first).toEqual(created(ONE_RETURN));
  expect(await create(store, body, headers)).toEqual(ok(first.body));
});
