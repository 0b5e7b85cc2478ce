import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createEraser, type ErasureSlice } from "../../../src/core/persons/erasure.ts";
import { ERASURE_RULES } from "../../../src/features/erasure/erasure-rules.ts";
import { payloadsErasure, returnsRelease } from "../../../src/features/returns/erase/erase-payloads.ts";
import { event, postBulk, postEvent, taken } from "../../support/events.ts";
import { order } from "../../support/fixtures.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { answerOf, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

// Each test sends after the response to the erasure, while the job is at work.
const service = useService({ hasIdleQueues: true, eventRateLimit: 0 });
const CUSTOMER = { id: "ann", email: "ann@example.test" };

const erase = async (store: TestStore) => {
  expect((await store.post("/stores/:store/customers/ann/erase", undefined)).status).toBe(202);
};

async function untilErased(store: TestStore) {
  const eraser = createEraser(store.ctx, ERASURE_RULES);
  for (const until = performance.now() + 20_000; performance.now() < until; await Bun.sleep(50)) {
    await eraser.sweep();
    await eraser.idle();
    const { rows } = await store.ctx.db.execute(sql`select from erasures where store_id = ${store.id}`);
    if (rows.length === 0) return;
  }
  throw new Error("the erasure did not end");
}

/** Holds the job between two of its statements, runs `work`, and lets the job go on. */
async function whileDetaching(store: TestStore, work: () => Promise<void>) {
  const { db } = store.ctx;
  const erasing = await inHeldTransaction(db, async (tx) => {
    // As a writer does that had found the customer before: the job waits for the row's lock.
    await db.execute(sql`
      insert into event_batches (store_id, id, batched_events, customers, due_at)
      values (${store.id}, gen_random_uuid(), '{}', '{ann}', 'infinity')`);
    await tx.execute(sql`delete from event_batches where store_id = ${store.id} and due_at = 'infinity'`);
    const erased = untilErased(store);
    await untilLockWaits({ ctx: store.ctx });
    await work();
    return { erased };
  });
  await erasing.erased;
}

const WAYS = {
  "an order": async (store: TestStore) => {
    const answer = await answerOf(
      store.post("/stores/:store/orders", order("later", { customer: CUSTOMER })),
    );
    expect(answer.status).toBe(200);
  },
  "a single event": async (store: TestStore) => {
    expect(await postEvent(store, event({ customer: CUSTOMER, eventName: "later" }))).toEqual(taken);
  },
  "a bulk request": async (store: TestStore) => {
    expect(await postBulk(store, [event({ customer: CUSTOMER, eventName: "later" })])).toEqual(taken);
  },
  "a bulk request that is recorded meanwhile": async (store: TestStore) => {
    expect(await postBulk(store, [event({ customer: CUSTOMER, eventName: "later" })])).toEqual(taken);
    await service.drain();
  },
};

async function keptOf(store: TestStore) {
  const events = await answerOf(store.get("/stores/:store/events?customer=ann"));
  const orders = await answerOf(store.get(`/stores/:store/orders?email=${CUSTOMER.email}`));
  return [
    ...(events.body as { events: { eventName: string }[] }).events.map(({ eventName }) => eventName),
    ...(orders.body as { orders: { orderId: string; customer?: object }[] }).orders.map(
      ({ orderId, customer }) => `${orderId} ${JSON.stringify(customer)}`,
    ),
  ];
}

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  "%s of a new customer with the same id stays, between any two statements of the job",
  async (way) => {
    const store = await service.newStore();
    expect(await postEvent(store, event({ customer: CUSTOMER, eventName: "before" }))).toEqual(taken);
    await erase(store);
    await whileDetaching(store, () => WAYS[way](store));
    await service.drain();
    const kept = way === "an order" ? `later ${JSON.stringify(CUSTOMER)}` : "later";
    expect(await keptOf(store)).toEqual([kept]);
  },
);

const TRIES = 400;

/** Sends one thing of customer `n`, who has come back. */
async function comeBack(store: TestStore, n: number): Promise<void> {
  const customer = { id: `back-${n}`, email: `back-${n}@example.test` };
  const later = event({ customer, eventName: "later", uniqueId: `later-${n}` });
  const ways = [
    () => store.post("/stores/:store/events", later),
    () => store.post("/stores/:store/events/bulk", { events: [later] }),
    () => store.post("/stores/:store/orders", order(`later-${n}`, { customer })),
    () =>
      store.post("/stores/:store/storefront/events", {
        ...{ eventId: `later-${n}`, eventName: "page_viewed", source: "storefront" },
        ...{ timestamp: "2026-03-02T09:10:00Z", customerEmail: customer.email },
      }),
  ];
  const answer = await ways[n % ways.length]?.();
  if (!answer?.ok) throw new Error(`customer ${n} was answered ${answer?.status} ${await answer?.text()}`);
}

test("what is acknowledged within milliseconds after the response stays", async () => {
  const store = await service.newStore();
  const eraser = createEraser(store.ctx, ERASURE_RULES);
  let isErasing = true;
  const erasing = (async () => {
    for (; isErasing; await Bun.sleep(1)) await eraser.sweep();
    await eraser.idle();
  })();
  await inParallel(TRIES, 8, async (n) => {
    const customer = { id: `back-${n}`, email: `back-${n}@example.test` };
    expect(await postEvent(store, event({ customer, eventName: "before" }))).toEqual(taken);
    expect((await store.post(`/stores/:store/customers/back-${n}/erase`, undefined)).status).toBe(202);
    await Bun.sleep(n % 7);
    await comeBack(store, n);
  });
  isErasing = false;
  await erasing;
  await untilErased(store);
  await service.drain();
  const { rows } = await store.ctx.db.execute<{ kept: string }>(sql`
    select customer_id as kept from events where store_id = ${store.id} and event_name = 'later'
    union all select customer_id from orders where store_id = ${store.id} and body -> 'customer' is not null
    union all select replace(event_id, 'later', 'back') from storefront_events
      where store_id = ${store.id} and body is not null`);
  const kept = new Set(rows.map(({ kept }) => kept));
  const all = Array.from({ length: TRIES }, (_, n) => `back-${n}`);
  expect(all.filter((id) => !kept.has(id))).toEqual([]);
});

/** Calls `work` with 0, 1, 2 … `count - 1`, `width` at a time. */
async function inParallel(count: number, width: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let n = next++; n < count; n = next++) await work(n);
    }),
  );
}

test("a return that is changed while its link to the erasure is removed loses the link too", async () => {
  const store = await service.newStore();
  const { id } = await newReturn(store);
  const { db } = store.ctx;
  await db.execute(sql`update returns set customer_id = 'era_1' where store_id = ${store.id} and id = ${id}`);
  const slice = { storeId: store.id, batch: [{ id: "era_1" }] } as unknown as ErasureSlice;
  const releasing = await inHeldTransaction(db, async (tx) => {
    await tx.execute(sql`update returns set updated_at = now() where store_id = ${store.id} and id = ${id}`);
    const released = returnsRelease.erase(store.ctx, slice);
    await untilLockWaits({ ctx: store.ctx });
    return { released };
  });
  expect(await releasing.released).toEqual({ isDone: true });
  const { rows } = await db.execute(sql`select customer_id from returns where store_id = ${store.id}`);
  expect(rows).toEqual([{ customer_id: null }]);
});

test("a response that comes after an erasure is not stored, though its stream is changed while it is erased", async () => {
  const store = await service.newStore();
  const { db } = store.ctx;
  const webhook = { topic: "return", callback: { url: "https://hooks.example.com/returns", auth: null } };
  expect((await store.post("/stores/:store/webhooks", { webhook })).status).toBe(201);
  await newReturn(store);
  await db.execute(sql`update returns set customer_id = 'era_1' where store_id = ${store.id}`);
  const person = { identifiers: new Set(), names: new Set(), lines: new Set(), texts: new Set() };
  const slice = { storeId: store.id, batch: [{ id: "era_1", person }] } as unknown as ErasureSlice;
  const { erased } = await inHeldTransaction(db, async (tx) => {
    await tx.execute(sql`update webhook_streams set due_at = now() where store_id = ${store.id}`);
    const erased = payloadsErasure.erase(store.ctx, slice);
    await untilLockWaits({ ctx: store.ctx });
    return { erased };
  });
  await erased;
  const { rows } = await db.execute(sql`
    select is_erased as "isErased" from webhook_streams where store_id = ${store.id}`);
  expect(rows).toEqual([{ isErased: true }]);
});
