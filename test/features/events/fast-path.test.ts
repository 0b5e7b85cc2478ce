import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  BOTH,
  count,
  event,
  type How,
  ingest,
  postBulk,
  postEvent,
  storedCustomer,
  storedEvents,
  taken,
} from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });

/** Returns an event of Ann with this first name. */
const named = (firstName: string, more: Json = {}) => event({ customer: { id: "ann", firstName, ...more } });

/** Creates a store with these customers. */
async function storeWith(...customers: Json[]): Promise<TestStore> {
  const store = await service.newStore();
  await ingest(service, store, "singly", ...customers.map((customer) => event({ customer })));
  return store;
}

async function firstName(store: TestStore): Promise<unknown> {
  return (await storedCustomer(store, "ann")).firstName;
}

describe("the last value wins, even if it repeats an earlier one:", () => {
  test.each<[string, How, How]>([
    ["a single event after a bulk request", "bulk", "singly"],
    ["a bulk request after a single event", "singly", "bulk"],
    ["a bulk request after another", "bulk", "bulk"],
    ["a single event after another", "singly", "singly"],
  ])("%s", async (_, before, after) => {
    const store = await storeWith({ id: "ann", firstName: "Ann" });
    for (const [how, name] of [
      [before, "Bob"],
      [after, "Ann"],
    ] as const) {
      const answer = await (how === "bulk" ? postBulk(store, [named(name)]) : postEvent(store, named(name)));
      expect(answer).toEqual(taken);
      expect(await firstName(store)).toBe(name);
    }
    await service.drain();
    expect(await firstName(store)).toBe("Ann");
    expect(await count(store, "events")).toBe(3);
  });

  test("a later event of one bulk request", async () => {
    const store = await storeWith({ id: "ann", firstName: "Ann", email: "ann@example.test" });
    const byAddress = event({ customer: { email: "ann@example.test", firstName: "Ann" } });
    await ingest(service, store, "bulk", named("Bob"), byAddress);
    expect(await firstName(store)).toBe("Ann");
  });
});

test.each(BOTH)(
  "events sent %s that repeat all known values change no customer and are stored",
  async (how) => {
    const customers = [
      {
        ...{
          id: "ann",
          email: "Ann@example.test",
          phoneNumber: "+12025550101",
          firstName: "Ann",
          lastName: "Lee",
        },
        location: { city: "Salem", latitude: 44.9 },
        customFields: { vip: true, since: "2026-03-02T10:00:00+01:00" },
      },
      { email: "eve@example.test", firstName: "Eve" },
      { phoneNumber: "+12025550102", customFields: { visits: 2 } },
    ];
    const store = await storeWith(...customers);
    const before = await profiles(store);
    await ingest(service, store, how, ...customers.map((customer) => event({ customer })));
    expect(await profiles(store)).toEqual(before);
    const owners = (await storedEvents(store)).map(({ customer }) => customer);
    expect(owners.slice(3)).toEqual(owners.slice(0, 3));
    expect(new Set(owners).size).toBe(3);
  },
);

test.each([
  ["firstName", "Anna"],
  ["lastName", "Leigh"],
  ["email", "ANN@example.test"],
  ["phoneNumber", "+12025550199"],
  ["location", { city: "Dover" }],
  ["location", { country: "US" }],
  ["customFields", { vip: false }],
  ["customFields", { visits: 0 }],
])("an event with a new %s changes a known customer", async (member, value) => {
  for (const how of BOTH) {
    const ann = {
      ...{
        id: "ann",
        email: "ann@example.test",
        phoneNumber: "+12025550101",
        firstName: "Ann",
        lastName: "Lee",
      },
      location: { city: "Salem" },
      customFields: { vip: true },
    };
    const store = await storeWith(ann);
    await ingest(service, store, how, event({ customer: { ...ann, [member]: value } }));
    const after = (await storedCustomer(store, "ann")) as Json;
    const merged = typeof value === "object" ? { ...((ann as Json)[member] as Json), ...value } : value;
    expect(after[member]).toEqual(merged);
  }
});

test("an event with a known id and another customer's address is stored, and the address stays with that customer", async () => {
  const store = await storeWith({ id: "ann", email: "ann@example.test" }, { id: "eve" });
  const before = await profiles(store);
  await ingest(service, store, "singly", event({ customer: { id: "eve", email: "ann@example.test" } }));
  expect(await profiles(store)).toEqual(before);
  expect((await storedEvents(store)).map(({ customer }) => customer)).toEqual(["ann", "eve", "eve"]);
});

test("of concurrent events with one uniqueId one is stored, and all are accepted", async () => {
  const store = await storeWith({ id: "ann" });
  const all = Array.from({ length: 20 }, () => postEvent(store, event({ uniqueId: "u" })));
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 202));
  expect(await count(store, "events")).toBe(2);
});

test("customers are looked up through the index of the identifier, also when the store has no customer with it", async () => {
  const { rows } = await service.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    return await tx.execute<{ "QUERY PLAN": string }>(sql`explain
      select * from customers where store_id collate "C" = 'none' and email_key collate "C" = 'nobody' limit 1`);
  });
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
    /using customers_email[\s\S]*Index Cond: .*store_id.*email_key/,
  );
});

async function profiles(store: TestStore): Promise<unknown[]> {
  const { rows } = await store.ctx.db.execute(sql`
    select id, email, phone_number, first_name, last_name, location, custom_fields, updated_at
    from customers where store_id = ${store.id} order by id`);
  return rows;
}

test.each(BOTH)(
  "quotes, backslashes, control characters and emoji are stored as they were sent, %s",
  async (how) => {
    const store = await storeWith({ id: "ann" });
    const texts = ['"a" \\ b', 'a\tb\n"c"\\', '\u007f"\u0001', '😀 "é" {x,y}', "NULL", '\u2028"'];
    const events = texts.map((text) =>
      event({ eventName: text, customer: { id: "ann" }, data: { [text]: text } }),
    );
    await ingest(service, store, how, ...events);
    const stored = await storedEvents(store);
    expect(stored.slice(1).map(({ name, data }) => [name, JSON.parse(data ?? "")])).toEqual(
      texts.map((text) => [text, { [text]: text }]),
    );
  },
);
