import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { inTransaction } from "../../src/ctx.ts";
import { webhookPayloads } from "../../src/db/tables/webhooks.ts";
import { changeReturn } from "../../src/returns/change.ts";
import { returnOf } from "../support/fixtures.ts";
import { moveTo, newOrder, newReturn, readReturn, returnIn } from "../support/returns.ts";
import { startService, type TestService, type TestStore } from "../support/service.ts";
import { deliveriesOf, newWebhook, toldTo } from "../support/webhooks.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The numbers and types that a webhook is told of one return. */
async function heard(store: TestStore, webhookId: string, returnId: string): Promise<[number, string][]> {
  const told = await toldTo(service, store.id, webhookId);
  return told
    .filter(({ payload }) => payload.return.id === returnId)
    .map(({ seq, payload }) => [seq, payload.type]);
}

describe("a webhook is told of each change of a return", () => {
  test("as reading the return gave it right after, with the store's name and the moment of the change", async () => {
    const store = await service.newStore({ name: "Nordlicht" });
    const { id: webhookId } = await newWebhook(store);
    const opened = await newReturn(store, { notes: "Ring twice" });
    const path = `/returns/${opened.id}`;
    const changes = [
      async () => opened,
      () => moveTo(store, opened.id, "in_transit"),
      () => store.post(`${path}/comments`, { comment: { message: "Wet" } }),
      () => store.post(`${path}/comments`, { comment: { image: PNG } }),
      () => store.patch(path, { tags: [{ name: "vip" }] }),
      () => store.patch(path, { items: [{ id: opened.items[0]?.id, grade: "B" }] }),
      () => store.patch(path, { shipments: [{ status: "delivered" }] }),
      () => moveTo(store, opened.id, "complete"),
    ];
    const expected: unknown[] = [];
    for (const [i, change] of changes.entries()) {
      await change();
      const read = await readReturn(store, opened.id);
      const type = i === 0 ? "created" : "updated";
      const payload = { type, at: read.return.updatedAt, merchantName: "Nordlicht", ...read };
      expected.push({ seq: i + 1, payload });
    }
    const told = await toldTo(service, store.id, webhookId);
    expect(told as unknown[]).toEqual(expected);
    expect(new Set(told.map(({ payload }) => payload.at)).size).toBe(changes.length);
    expect(Object.keys(told[0]?.payload ?? {})).toEqual(["type", "at", "merchantName", "return", "order"]);
  });

  test("what it was told stays as it was, whatever comes later", async () => {
    const store = await service.newStore();
    const { id: webhookId } = await newWebhook(store);
    const opened = await newReturn(store);
    const [before] = await toldTo(service, store.id, webhookId);
    await store.patch(`/returns/${opened.id}`, { tags: [{ name: "vip" }] });
    expect((await toldTo(service, store.id, webhookId))[0]).toEqual(before as NonNullable<typeof before>);
  });

  test("every webhook of the store is told under numbers of its own, and of what is sent one copy is kept", async () => {
    const store = await service.newStore();
    const first = await newWebhook(store);
    const opened = await newReturn(store);
    const second = await newWebhook(store);
    await moveTo(store, opened.id, "in_transit");
    expect(await heard(store, first.id, opened.id)).toEqual([
      [1, "created"],
      [2, "updated"],
    ]);
    expect(await heard(store, second.id, opened.id)).toEqual([[1, "updated"]]);
    const kept = service.ctx.db.select().from(webhookPayloads).where(eq(webhookPayloads.storeId, store.id));
    expect(await kept).toHaveLength(2);
  });

  test("other stores' webhooks are told nothing", async () => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    const { id: webhookId } = await newWebhook(other);
    await newReturn(store);
    expect(await deliveriesOf(other, webhookId)).toEqual([]);
  });
});

describe("a webhook is told nothing", () => {
  let store: TestStore;
  let webhookId: string;
  let order: string;
  let returnId: string;
  const again = { "Idempotency-Key": "a" };
  beforeAll(async () => {
    store = await service.newStore();
    order = await newOrder(store);
    returnId = (await returnIn(store.post("/stores/:store/returns", returnOf(order), again))).id;
    webhookId = (await newWebhook(store)).id;
  });
  const silently = async (change: () => Promise<Response>, status: number) => {
    expect((await change()).status).toBe(status);
    expect(await deliveriesOf(store, webhookId)).toEqual([]);
  };

  test("of a repeated request", () =>
    silently(() => store.post("/stores/:store/returns", returnOf(order), again), 200));
  test("of a status that may not follow", () => silently(() => moveTo(store, returnId, "in_review"), 409));
  test("of a return that couldn't be made", () =>
    silently(() => store.post("/stores/:store/returns", returnOf("none")), 404));
  test("of a patch that changes nothing", () =>
    silently(() => store.patch(`/returns/${returnId}`, { tags: [] }), 200));
  test("of a comment that is none", () =>
    silently(() => store.post(`/returns/${returnId}/comments`, { comment: {} }), 400));
  test("of a change whose transaction failed after it was published", async () => {
    const caller = { storeId: store.id, clientId: "", by: "test", requestId: "r", origin: "" };
    const failing = inTransaction(service.ctx, async (tx) => {
      await changeReturn(tx, caller, returnId, async () => ({ status: "in_transit" }));
      throw new Error("too late");
    });
    await expect(failing).rejects.toThrow("too late");
    await failing.catch(() => undefined);
    expect(await deliveriesOf(store, webhookId)).toEqual([]);
    expect((await readReturn(store, returnId)).return.status).toBe("open");
  });
});

describe("at once", () => {
  test("forty changes of one return are told as 1 to 40, each later than the one before", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store);
    const webhooks = [await newWebhook(store), await newWebhook(store)];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        store.post(`/returns/${opened.id}/comments`, { comment: { message: `note ${i}` } }),
      ),
    );
    for (const { id } of webhooks) {
      const told = await toldTo(service, store.id, id);
      expect(told.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
      // Each has one note more than the one before: none was numbered out of its order.
      expect(told.map(({ payload }) => payload.return.notes.length)).toEqual(told.map(({ seq }) => seq));
      const moments = told.map(({ payload }) => Date.parse(payload.at));
      expect(moments.every((at, i) => i === 0 || at > (moments[i - 1] ?? 0))).toBe(true);
    }
  });

  test("changes of many returns don't hinder each other", async () => {
    const store = await service.newStore();
    const webhooks = [await newWebhook(store), await newWebhook(store), await newWebhook(store)];
    const opened = await Promise.all(Array.from({ length: 10 }, () => newReturn(store)));
    const answers = await Promise.all(
      opened.flatMap(({ id }) =>
        Array.from({ length: 4 }, () => store.post(`/returns/${id}/comments`, { comment: { message: "x" } })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { id } of webhooks) {
      const told = await toldTo(service, store.id, id);
      expect(told.map(({ seq }) => seq)).toEqual(opened.flatMap(() => [1, 2, 3, 4, 5]));
    }
  });
});

test("a store without webhooks keeps nothing of what nobody is told", async () => {
  const store = await service.newStore();
  await moveTo(store, (await newReturn(store)).id, "in_transit");
  const kept = service.ctx.db.select().from(webhookPayloads).where(eq(webhookPayloads.storeId, store.id));
  expect(await kept).toEqual([]);
});
