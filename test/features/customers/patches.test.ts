import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pg from "pg";
import {
  count,
  event,
  ingest,
  postBulk,
  postEvent,
  storedCustomer,
  storedEvents,
  taken,
} from "../../support/events.ts";
import { untilLockWaits } from "../../support/lock-waits.ts";
import { freshId, type Json, leastOrder, postOrder } from "../../support/orders.ts";
import type { Answer } from "../../support/returns.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const PAIRS = 200;
/** Times four, a customer may have as many custom fields. */
const MANY_FIELDS = 90;

const service = useService({ eventRateLimit: 0 });
const other = useService({ eventRateLimit: 0, databaseOf: service });

const IDENTIFIERS = {
  id: (i: number) => ({ id: `c${i}` }),
  email: (i: number) => ({ email: `c${i}@example.test` }),
  phoneNumber: (i: number) => ({ phoneNumber: `+1201555${1_000 + i}` }),
};
type By = keyof typeof IDENTIFIERS;

/** Creates a store with this many customers, each with an id, an e-mail address and a phone number. */
async function storeWith(customers: number): Promise<TestStore> {
  const store = await service.newStore();
  const known = Array.from({ length: customers }, (_, i) =>
    event({ customer: { ...IDENTIFIERS.id(i), ...IDENTIFIERS.email(i), ...IDENTIFIERS.phoneNumber(i) } }),
  );
  for (let at = 0; at < customers; at += 100) {
    await ingest(service, store, "bulk", ...known.slice(at, at + 100));
  }
  return store;
}

/** Sets one custom field of a customer. */
const setField = (i: number, by: By, field: string) =>
  event({ customer: { ...IDENTIFIERS[by](i), customFields: { [field]: i } } });

async function fieldsOf(store: TestStore, customers: number): Promise<unknown[]> {
  const all = Array.from({ length: customers }, (_, i) => storedCustomer(store, `c${i}`));
  return (await Promise.all(all)).map(({ customFields }) => customFields);
}

describe("two concurrent patches of different fields of a customer both take effect:", () => {
  const BOTH_FIELDS = Array.from({ length: PAIRS }, (_, i) => ({ one: i, two: i }));

  test.each<[By, By]>([
    ["id", "email"],
    ["id", "phoneNumber"],
    ["email", "phoneNumber"],
  ])("events of two processes, by %s and by %s", async (one, two) => {
    const store = await storeWith(PAIRS);
    for (let i = 0; i < PAIRS; i++) {
      const pair = [
        postEvent(store, setField(i, one, "one")),
        postEvent(other.as(store), setField(i, two, "two")),
      ];
      expect(await Promise.all(pair)).toEqual([taken, taken]);
    }
    expect(await fieldsOf(store, PAIRS)).toEqual(BOTH_FIELDS);
  });

  test("an event and a bulk request, while it is accepted or recorded", async () => {
    const store = await storeWith(PAIRS);
    for (let i = 0; i < PAIRS; i++) {
      const bulk = postBulk(store, [setField(i, "id", "one")]);
      if (i % 2 === 0) await bulk;
      const pair = [bulk, postEvent(store, setField(i, "email", "two")), service.drain()];
      expect(await Promise.all(pair)).toEqual([taken, taken, undefined]);
    }
    await service.drain();
    expect(await fieldsOf(store, PAIRS)).toEqual(BOTH_FIELDS);
  });

  test("an event and an order", async () => {
    const store = await storeWith(PAIRS);
    for (let i = 0; i < PAIRS; i++) {
      const order = leastOrder(freshId(), { customer: { id: `c${i}`, firstName: `one ${i}` } });
      const pair = [postOrder(store, order), postEvent(store, setField(i, "email", "two"))];
      expect((await Promise.all(pair)).map(({ status }) => status)).toEqual([200, 202]);
    }
    const all = Array.from({ length: PAIRS }, (_, i) => storedCustomer(store, `c${i}`));
    const found = (await Promise.all(all)).map(
      ({ firstName, customFields }): Json => ({ firstName, customFields }),
    );
    expect(found).toEqual(all.map((_, i) => ({ firstName: `one ${i}`, customFields: { two: i } })));
  });
});

test("a request sees the changes of the previous request, in any process, singly or in bulk", async () => {
  const store = await service.newStore();
  const elsewhere = other.as(store);
  for (let i = 0; i < 20; i++) {
    const [first, second] = i % 2 ? [store, elsewhere] : [elsewhere, store];
    await postBulk(first, [event({ customer: { ...IDENTIFIERS.id(i), ...IDENTIFIERS.email(i) } })]);
    await postEvent(second, event({ customer: IDENTIFIERS.email(i) }));
    await postBulk(first, [event({ customer: { ...IDENTIFIERS.email(i), ...IDENTIFIERS.phoneNumber(i) } })]);
    const order = leastOrder(freshId(), { customer: { ...IDENTIFIERS.phoneNumber(i), lastName: "Lee" } });
    expect(await postOrder(second, order)).toMatchObject({ status: 200 });
    expect(await storedCustomer(store, `c${i}`)).toMatchObject({
      ...IDENTIFIERS.email(i),
      ...IDENTIFIERS.phoneNumber(i),
      lastName: "Lee",
    });
  }
  expect(await count(store, "customers")).toBe(20);
  await service.drain();
  const owners = (await storedEvents(store)).map(({ customer }) => String(customer));
  expect(owners.sort()).toEqual(Array.from({ length: 60 }, (_, n) => `c${Math.floor(n / 3)}`).sort());
});

test("the last of consecutive requests to two processes wins, regardless of other requests", async () => {
  const store = await storeWith(1);
  let isOver = false;
  const concurrently = async () => {
    for (let n = 0; !isOver; n++)
      await postEvent(store, setField(0, "phoneNumber", `concurrently ${n % 50}`));
  };
  const noise = concurrently();
  for (let n = 0; n < PAIRS; n++) {
    const called = (by: By, firstName: string) => event({ customer: { ...IDENTIFIERS[by](0), firstName } });
    await postEvent(n % 3 === 0 ? other.as(store) : store, called("id", `first ${n}`));
    const last = called("email", n % 5 === 0 ? `first ${n - 1}` : `last ${n}`);
    await (n % 2 ? postEvent(other.as(store), last) : postBulk(other.as(store), [last]));
    expect(await storedCustomer(store, "c0")).toMatchObject({
      firstName: (last.customer as Json).firstName,
    });
  }
  isOver = true;
  await noise;
});

test("every request locks customers in one order, regardless of their order in the request", async () => {
  const store = await storeWith(2);
  const held = new pg.Client({ connectionString: store.ctx.config.databaseUrl });
  await held.connect();
  await held.query("begin");
  await held.query("select from customers where store_id = $1 and id = 'c0' for no key update", [store.id]);

  const inOrder = [0, 1].map((i) => postEvent(other.as(store), setField(i, "phoneNumber", "a")));
  await untilLockWaits(store, 1);
  const move = event({ customer: { id: "c1", email: "moved@example.test" } });
  const crossed = [postEvent(store, move), postEvent(store, setField(0, "id", "b"))];
  await untilLockWaits(store, 2);
  await held.query("rollback");
  await held.end();

  expect(await Promise.all([...inOrder, ...crossed])).toEqual([taken, taken, taken, taken]);
  expect(await fieldsOf(store, 2)).toEqual([{ a: 0, b: 0 }, { a: 1 }]);
  expect(await deadlocks()).toBe(0);
});

test("a request that waits for its first customer has locked none of the others", async () => {
  const store = await storeWith(30);
  const held = new pg.Client({ connectionString: store.ctx.config.databaseUrl });
  await held.connect();
  await held.query("begin");
  await held.query("select from customers where store_id = $1 and id = 'c0' for no key update", [store.id]);
  const all = Array.from({ length: 30 }, (_, i) => setField(29 - i, i % 2 ? "email" : "phoneNumber", "a"));
  const bulk = postBulk(store, all);
  await untilLockWaits(store);
  const { rows } = await store.ctx.db.execute(
    sql`select from customers where store_id = ${store.id} for no key update skip locked`,
  );
  await held.query("rollback");
  await held.end();
  expect(await bulk).toEqual(taken);
  expect(rows).toHaveLength(29);
});

test("concurrent requests that patch the same customers by any identifier are all accepted", async () => {
  const store = await storeWith(2);
  const settings = { eventRateLimit: 0, databaseUrl: store.ctx.config.databaseUrl };
  const more = await Promise.all([startService(settings), startService(settings)]);
  const end = Date.now() + 3_000;
  const others: Answer[] = [];
  const repeat = async (by: TestService, send: (store: TestStore, n: number) => Promise<Answer>[]) => {
    for (let n = 0; Date.now() < end; n++) {
      const answers = await Promise.all(send(by.as(store), n % MANY_FIELDS));
      others.push(...answers.filter(({ status }) => status !== 200 && status !== 202));
    }
  };
  const move = (i: number, n: number) =>
    event({ customer: { id: `c${i}`, email: `c${i}-${n}@example.test` } });
  await Promise.all([
    repeat(service, (own, n) => [postEvent(own, move(1, n)), postEvent(own, setField(0, "id", `a${n}`))]),
    repeat(other, (own, n) => [1, 0].map((i) => postEvent(own, setField(i, "phoneNumber", `b${n}`)))),
    ...more.map((each) =>
      repeat(each, (own, n) => [
        postEvent(own, setField(0, "phoneNumber", `c${n}`)),
        postEvent(own, move(1, n + MANY_FIELDS)),
        postBulk(own, [setField(1, "phoneNumber", `d${n}`), setField(0, "id", `d${n}`)]),
        postOrder(
          own,
          leastOrder(freshId(), { customer: { ...IDENTIFIERS.phoneNumber(1), lastName: `${n}` } }),
        ),
      ]),
    ),
  ]);
  await service.drain();
  for (const each of more) await each.stop();
  expect(others).toEqual([]);
  expect(await count(store, "customers")).toBe(2);
  expect(await deadlocks()).toBe(0);
});

/** Returns how many deadlocks the database has resolved. A backend reports them within a second. */
async function deadlocks(): Promise<number> {
  await Bun.sleep(1_500);
  const { rows } = await service.ctx.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? 0;
}
