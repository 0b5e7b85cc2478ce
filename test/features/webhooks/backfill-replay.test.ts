import { describe, expect, test } from "bun:test";
import { type SQL, sql } from "drizzle-orm";
import { backfillJob } from "../../../src/features/webhooks/backfill-job.ts";
import { replayJob } from "../../../src/features/webhooks/replay-job.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { holdNextCommit } from "../../support/next-commit.ts";
import {
  answerOf,
  invalidAnswer,
  moveTo,
  newOrder,
  newReturn,
  postReturn,
  readReturn,
  returnIn,
} from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook, publishedEvents } from "../../support/webhooks.ts";

const service = useService();
const twin = useService({ databaseOf: service });

/** Runs functions concurrently; each of them must wait for a lock before any may continue. */
async function runBlockedBy({ ctx }: TestStore, lock: SQL, ...tasks: (() => Promise<void>)[]): Promise<void> {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = inHeldTransaction(ctx.db, async (tx) => {
    await tx.execute(lock);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const working = tasks.map((work) => work());
  await untilLockWaits({ ctx }, tasks.length);
  released.resolve();
  await Promise.all([holding, ...working]);
}

/** Returns the sequence, type and time of each event of a webhook, per return. */
async function eventsOf(store: TestStore, webhookId: string) {
  return (await publishedEvents(store, webhookId)).map(({ seq, payload }) => ({
    seq,
    type: payload.type as string,
    at: payload.at,
    returnId: payload.return.id,
    status: payload.return.status as string,
  }));
}

function comment(store: TestStore, returnId: string): Promise<Response> {
  return store.post(`/returns/${returnId}/comments`, { comment: { message: "x" } });
}

describe("a backfill", () => {
  test("appends an event for every return with its current state and the time of its last change", async () => {
    const [store, other] = [await service.newStore({ name: "Nordlicht" }), await service.newStore()];
    await newReturn(other);
    const opened = [await newReturn(store), await newReturn(store), await newReturn(store)];
    await moveTo(store, opened[1]?.id ?? "", "deleted");
    await comment(store, opened[2]?.id ?? "");
    const { id } = await newWebhook(store, { backfill: true });
    await service.drain();

    const expected = await Promise.all(
      opened.map(async ({ id }) => {
        const read = await readReturn(store, id);
        const frame = { type: "backfill", at: read.return.updatedAt, merchantName: "Nordlicht" };
        return { seq: 1, payload: { ...frame, ...read } };
      }),
    );
    expect((await publishedEvents(store, id)) as unknown[]).toEqual(expected);
  });

  test("of several slices appends one event per return", async () => {
    const store = await service.newStore();
    await copyReturn(store, (await newReturn(store)).id, 250);
    const { id } = await newWebhook(store, { backfill: true });
    await service.drain();
    const all = await eventsOf(store, id);
    expect(all).toHaveLength(251);
    expect(new Set(all.map(({ returnId }) => returnId)).size).toBe(251);
    expect(new Set(all.map(({ seq }) => seq))).toEqual(new Set([1]));
  });

  test("skips returns that already have an event: on a second request, and when a slice is repeated after a crash", async () => {
    const store = await service.newStore();
    const before = await newReturn(store);
    const changed = await newReturn(store);
    const { id } = await newWebhook(store, { backfill: true, externalId: "erp" });
    await comment(store, changed.id);
    const slice = { storeId: store.id, webhookId: id, requestId: "r" };
    await backfillJob.handle(store.ctx, [slice]);
    await backfillJob.handle(store.ctx, [slice]);
    const callback = { url: "https://hooks.example.com/returns" };
    const again = { topic: "return", callback, externalId: "erp", backfill: true };
    expect((await store.post("/stores/:store/webhooks", { webhook: again })).status).toBe(200);
    await service.drain();
    expect((await eventsOf(store, id)).map(({ returnId, type }) => [returnId, type])).toEqual([
      [before.id, "backfill"],
      [changed.id, "updated"],
    ]);
  });

  test("run by two processes appends one event per return", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store);
    const { id } = await newWebhook(store);
    const slice = { storeId: store.id, webhookId: id, origin: "http://localhost", requestId: "r" };
    await runBlockedBy(
      store,
      sql`select from returns where store_id = ${store.id} for update`,
      () => backfillJob.handle(store.ctx, [slice]),
      () => backfillJob.handle(twin.as(store).ctx, [slice]),
    );
    expect((await eventsOf(store, id)).map(({ returnId, seq }) => [returnId, seq])).toEqual([[opened.id, 1]]);
  });

  test("waits for changes that were in progress when the webhook was created", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store);
    const orderId = await newOrder(store);
    // The change has looked for webhooks, found none, and is not committed.
    const { reached, release } = holdNextCommit(twin.as(store));
    const opening = returnIn(postReturn(twin.as(store), orderId));
    await reached;
    const { id } = await newWebhook(store, { backfill: true });
    await service.drain();
    const before = await eventsOf(store, id);
    release();
    expect(before).toEqual([]);
    const late = await opening;
    await store.ctx.db.execute(
      sql`update pgboss.job set start_after = now() where name = 'webhooks.backfill' and state = 'created'`,
    );
    await service.drain();
    const returnIds = (await eventsOf(store, id)).map(({ returnId }) => returnId);
    expect(returnIds.sort()).toEqual([opened.id, late.id].sort());
  });

  test("appends the current state of each return even while returns change", async () => {
    const store = await service.newStore();
    const opened = await Promise.all(Array.from({ length: 8 }, () => newReturn(store)));
    const changing = Promise.all(
      opened.map(async ({ id }) => {
        for (let i = 0; i < 6; i++) await comment(store, id);
      }),
    );
    const { id } = await newWebhook(store, { backfill: true });
    const slice = { storeId: store.id, webhookId: id, requestId: "r" };
    await backfillJob.handle(store.ctx, [slice]);
    await changing;
    await store.ctx.db.execute(
      sql`update pgboss.job set start_after = now() where name = 'webhooks.backfill' and state = 'created'`,
    );
    await service.drain();
    const payloads = await publishedEvents(store, id);
    for (const { id: returnId } of opened) {
      const ofReturn = payloads.filter(({ payload }) => payload.return.id === returnId);
      expect(ofReturn.map(({ seq }) => seq)).toEqual(ofReturn.map((_, i) => i + 1));
      const notes = ofReturn.map(({ payload }) => payload.return.notes.length);
      expect(notes).toEqual(notes.toSorted((a, b) => a - b));
      expect(notes.at(-1)).toBe(6);
    }
  });
});

describe("a replay", () => {
  test("appends the events with an `at` from start on, return by return, with the next sequences", async () => {
    const store = await service.newStore();
    service.world.on("https://hooks.example.com/returns", () => new Response("ok"));
    const { id } = await newWebhook(store);
    const [one, two] = [await newReturn(store), await newReturn(store)];
    for (const status of ["in_transit", "delivered"]) await moveTo(store, one.id, status);
    await service.drain();
    const before = await eventsOf(store, id);
    const start = before[1]?.at ?? "";

    expect(await answerOf(store.post(`/webhooks/${id}/replay`, { start }))).toEqual({
      ...{ status: 202, type: null, body: "" },
    });
    await service.drain();
    const again = before.filter(({ at }) => at >= start);
    const ofOne = again.filter(({ returnId }) => returnId === one.id);
    expect(ofOne.map(({ seq }) => seq)).toEqual([2, 3]);
    const ofTwo = again.filter(({ returnId }) => returnId === two.id);
    expect(await eventsOf(store, id)).toEqual([
      ...before.filter(({ returnId }) => returnId === one.id),
      ...ofOne.map((event) => ({ ...event, seq: event.seq + 2 })),
      ...before.filter(({ returnId }) => returnId === two.id),
      ...ofTwo.map((event) => ({ ...event, seq: event.seq + 1 })),
    ]);
    const deliveries = await deliveriesOf(store, id);
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set(["delivered"]));
    expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(deliveries.length);
  });

  test("appends each event once, regardless of how often it was replayed before, and no pending events", async () => {
    const store = await service.newStore();
    const url = "https://hooks.example.com/again";
    service.world.on(url, () => new Response("ok"));
    const { id } = await newWebhook(store, { callback: { url } });
    const opened = await newReturn(store);
    await moveTo(store, opened.id, "in_transit");
    const replay = () => store.post(`/webhooks/${id}/replay`, { start: "2020-01-01T00:00:00+01:00" });
    await replay();
    await replayOnly(store);
    expect((await eventsOf(store, id)).map(({ seq }) => seq)).toEqual([1, 2]);
    for (const expected of [4, 6]) {
      await service.drain();
      await replay();
      await replay();
      await replayOnly(store);
      expect((await eventsOf(store, id)).map(({ status }) => status)).toEqual(
        Array.from({ length: expected }, (_, i) => (i % 2 === 0 ? "open" : "in_transit")),
      );
    }
  });

  test("requested twice at once appends each event once", async () => {
    const store = await service.newStore();
    service.world.on("https://hooks.example.com/returns", () => new Response("ok"));
    const { id } = await newWebhook(store);
    await newReturn(store);
    await service.drain();
    const slice = (replayId: string) => ({
      ...{ storeId: store.id, webhookId: id, replayId, requestId: "r" },
      start: "2020-01-01T00:00:00Z",
    });
    await runBlockedBy(
      store,
      sql`select from webhook_streams where store_id = ${store.id} for update`,
      () => replayJob.handle(store.ctx, [slice("rpl_1")]),
      () => replayJob.handle(twin.as(store).ctx, [slice("rpl_2")]),
    );
    expect((await eventsOf(store, id)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("does not repeat a slice that was committed before its worker died", async () => {
    const store = await service.newStore();
    const { id } = await newWebhook(store);
    service.world.on("https://hooks.example.com/returns", () => new Response("ok"));
    await newReturn(store);
    await service.drain();
    const slice = {
      ...{ storeId: store.id, webhookId: id, replayId: "rpl_1", requestId: "r" },
      start: "2020-01-01T00:00:00Z",
    };
    for (let i = 0; i < 2; i++) {
      await replayJob.handle(store.ctx, [slice]);
      await service.drain();
    }
    expect((await eventsOf(store, id)).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  test("of several slices covers all returns", async () => {
    const store = await service.newStore();
    service.world.on("https://hooks.example.com/returns", () => new Response("ok"));
    await copyReturn(store, (await newReturn(store)).id, 250);
    const { id } = await newWebhook(store, { backfill: true });
    await service.drain();
    await store.post(`/webhooks/${id}/replay`, { start: "2020-01-01T00:00:00Z" });
    await service.drain();
    const all = await eventsOf(store, id);
    expect(all.filter(({ seq }) => seq === 2)).toHaveLength(251);
    expect(all).toHaveLength(502);
  });

  test("with an invalid start is 400", async () => {
    const store = await service.newStore();
    const { id } = await newWebhook(store);
    for (const body of [{}, { start: "yesterday" }, { start: 0 }]) {
      expect(await answerOf(store.post(`/webhooks/${id}/replay`, body))).toEqual(
        invalidAnswer({ pointer: "/start" }),
      );
    }
  });

  /** Runs the replays without delivering events. */
  async function replayOnly({ ctx }: TestStore): Promise<void> {
    const { rows } = await ctx.db.execute<{ data: Parameters<typeof replayJob.handle>[1][number] }>(
      sql`delete from pgboss.job where name = 'webhooks.replay' and state = 'created' returning data`,
    );
    for (const { data } of rows) await replayJob.handle(ctx, [data]);
  }
});

/** Copies a return, directly in the tables. */
async function copyReturn(store: TestStore, returnId: string, count: number): Promise<void> {
  await store.ctx.db.execute(sql`
    insert into returns (store_id, id, order_id, status, provider, shipping_address, destination_id, additions,
      created_at, updated_at)
    select store_id, id || '_' || to_char(copy, 'FM0000'), order_id, status, provider, shipping_address, destination_id,
      additions, created_at, updated_at
    from returns, generate_series(1, ${count}) as copy where store_id = ${store.id} and id = ${returnId}`);
}
