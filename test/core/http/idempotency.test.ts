import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import {
  accepted,
  errorAnswer,
  fullOrder,
  getCustomer,
  getOrder,
  leastOrder,
  NOT_GIVEN,
  postOrder,
  whileOrdersWait,
} from "../../support/orders.ts";
import { answerOf, created, newReturn, ok, problemAnswer, readReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

const KEY = { "Idempotency-Key": "first" };
const USED = "This Idempotency-Key was used for another request.";
const RUNNING = errorAnswer(409, "The first request with this Idempotency-Key is still running.");
const PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

function comment(store: TestStore, returnId: string, body: unknown, headers: Record<string, string> = KEY) {
  return answerOf(store.post(`/returns/${returnId}/comments`, body, headers));
}

test("a repeated order with the same key is 200 with the first response, and has no second effect", async () => {
  const store = await service.newStore();
  const first = await postOrder(store, fullOrder("1001"), KEY);
  expect(first).toEqual(accepted("1001"));
  const customer = { id: "customer-of-1001", email: "alex.doe@example.test", lastName: "Since changed" };
  await postOrder(store, leastOrder("1002", { customer }));

  const before = await getCustomer(store, customer.email);
  for (let i = 0; i < 3; i++) expect(await postOrder(store, fullOrder("1001"), KEY)).toEqual(first);
  expect(await postOrder(store, JSON.stringify(fullOrder("1001"), null, 2), KEY)).toEqual(first);
  expect(await getCustomer(store, customer.email)).toEqual(before);
});

test("a different order with a used key is 409, and isn't stored", async () => {
  const store = await service.newStore();
  const first = await postOrder(store, leastOrder("1001"), KEY);
  for (const other of [
    leastOrder("1002"),
    leastOrder("1001", { tags: [] }),
    leastOrder("1001", { tags: null }),
  ]) {
    expect(await postOrder(store, other, KEY)).toEqual(errorAnswer(409, USED));
  }
  expect(await getOrder(store, "1002")).toMatchObject({ status: 404 });
  expect(await postOrder(store, leastOrder("1001"), KEY)).toEqual(first);
});

test("without the key, or with another, a repeated order is 409 as a duplicate", async () => {
  const store = await service.newStore();
  await postOrder(store, leastOrder("1001"), KEY);
  for (const headers of [undefined, { "Idempotency-Key": "second" }, { "Idempotency-Key": "FIRST" }]) {
    expect(await postOrder(store, leastOrder("1001"), headers)).toEqual(
      errorAnswer(409, "The store already has an order 1001."),
    );
  }
});

test("a rejected order leaves its key unused, also for a different order", async () => {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Dock" });
  await postOrder(store, leastOrder("taken"));
  const refused = [
    "{",
    leastOrder("1001", { lineItems: [] }),
    leastOrder("1001", { locationId: "loc_none" }),
    leastOrder("taken"),
  ];
  const statuses = [];
  for (const body of refused) statuses.push((await postOrder(store, body, KEY)).status);
  expect(statuses).toEqual([400, 400, 400, 409]);
  const reader = await store.withScopes("orders_read");
  expect(await postOrder(reader, leastOrder("1001"), KEY)).toMatchObject({ status: 403 });

  const body = leastOrder("1001", { locationId });
  expect(await postOrder(store, body, KEY)).toEqual(accepted("1001"));
  expect(await getOrder(store, "1001")).toEqual(ok({ ...NOT_GIVEN, ...body, fulfillments: [] }));
});

test("while the first request runs, another with its key is 409, with any body; then it is 200", async () => {
  const store = await service.newStore();
  const [first] = await whileOrdersWait(store, async (waiting) => {
    const first = postOrder(store, leastOrder("1001"), KEY);
    await waiting(1);
    expect(await postOrder(store, leastOrder("1001"), KEY)).toEqual(RUNNING);
    expect(await postOrder(store, leastOrder("1002"), KEY)).toEqual(RUNNING);
    return [first];
  });
  expect(await first).toEqual(accepted("1001"));
  expect(await postOrder(store, leastOrder("1001"), KEY)).toEqual(await first);
  expect(await postOrder(store, leastOrder("1002"), KEY)).toEqual(errorAnswer(409, USED));
});

test("a key in progress in one store doesn't affect another store", async () => {
  const store = await service.newStore();
  const other = await service.newStore({ beside: store });
  const both = await whileOrdersWait(store, async (waiting) => {
    const first = postOrder(store, leastOrder("1001"), KEY);
    await waiting(1);
    const second = postOrder(other, leastOrder("1001"), KEY);
    await Promise.race([waiting(2), second]);
    return [first, second];
  });
  expect(await Promise.all(both)).toEqual([accepted("1001"), accepted("1001")]);
});

test("a request that fails at commit leaves its key unused", async () => {
  const store = await service.newStore();
  await store.ctx.db.execute(sql`
    create function refuse_commit() returns trigger language plpgsql as
      $$ begin raise exception 'no commit'; end $$`);
  await store.ctx.db.execute(sql`
    create constraint trigger refuse_commit after insert on orders deferrable initially deferred
      for each row when (new.external_id = 'undone') execute function refuse_commit()`);
  expect(await postOrder(store, leastOrder("undone"), KEY)).toMatchObject({ status: 500 });
  await store.ctx.db.execute(sql`drop function refuse_commit cascade`);
  expect(await getOrder(store, "undone")).toMatchObject({ status: 404 });
  expect(await postOrder(store, leastOrder("undone"), KEY)).toEqual(accepted("undone"));
  expect(await getOrder(store, "undone")).toMatchObject({ status: 200 });
});

test("of 20 concurrent requests with one key one stores the order; the others get its response or 409", async () => {
  const store = await service.newStore();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => postOrder(store, leastOrder("1001"), KEY)),
  );
  const won = answers.find(({ status }) => status === 200);
  expect(won).toEqual(accepted("1001"));
  for (const answer of answers) expect([won, RUNNING]).toContainEqual(answer);
});

test("a key is unique per store and operation", async () => {
  const [store, other] = [await service.newStore(), await service.newStore()];
  for (const each of [store, other]) {
    expect(await postOrder(each, leastOrder("1001"), KEY)).toEqual(accepted("1001"));
    const { id } = await newReturn(each);
    expect(await comment(each, id, { comment: { message: "Hello" } })).toEqual(
      created({ comment: { message: "Hello" } }),
    );
  }
});

test("a key has 1 to 255 characters; otherwise the order is 400", async () => {
  const store = await service.newStore();
  for (const key of ["", "x".repeat(256)]) {
    expect(await postOrder(store, leastOrder("1001"), { "Idempotency-Key": key })).toEqual(
      errorAnswer(400, expect.stringMatching(/^Idempotency-Key must be /)),
    );
  }
  expect(await getOrder(store, "1001")).toMatchObject({ status: 404 });
  const longest = { "Idempotency-Key": "x".repeat(255) };
  const first = await postOrder(store, leastOrder("1001"), longest);
  expect(first).toEqual(accepted("1001"));
  expect(await postOrder(store, leastOrder("1001"), longest)).toEqual(first);
});

test("a repeated comment with the same key is 200 with the first body, and the return changes once", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  for (const [key, body] of [
    ["message", { comment: { message: "Hello" } }],
    ["image", { comment: { image: PIXEL } }],
  ] as const) {
    const first = await comment(store, id, body, { "Idempotency-Key": key });
    expect(first).toEqual(created({ comment: expect.any(Object) }));
    const read = await readReturn(store, id);
    for (let i = 0; i < 3; i++) {
      expect(await comment(store, id, body, { "Idempotency-Key": key })).toEqual(ok(first.body));
    }
    expect(await readReturn(store, id)).toEqual(read);
  }
  expect((await readReturn(store, id)).return.notes).toEqual([
    { message: "Hello" },
    { message: "", image: expect.stringContaining(`/returns/${id}/comments/`) },
  ]);
});

test("a different comment with a used key, or the same one on another return, is 409", async () => {
  const store = await service.newStore();
  const [{ id }, { id: other }] = [await newReturn(store), await newReturn(store)];
  await comment(store, id, { comment: { message: "Hello" } });
  for (const [returnId, body] of [
    [id, { comment: { message: "hello" } }],
    [id, { comment: { image: PIXEL } }],
    [other, { comment: { message: "Hello" } }],
  ] as const) {
    expect(await comment(store, returnId, body)).toEqual(problemAnswer(409, USED));
  }
  expect((await readReturn(store, other)).return.notes).toEqual([]);
});

test("a rejected comment leaves its key unused", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  expect(await comment(store, id, { comment: {} })).toMatchObject({ status: 400 });
  expect(await comment(store, id, { comment: { image: "bm8=" } })).toMatchObject({ status: 400 });
  expect(await comment(store, "ret_none", { comment: { message: "Hello" } })).toMatchObject({ status: 404 });
  expect(await comment(store, id, { comment: { message: "Hello" } })).toEqual(
    created({ comment: { message: "Hello" } }),
  );
});
