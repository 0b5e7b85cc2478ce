import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../../src/core/ctx.ts";
import { createEraser } from "../../../src/core/persons/erasure.ts";
import { ERASURE_RULES } from "../../../src/features/erasure/erasure-rules.ts";
import { createMerger } from "../../../src/features/erasure/merge/merger.ts";
import { event, storedEvents } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { inHeldTransaction } from "../../support/lock-waits.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

// The merges of these tests are moved by the tests alone.
const service = useService({ hasIdleQueues: true, eventRateLimit: 0 });

const merge = (store: TestStore, customerId: string, into: string) =>
  store.post(`/stores/:store/customers/${customerId}/merge`, { into });

async function accepted(response: Promise<Response>): Promise<Response> {
  const answer = await response;
  if (!answer.ok) throw new Error(`answered ${answer.status} ${await answer.text()}`);
  return answer;
}

const post = (store: TestStore, path: string, body: object) =>
  accepted(store.post(`/stores/:store${path}`, body));
const send = (store: TestStore, customer: object, more: object = {}) =>
  post(store, "/events", event({ customer, ...more }));

async function unfinished(store: TestStore): Promise<number> {
  const { rows } = await store.ctx.db.execute(sql`
    select from customer_merges where store_id = ${store.id}`);
  return rows.length;
}

async function untilMerged(store: TestStore): Promise<void> {
  const merger = createMerger(store.ctx);
  for (const until = performance.now() + 20_000; performance.now() < until; await Bun.sleep(20)) {
    await merger.sweep();
    await merger.idle();
    if ((await unfinished(store)) === 0) return;
  }
  throw new Error("the merges did not end");
}

/** How many rows of each table have each customer. */
async function ownersOf({ ctx, id }: TestStore): Promise<Record<string, number>> {
  const { rows } = await ctx.db.execute<{ owner: string; count: number }>(sql`
    select concat(kind, ' ', customer_id) as owner, count(*)::int as count from (
      select 'event' as kind, customer_id from events where store_id = ${id}
      union all select 'order', customer_id from orders where store_id = ${id}
      union all select 'return', customer_id from returns where store_id = ${id}
      union all select 'waiting', unnest(customers) from event_batches where store_id = ${id}
    ) as owned group by owner order by owner`);
  return Object.fromEntries(rows.map(({ owner, count }) => [owner, count]));
}

const [EVENTS, ORDERS] = [2_100, 1_200];

/** Returns a store with a customer who has more than one slice of each kind of rows, merged into another. */
async function largeMerge(): Promise<TestStore> {
  const store = await service.newStore();
  await send(store, { id: "large", email: "large@example.test" });
  await send(store, { id: "ann" });
  await store.ctx.db.execute(sql`
    insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
    select ${store.id}, gen_random_uuid(), 'visited', 'large', now() - n * interval '1 hour', '', now()
    from generate_series(1, ${EVENTS - 1}::int) as n`);
  await store.ctx.db.execute(sql`
    insert into orders (store_id, id, external_id, customer_id, currency, body, created_at, received_at)
    select ${store.id}, 'ord_' || n, n::text, 'large', 'USD', '{"lineItems": []}', now(), now()
    from generate_series(1, ${ORDERS}::int) as n`);
  await accepted(merge(store, "large", "ann"));
  return store;
}

/** A context whose process is killed in its `count`th transaction, before the commit. */
function killedIn({ db, ...ctx }: Ctx, count: number): Ctx & { isDead(): boolean } {
  let begun = 0;
  const dying = new Proxy(db, {
    get: (target, name) => {
      if (name === "execute" && begun >= count) return () => Promise.reject(new Error("killed"));
      if (name !== "transaction") return Reflect.get(target, name, target);
      return (work: (tx: Ctx["db"]) => Promise<unknown>) =>
        target.transaction(async (tx) => {
          begun++;
          const result = await work(tx as unknown as Ctx["db"]);
          if (begun >= count) throw new Error("killed");
          return result;
        });
    },
  });
  return { ...ctx, db: dying, isDead: () => begun >= count };
}

describe("a process that is killed loses nothing, and another one goes on", () => {
  test.each([1, 2, 3, 4])("in slice %d", async (slice) => {
    const store = await largeMerge();
    const dying = killedIn(store.ctx, slice);
    const merger = createMerger(dying);
    await merger.sweep();
    await merger.idle().catch(() => undefined);
    // The request moves 500 of each and each slice as many; the fourth has the last events.
    expect(dying.isDead()).toBe(slice <= 4);
    expect(await unfinished(store)).toBe(1);
    expect((await ownersOf(store))["event large"]).toBe(EVENTS - 500 * slice);
    await untilMerged(store);
    expect(await ownersOf(store)).toEqual({ "event ann": EVENTS + 1, "order ann": ORDERS });
  });

  test("also when the target is merged before it goes on", async () => {
    const store = await interrupted();
    await send(store, { id: "eve" });
    await accepted(merge(store, "ann", "eve"));
    await untilMerged(store);
    expect(await ownersOf(store)).toEqual({ "event eve": EVENTS + 2, "order eve": ORDERS });
  });

  test("also when the target is erased before it goes on", async () => {
    const store = await interrupted();
    await post(store, "/customers/ann/erase", {});
    expect(await unfinished(store)).toBe(0);
    const eraser = createEraser(store.ctx, ERASURE_RULES);
    await eraser.sweep();
    await eraser.idle();
    expect(await ownersOf(store)).toEqual({ "order ": ORDERS });
  });

  /** Returns a store in which a process was killed in the second slice of a merge. */
  async function interrupted(): Promise<TestStore> {
    const store = await largeMerge();
    const merger = createMerger(killedIn(store.ctx, 2));
    await merger.sweep();
    await merger.idle().catch(() => undefined);
    expect(await unfinished(store)).toBe(1);
    return store;
  }
});

test("what had found the customer before the merge, and is written after it, is moved", async () => {
  const store = await service.newStore();
  await send(store, { id: "former" });
  await send(store, { id: "ann" });
  const merging = await inHeldTransaction(store.ctx.db, async (tx) => {
    await tx.execute(sql`select from customers where store_id = ${store.id} and id = 'former'`);
    await accepted(merge(store, "former", "ann"));
    const merged = untilMerged(store);
    // Longer than the job would need if it didn't wait.
    await Bun.sleep(200);
    await tx.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      values (${store.id}, gen_random_uuid(), 'late', 'former', now(), '', now())`);
    return { merged };
  });
  await merging.merged;
  expect(await ownersOf(store)).toEqual({ "event ann": 3 });
});

const PAIRS = 60;

test("what is sent by the merged customer's identifiers during the merge arrives at the target", async () => {
  const store = await service.newStore();
  const merger = createMerger(store.ctx);
  await inParallel(PAIRS, 4, async (n) => {
    const former = {
      id: `former-${n}`,
      email: `former-${n}@example.test`,
      phoneNumber: `+4930${10_000 + n}`,
    };
    const target = { id: `target-${n}`, email: `target-${n}@example.test` };
    await Promise.all([
      post(store, "/orders", order(`first-${n}`, { customer: former })),
      send(store, target),
    ]);
    const ways = [
      () => send(store, { id: former.id, firstName: `A${n}` }),
      () => send(store, { email: former.email }),
      () => send(store, { phoneNumber: former.phoneNumber, customFields: { n } }),
      () =>
        post(store, "/events/bulk", {
          events: [event({ customer: former }), event({ customer: { id: former.id } })],
        }),
      () => post(store, "/orders", order(`second-${n}`, { customer: former })),
      () => post(store, "/returns", returnOf(`first-${n}`)),
    ];
    const work = ways.map(async (way, i) => {
      await Bun.sleep((n * 7 + i * 5) % 23);
      await way();
    });
    const merging = Bun.sleep((n * 3) % 17).then(() => accepted(merge(store, former.id, target.id)));
    await Promise.all([...work, merging]);
    await merger.sweep();
  });
  await merger.idle();
  await untilMerged(store);
  await service.drain();
  const expected = Array.from({ length: PAIRS }, (_, n) => [
    [`event target-${n}`, 6],
    [`order target-${n}`, 2],
    [`return target-${n}`, 1],
  ]);
  expect(await ownersOf(store)).toEqual(Object.fromEntries(expected.flat()));
  const { rows } = await store.ctx.db.execute<{ id: string }>(sql`
    select id from customers where store_id = ${store.id} and id not like 'target-%'`);
  expect(rows).toEqual([]);
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

describe("merges in any order and at the same time join exactly those that were to be one", () => {
  const CUSTOMERS = 12;
  test.each([1, 2, 3, 4, 5, 6])("seed %d", async (seed) => {
    const random = randomOf(seed);
    const store = await service.newStore();
    const ids = Array.from({ length: CUSTOMERS }, (_, n) => `c${n}`);
    for (const id of ids)
      await send(store, { id, email: `${id}@example.test`, customFields: { [id]: true } });
    const wanted = Array.from({ length: 10 }, () => [random(CUSTOMERS), random(CUSTOMERS)] as const);
    const groups = new Map(ids.map((id) => [id, new Set([id])]));
    for (let begun = 0; begun < wanted.length; begun += 4) {
      const together = wanted.slice(begun, begun + 4);
      const answers = await Promise.all(together.map(([from, into]) => merge(store, `c${from}`, `c${into}`)));
      for (const [i, { status }] of answers.entries()) {
        const [from, into] = together[i] ?? [0, 0];
        expect(status).toBeOneOf(from === into ? [400] : [202, 409]);
        if (status !== 202) continue;
        const all = new Set([...(groups.get(`c${from}`) ?? []), ...(groups.get(`c${into}`) ?? [])]);
        for (const id of all) groups.set(id, all);
      }
      if (random(2) === 0) await untilMerged(store);
      for (const id of ids.slice(0, 4))
        await send(store, random(2) === 0 ? { id } : { email: `${id}@example.test` });
    }
    await untilMerged(store);

    const leads = async (query: string) => {
      const answer = await accepted(store.get(`/stores/:store/customers${query}`));
      return (await answer.json()) as { id: string; customFields: Record<string, boolean> };
    };
    for (const group of new Set(groups.values())) {
      const customers = await Promise.all(
        [...group].flatMap((id) => [leads(`/${id}`), leads(`?email=${id}@example.test`)]),
      );
      const [first] = customers;
      expect(customers.filter((each) => !Bun.deepEquals(each, first))).toEqual([]);
      expect(group).toContain(first?.id ?? "");
      expect(new Set(Object.keys(first?.customFields ?? {}))).toEqual(group);
    }
    const left = new Set(await Promise.all(ids.map(async (id) => (await leads(`/${id}`)).id)));
    expect(left.size).toBe(new Set(groups.values()).size);
    const owners = await storedEvents(store);
    expect(owners).toHaveLength(CUSTOMERS + 4 * Math.ceil(wanted.length / 4));
    expect(owners.filter(({ customer }) => !left.has(String(customer)))).toEqual([]);
  });
});

/** Returns numbers below a bound that follow from the seed alone. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
