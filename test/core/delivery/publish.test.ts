import { beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { inTransaction } from "../../../src/core/ctx.ts";
import { deliverJob } from "../../../src/core/delivery/deliver-job.ts";
import { changeReturn } from "../../../src/features/returns/change/change.ts";
import { webhookPayloads } from "../../../src/platform/db/tables/webhooks.ts";
import { returnOf } from "../../support/fixtures.ts";
import { moveTo, newOrder, newReturn, readReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook, publishedEvents } from "../../support/webhooks.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const service = useService();

/** Returns the sequences and types of the events of one return at a webhook. */
async function eventsOf(store: TestStore, webhookId: string, returnId: string): Promise<[number, string][]> {
  const events = await publishedEvents(store, webhookId);
  return events
    .filter(({ payload }) => payload.return.id === returnId)
    .map(({ seq, payload }) => [seq, payload.type]);
}

describe("each change of a return becomes an event", () => {
  test("with the return as GET returns it after the change, the store's name and the time of the change", async () => {
    const store = await service.newStore({ name: "Nordlicht" });
    const { id: webhookId } = await newWebhook(store);
    const created = await newReturn(store, { notes: "Ring twice" });
    const path = `/returns/${created.id}`;
    const changes = [
      async () => created,
      () => moveTo(store, created.id, "in_transit"),
      () => store.post(`${path}/comments`, { comment: { message: "Wet" } }),
      () => store.post(`${path}/comments`, { comment: { image: PNG } }),
      () => store.patch(path, { tags: [{ name: "vip" }] }),
      () => store.patch(path, { items: [{ id: created.items[0]?.id, grade: "B" }] }),
      () => store.patch(path, { shipments: [{ status: "delivered" }] }),
      () => moveTo(store, created.id, "complete"),
    ];
    const expected: unknown[] = [];
    for (const [i, change] of changes.entries()) {
      await change();
      const read = await readReturn(store, created.id);
      const type = i === 0 ? "created" : "updated";
      const payload = { type, at: read.return.updatedAt, merchantName: "Nordlicht", ...read };
      expected.push({ seq: i + 1, payload });
    }
    const events = await publishedEvents(store, webhookId);
    expect(events as unknown[]).toEqual(expected);
    expect(new Set(events.map(({ payload }) => payload.at)).size).toBe(changes.length);
    expect(Object.keys(events[0]?.payload ?? {})).toEqual(["type", "at", "merchantName", "return", "order"]);
  });

  test("whose payload never changes", async () => {
    const store = await service.newStore();
    const { id: webhookId } = await newWebhook(store);
    const created = await newReturn(store);
    const [before] = await publishedEvents(store, webhookId);
    await store.patch(`/returns/${created.id}`, { tags: [{ name: "vip" }] });
    expect((await publishedEvents(store, webhookId))[0]).toEqual(before as NonNullable<typeof before>);
  });

  test("for every webhook of the store, with its own sequence and one shared payload", async () => {
    const store = await service.newStore();
    const first = await newWebhook(store);
    const created = await newReturn(store);
    const second = await newWebhook(store);
    await moveTo(store, created.id, "in_transit");
    expect(await eventsOf(store, first.id, created.id)).toEqual([
      [1, "created"],
      [2, "updated"],
    ]);
    expect(await eventsOf(store, second.id, created.id)).toEqual([[1, "updated"]]);
    const payloads = store.ctx.db.select().from(webhookPayloads).where(eq(webhookPayloads.storeId, store.id));
    expect(await payloads).toHaveLength(2);
  });

  test("for no webhook of another store", async () => {
    const [store, other] = [await service.newStore(), await service.newStore()];
    const { id: webhookId } = await newWebhook(other);
    await newReturn(store);
    expect(await deliveriesOf(other, webhookId)).toEqual([]);
  });
});

describe("no event is written", () => {
  let store: TestStore;
  let webhookId: string;
  let order: string;
  let returnId: string;
  const sameKey = { "Idempotency-Key": "a" };
  beforeAll(async () => {
    store = await service.newStore();
    order = await newOrder(store);
    returnId = (await returnIn(store.post("/stores/:store/returns", returnOf(order), sameKey))).id;
    webhookId = (await newWebhook(store)).id;
  });
  const expectNoEvent = async (change: () => Promise<Response>, status: number) => {
    expect((await change()).status).toBe(status);
    expect(await deliveriesOf(store, webhookId)).toEqual([]);
  };

  test("for a request repeated with its Idempotency-Key", () =>
    expectNoEvent(() => store.post("/stores/:store/returns", returnOf(order), sameKey), 200));
  test("for a status change that is not allowed", () =>
    expectNoEvent(() => moveTo(store, returnId, "in_review"), 409));
  test("for a return that could not be created", () =>
    expectNoEvent(() => store.post("/stores/:store/returns", returnOf("none")), 404));
  test("for a patch that changes nothing", () =>
    expectNoEvent(() => store.patch(`/returns/${returnId}`, { tags: [] }), 200));
  test("for an invalid comment", () =>
    expectNoEvent(() => store.post(`/returns/${returnId}/comments`, { comment: {} }), 400));
  test("for a change whose transaction failed after it was published", async () => {
    const caller = { storeId: store.id, clientId: "", by: "test", byId: null, requestId: "r", origin: "" };
    const failing = inTransaction(store.ctx, async (tx) => {
      await changeReturn(tx, caller, returnId, async () => ({ status: "in_transit" }));
      throw new Error("too late");
    });
    await expect(failing).rejects.toThrow("too late");
    await failing.catch(() => undefined);
    expect(await deliveriesOf(store, webhookId)).toEqual([]);
    expect((await readReturn(store, returnId)).return.status).toBe("open");
  });
});

describe("concurrent changes", () => {
  test("of one return are numbered 1 to 40, each with a later time", async () => {
    const store = await service.newStore();
    const created = await newReturn(store);
    const webhooks = [await newWebhook(store), await newWebhook(store)];
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        store.post(`/returns/${created.id}/comments`, { comment: { message: `note ${i}` } }),
      ),
    );
    for (const { id } of webhooks) {
      const events = await publishedEvents(store, id);
      expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
      // Each payload has one note more than the previous one: the sequence is the order of the changes.
      expect(events.map(({ payload }) => payload.return.notes.length)).toEqual(events.map(({ seq }) => seq));
      const moments = events.map(({ payload }) => Date.parse(payload.at));
      expect(moments.every((at, i) => i === 0 || at > (moments[i - 1] ?? 0))).toBe(true);
    }
  });

  test("of many returns don't block each other", async () => {
    const store = await service.newStore();
    const webhooks = [await newWebhook(store), await newWebhook(store), await newWebhook(store)];
    const created = await Promise.all(Array.from({ length: 10 }, () => newReturn(store)));
    const responses = await Promise.all(
      created.flatMap(({ id }) =>
        Array.from({ length: 4 }, () => store.post(`/returns/${id}/comments`, { comment: { message: "x" } })),
      ),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    for (const { id } of webhooks) {
      const events = await publishedEvents(store, id);
      expect(events.map(({ seq }) => seq)).toEqual(created.flatMap(() => [1, 2, 3, 4, 5]));
    }
  });
});

describe("a stream with pending events", () => {
  const wakeUpsOf = async (store: TestStore) => {
    const { rows } = await store.ctx.db.execute(sql`
      select from pgboss.job where name = ${deliverJob.name} and state = 'created' and data->>'storeId' = ${store.id}`);
    return rows.length;
  };

  test("is not woken by further changes: its sender goes on with them", async () => {
    const store = await service.newStore();
    const { plan, order } = await subscribe(service, store);
    const [sent, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
    plan(() => {
      sent.resolve();
      return answered.promise;
    });
    const { id } = await newReturn(store);
    expect(await wakeUpsOf(store)).toBe(1);
    const drained = service.drain();
    await sent.promise;
    await moveTo(store, id, "in_transit");
    await moveTo(store, id, "delivered");
    expect(await wakeUpsOf(store)).toBe(0);
    answered.resolve(new Response());
    await drained;
    expect(order(id)).toEqual(["1", "2", "3"]);
  });

  test("is woken by a change during which the last of them was sent", async () => {
    const store = await service.newStore();
    const { order } = await subscribe(service, store);
    const { id } = await newReturn(store);
    const caller = { storeId: store.id, clientId: "", by: "Shop", byId: null, requestId: "r-1", origin: "" };
    await changeReturn(store.ctx, caller, id, async () => {
      await service.drain();
      return { status: "in_transit" };
    });
    expect(order(id)).toEqual(["1"]);
    await service.drain();
    expect(order(id)).toEqual(["1", "2"]);
  });
});

test("a store without webhooks stores no payloads", async () => {
  const store = await service.newStore();
  await moveTo(store, (await newReturn(store)).id, "in_transit");
  const payloads = store.ctx.db.select().from(webhookPayloads).where(eq(webhookPayloads.storeId, store.id));
  expect(await payloads).toEqual([]);
});
