import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { MB } from "../../support/bench.ts";
import { EVENTS, event, ingest } from "../../support/events.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { type Json, ORDERS, postOrder } from "../../support/orders.ts";
import { everyPage, type Paged, pageAfter } from "../../support/pages.ts";
import { answerOf, created, invalidAnswer, ok, problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

const RETURNS = "/stores/:store/returns";
const timelineOf = (customer: string) => `/stores/:store/customers/${encodeURIComponent(customer)}/timeline`;

type Entry = { type: "event" | "order" | "return"; id: string; at: string; data: Json };

const listed = (of: TestStore, customer: string, size = 500) =>
  everyPage<Entry>(of, timelineOf(customer), "timeline", size);

/** Times of different years, and two that events, orders and returns have in common. */
const AT = [0, 0, 0, 1, 1, 40, 700, 2_000, 4_000, 9_000].map((days) =>
  new Date(Date.parse("2026-05-01T10:00:00.250Z") - days * 86_400_000).toISOString(),
);

async function add(of: TestStore, customer: string, prefix: string): Promise<void> {
  for (const [i, at] of AT.entries()) {
    const id = `${prefix}-${i}`;
    await ingest(
      service,
      of,
      i % 2 ? "singly" : "bulk",
      event({ customer: { id: customer }, eventTimestamp: at }),
    );
    await addOrder(of, customer, id, at);
    await addReturn(of, id, at);
  }
}

async function addOrder(of: TestStore, customer: string, id: string, createdAt: string): Promise<void> {
  expect(await postOrder(of, order(id, { customer: { id: customer }, createdAt }))).toMatchObject({
    status: 200,
  });
}

async function addReturn(of: TestStore, orderId: string, at: string): Promise<void> {
  service.setClock(new Date(at));
  const answer = await answerOf(of.post(RETURNS, returnOf(orderId)));
  service.setClock(undefined);
  expect(answer).toEqual(created(expect.anything()));
}

beforeAll(async () => {
  await add(store, "ann", "a");
  await add(store, "b/ö %2F", "b");
  await add(await service.newStore(), "ann", "a");
});

/** Sorts as a timeline does. */
function byKey(a: Entry, b: Entry): number {
  const keyOf = ({ type, at, id }: Entry) => `${at} ${type} ${id}`;
  return keyOf(a) < keyOf(b) ? 1 : -1;
}

describe("GET timeline: has the customer's events, orders and returns, newest first", () => {
  test.each(["ann", "b/ö %2F"])("of %s, in pages of any size", async (customer) => {
    const query = new URLSearchParams({ customer });
    const events = await everyPage<Json>(store, `${EVENTS}?${query}`, "events");
    const orders = (await everyPage<Json>(store, ORDERS, "orders")).filter(
      (each) => (each.customer as Json).id === customer,
    );
    const names = new Set(orders.map(({ orderId }) => orderId));
    const returns = (await everyPage<Json>(store, RETURNS, "returns")).filter((each) =>
      names.has((each.order as Json).name),
    );
    const idOf = async (name: unknown) => {
      const { rows } = await store.ctx.db.execute<{ id: string }>(
        sql`select id from orders where store_id = ${store.id} and external_id = ${name}`,
      );
      return rows[0]?.id ?? "";
    };
    const wanted = [
      ...events.map((data) => ({ type: "event", id: data.eventId, at: data.eventTimestamp, data })),
      ...(await Promise.all(
        orders.map(async (data) => ({
          type: "order",
          id: await idOf(data.orderId),
          at: data.createdAt,
          data,
        })),
      )),
      ...returns.map((data) => ({ type: "return", id: data.id, at: data.createdAt, data })),
    ] as Entry[];
    expect(wanted).toHaveLength(3 * AT.length);
    expect(wanted.map(({ at }) => at).sort()).toEqual(AT.flatMap((at) => [at, at, at]).sort());
    for (const size of [1, 2, 7, 30, 500]) {
      expect(await listed(store, customer, size)).toEqual(wanted.toSorted(byKey));
    }
  });
});

test("the data of orders and returns is null for a secret without the scope to read it", async () => {
  const all = await listed(store, "ann");
  for (const scopes of [[], ["orders_read"], ["returns_read"], ["orders_read", "returns_read"]] as const) {
    const narrow = await store.withScopes("customers_read", ...scopes);
    const hidden = all.map((entry) => {
      const isShown = entry.type === "event" || scopes.some((scope) => scope === `${entry.type}s_read`);
      return isShown ? entry : { ...entry, data: null };
    });
    expect(await listed(narrow, "ann", 7)).toEqual(hidden as Entry[]);
  }
});

test("a customer of whom nothing is kept has an empty timeline; an unknown one, or another store's, is 404", async () => {
  const own = await service.newStore();
  await ingest(service, own, "singly", event({ customer: { id: "only here" } }));
  expect(await listed(own, "only here")).toHaveLength(1);
  await own.ctx.db.execute(sql`delete from events where store_id = ${own.id}`);
  expect(await answerOf(own.get(timelineOf("only here")))).toEqual(ok({ timeline: [] }));
  for (const id of ["only here", "unknown"]) {
    expect(await answerOf(store.get(timelineOf(id)))).toEqual(
      problemAnswer(404, `The store has no customer ${id}.`),
    );
  }
});

test("a cursor of another customer's timeline, or one that no page has had, is 400", async () => {
  const { next } = await pageAfter(store, timelineOf("ann"), "timeline", { size: 1, cursor: null });
  const [list, at, , id] = JSON.parse(Buffer.from(next ?? "", "base64url").toString());
  const made = (...key: string[]) => Buffer.from(JSON.stringify([list, ...key])).toString("base64url");
  const own = timelineOf("ann");
  for (const [path, cursor] of [
    [timelineOf("b/ö %2F"), next ?? ""],
    [own, made(at, "event", "ret_1")],
    [own, made(at, "customer", id)],
    [own, made("yesterday", "order", id)],
  ] as const) {
    expect(await answerOf(store.get(path, { "X-Page-Continue": cursor }))).toEqual(
      invalidAnswer({ header: "X-Page-Continue" }),
    );
  }
  expect((await store.get(own, { "X-Page-Continue": made(at, "order", "any") })).status).toBe(200);
});

test("while others write, all pages have each earlier entry once, and no entry twice", async () => {
  const own = await service.newStore();
  await add(own, "cy", "c");
  const before = await listed(own, "cy");
  const found: Entry[] = [];
  let cursor: string | null = null;
  let number = 0;
  do {
    const page: Paged<Entry> = await pageAfter(own, timelineOf("cy"), "timeline", { size: 2, cursor });
    found.push(...page.rows);
    cursor = page.next;
    const at = AT[number % AT.length] ?? "";
    await ingest(service, own, "singly", event({ customer: { id: "cy" }, eventTimestamp: at }));
    await addOrder(own, "cy", `later-${++number}`, at);
    await addReturn(own, `later-${number}`, at);
  } while (cursor !== null && number < 100);
  const ids = found.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(before.filter(({ id }) => !ids.includes(id))).toEqual([]);
  expect(found).toEqual(found.toSorted(byKey));
});

test("a page ends early after 4 MB, and the next one continues there", async () => {
  const own = await service.newStore();
  const text = crypto.getRandomValues(new Uint8Array(45_000)).toHex();
  const customer = { id: "dee" };
  for (let i = 0; i < 9; i++) {
    const createdAt = AT[i] ?? "";
    const data = Object.fromEntries(Array.from({ length: 15 }, (_, k) => [`k${k}`, text.slice(k)]));
    await ingest(service, own, "singly", event({ customer, eventTimestamp: createdAt, data }));
    await addOrder(own, "dee", `d-${i}`, createdAt);
    const large = { orderId: `large-${i}`, createdAt, note: text.repeat(9) };
    expect(
      await answerOf(own.post(ORDERS, { ...order(large.orderId, { customer }), ...large })),
    ).toMatchObject({
      status: 200,
    });
  }
  const first = await own.get(timelineOf("dee"), { "X-Page-Size": "500" });
  const length = (await first.text()).length;
  expect([length > 3 * MB, length < 7 * MB, first.headers.has("X-Page-Next")]).toEqual([true, true, true]);
  expect((await listed(own, "dee")).map(({ id }) => id)).toEqual(
    (await listed(own, "dee", 5)).map(({ id }) => id),
  );
  expect(await listed(own, "dee")).toHaveLength(27);
});
