import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  BOTH,
  count,
  event,
  type How,
  postBulk,
  postEvent,
  rejectionsOf,
  storedCustomer,
  storedEvents,
  taken,
} from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { problemAnswer } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const KB = 1024;
const POINTER = "/customer/customFields";

const service = useService({ eventRateLimit: 0 });

const ofAnn = (customFields: Json, more: Json = {}) =>
  event({ customer: { id: "ann", customFields }, ...more });
const fields = (from: number, to: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`f${from + i}`, value]));
/** Returns a field of this many bytes, including its name of four and the quotes around its value. */
const sized = (name: string, bytes: number) => ({ [name]: "x".repeat(bytes - 6) });

async function fieldsOfAnn(store: TestStore): Promise<Json> {
  return ((await storedCustomer(store, "ann")).customFields ?? {}) as Json;
}

/** Expects that only this event is rejected, with this detail, and has no effect. */
async function refused(store: TestStore, how: How, input: Json, detail: string): Promise<void> {
  const before = [await fieldsOfAnn(store), await count(store, "event_unique_ids")];
  if (how === "singly") {
    const answer = await postEvent(store, input);
    expect(answer).toEqual(problemAnswer(400, detail, [{ detail, pointer: POINTER }]));
  } else {
    expect(await postBulk(store, [event({ eventName: "other" }), input])).toEqual(taken);
    const [rejection] = await rejectionsOf(store, 1);
    expect(rejection).toMatchObject({ index: 1, event: input, errors: [{ detail, pointer: POINTER }] });
    await service.drain();
  }
  expect([await fieldsOfAnn(store), await count(store, "event_unique_ids")]).toEqual(before);
  const names = (await storedEvents(store)).map(({ name }) => name);
  expect(names).not.toContain(String(input.eventName));
}

const TOO_MANY = "A customer may have at most 400 customFields.";
const TOO_LARGE = "The customFields of a customer may have at most 256 KB.";

describe.each(BOTH)("events sent %s allow a profile", (how) => {
  const send = async (store: TestStore, ...all: Json[]) => {
    for (const one of all)
      expect(await (how === "bulk" ? postBulk(store, [one]) : postEvent(store, one))).toEqual(taken);
    await service.drain();
  };

  test("at most 400 customFields, over any number of events", async () => {
    const store = await service.newStore();
    await send(store, ofAnn(fields(0, 250)), ofAnn(fields(250, 399)), ofAnn(fields(399, 400)));
    await refused(store, how, ofAnn(fields(400, 401), { eventName: "beyond", uniqueId: "u" }), TOO_MANY);
    await refused(store, how, ofAnn(fields(399, 402, 2), { eventName: "partly beyond" }), TOO_MANY);
    await send(store, ofAnn(fields(0, 400, 2)));
    expect(await fieldsOfAnn(store)).toEqual(fields(0, 400, 2));
  });

  test("at most 256 KB of customFields, in bytes", async () => {
    const store = await service.newStore();
    const parts = ["aaaa", "bbbb", "cccc"].map((name) => sized(name, 85 * KB));
    await send(store, ...parts.map((part) => ofAnn(part)), ofAnn(sized("dddd", KB)));
    await refused(store, how, ofAnn({ e: 1 }, { eventName: "beyond" }), TOO_LARGE);
    await refused(store, how, ofAnn({ dddd: "\u00e9".repeat(KB - 6) }, { eventName: "bytes" }), TOO_LARGE);
    await send(store, ofAnn(sized("dddd", KB - 100)), ofAnn({ e: 1 }));
    expect(Object.keys(await fieldsOfAnn(store)).sort()).toEqual(["aaaa", "bbbb", "cccc", "dddd", "e"]);
  });

  test("no customer and no address from a rejected event, whose uniqueId stays free", async () => {
    const store = await service.newStore();
    const parts = ["aaaa", "bbbb"].map((name) => sized(name, 100 * KB));
    const large = Object.assign({}, ...parts, sized("cccc", 100 * KB));
    const input = event({
      eventName: "new",
      uniqueId: "u",
      customer: { email: "new@example.test", customFields: large },
    });
    await refused(store, how, input, TOO_LARGE);
    expect(await count(store, "customers")).toBe(how === "bulk" ? 1 : 0);
    await send(store, event({ eventName: "second", uniqueId: "u", customer: { email: "new@example.test" } }));
    expect((await storedEvents(store)).map(({ name }) => name)).toContain("second");
  });
});

test("the events of a bulk request are checked in array order, each after the changes of the previous ones", async () => {
  const store = await service.newStore();
  const named = (eventName: string, customFields: Json) => ofAnn(customFields, { eventName, uniqueId: "u" });
  await postBulk(store, [
    ofAnn(fields(0, 399)),
    named("refused", fields(399, 401)),
    named("taken", fields(399, 400)),
    named("repeated", fields(0, 1)),
    ofAnn(fields(400, 401), { eventName: "refused too" }),
    ofAnn(fields(398, 399, 2), { eventName: "fits" }),
  ]);
  await service.drain();
  expect((await storedEvents(store)).map(({ name }) => name)).toEqual(["visited", "taken", "fits"]);
  expect((await rejectionsOf(store)).map(({ index }) => index).sort()).toEqual([1, 4]);
  expect(await fieldsOfAnn(store)).toEqual({ ...fields(0, 400), f398: 2 });
});

test("of concurrent events that fill a profile, exactly those that don't fit are rejected", async () => {
  const store = await service.newStore();
  await postEvent(store, ofAnn(fields(0, 390)));
  const all = Array.from({ length: 20 }, (_, i) => postEvent(store, ofAnn(fields(390 + i, 391 + i))));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(10).fill(202), ...Array(10).fill(400)]);
  expect(Object.keys(await fieldsOfAnn(store))).toHaveLength(400);
});

test("a profile that already exceeds the limits can be read, changed and reduced, and doesn't grow", async () => {
  const store = await service.newStore();
  await postEvent(store, ofAnn({ f0: 1 }));
  await store.ctx.db.execute(sql`
    update customers set custom_fields = (select jsonb_object_agg('f' || n, repeat('x', 1000)) from generate_series(0, 999) n)
    where store_id = ${store.id}`);
  await refused(store, "singly", ofAnn({ g: 1 }, { eventName: "beyond" }), TOO_MANY);
  await refused(store, "bulk", ofAnn({ f0: "x".repeat(1_001) }, { eventName: "beyond" }), TOO_LARGE);
  expect(await postEvent(store, ofAnn({ f0: "short" }))).toEqual(taken);
  expect(await fieldsOfAnn(store)).toMatchObject({ f0: "short", f999: "x".repeat(1_000) });
});
