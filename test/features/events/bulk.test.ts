import { describe, expect, test } from "bun:test";
import {
  BULK,
  count,
  EVENTS,
  event,
  postBulk,
  postEvent,
  rejectionsOf,
  storedEvents,
  taken,
} from "../../support/events.ts";
import { answerOf, invalidAnswer, problemAnswer } from "../../support/returns.ts";
import { startService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

const FIVE_MB = 5 * 1024 * 1024;

/** Counts the store's events in all tables. */
async function countStored(): Promise<number> {
  await service.drain();
  const tables = ["events", "event_rejections", "event_unique_ids", "event_batches", "customers"];
  const counts = await Promise.all(tables.map((table) => count(store, table)));
  return counts.reduce((sum, each) => sum + each, 0);
}

describe("a bulk request is 400 and nothing is stored when", () => {
  test.each<[string, string]>([
    ["events are missing", "{}"],
    ["events are null", '{"events":null}'],
    ["events are an object", `{"events":${JSON.stringify(event({ uniqueId: "u" }))}}`],
    ["events are an object with a length", '{"events":{"length":1000000000}}'],
    ["events are a string", '{"events":"events"}'],
    ["events are empty", '{"events":[]}'],
    ["there are 101", JSON.stringify({ events: Array(101).fill(event({ uniqueId: "u" })) })],
    ["it is an array", JSON.stringify([event()])],
    ["it is a string", '"events"'],
    ["it is null", "null"],
  ])("%s", async (_, body) => {
    expect(await answerOf(store.post(BULK, body))).toEqual(invalidAnswer({ pointer: "/events" }));
    expect(await countStored()).toBe(0);
  });

  test.each([
    ["it is not JSON", '{"events":['],
    ["it is empty", ""],
    ["it is nested too deeply", `{"events":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ])("%s", async (_, body) => {
    expect(await answerOf(store.post(BULK, body))).toEqual(invalidAnswer({ pointer: "" }));
    expect(await countStored()).toBe(0);
  });
});

test.each([EVENTS, BULK])("POST %s accepts 5 MB and is 413 above", async (path) => {
  const own = await service.newStore();
  const padded = (size: number) => {
    const body = JSON.stringify(path === BULK ? { events: [event()] } : event());
    return body + " ".repeat(size - body.length);
  };
  expect(await answerOf(own.post(path, padded(FIVE_MB)))).toEqual(taken);
  expect(await answerOf(own.post(path, padded(FIVE_MB + 1)))).toMatchObject({ status: 413 });
  await service.drain();
  expect(await storedEvents(own)).toHaveLength(1);
});

test("100 events are accepted and stored in array order", async () => {
  const own = await service.newStore();
  const events = Array.from({ length: 100 }, (_, i) => event({ eventName: `event ${i}` }));
  expect(await postBulk(own, events)).toEqual(taken);
  await service.drain();
  expect((await storedEvents(own)).map(({ name }) => name)).toEqual(
    events.map(({ eventName }) => String(eventName)),
  );
});

test("only an invalid event is dropped: the others are recorded, and the response is 202", async () => {
  const own = await service.newStore();
  const wrong = [null, 1, "event", [], {}, event({ customer: {} }), event({ eventName: "" })];
  expect(
    await postBulk(own, [...wrong, event({ eventName: "first" }), 7, event({ eventName: "last" })]),
  ).toEqual(taken);
  await service.drain();
  expect((await storedEvents(own)).map(({ name }) => name)).toEqual(["first", "last"]);
  expect(await rejectionsOf(own)).toHaveLength(wrong.length + 1);
});

test("a bulk request with only invalid events is 202", async () => {
  const own = await service.newStore();
  expect(await postBulk(own, Array(100).fill({ length: 1e9 }))).toEqual(taken);
  expect(await rejectionsOf(own)).toHaveLength(100);
});

test("100 concurrent bulk requests with invalid elements record every valid event exactly once", async () => {
  const own = await service.newStore();
  const requests = Array.from({ length: 100 }, (_, n) =>
    Array.from({ length: 20 }, (_, i) => (i % 5 === n % 5 ? { n, i } : event({ eventName: `${n} ${i}` }))),
  );
  const answers = await Promise.all(requests.map((events) => postBulk(own, events)));
  expect(answers).toEqual(Array(100).fill(taken));
  await Promise.all([service.drain(), service.drain()]);
  const names = (await storedEvents(own)).map(({ name }) => name);
  const wanted = requests.flat().flatMap((one) => ("eventName" in one ? [String(one.eventName)] : []));
  expect(names.sort()).toEqual(wanted.sort());
  expect(await rejectionsOf(own)).toHaveLength(400);
});

test("an event is durable when its 202 is sent: a single one is recorded, a bulk one is in a job that any process may run", async () => {
  const own = await service.newStore();
  expect(await postEvent(own, event({ eventName: "single" }))).toEqual(taken);
  expect(await postBulk(own, [event({ eventName: "bulk" })])).toEqual(taken);
  expect((await storedEvents(own)).map(({ name }) => name)).toEqual(["single"]);

  const other = await startService({ databaseUrl: own.ctx.config.databaseUrl });
  await other.drain();
  await other.stop();
  expect((await storedEvents(own)).map(({ name }) => name)).toEqual(["single", "bulk"]);
});

test("events for another store are 403, and so is a missing scope customer_events_write", async () => {
  const other = await service.newStore();
  const narrow = await store.withScopes("customers_read", "storefront_events_write");
  for (const path of [EVENTS, BULK]) {
    const body = path === BULK ? { events: [event()] } : event();
    expect([
      await answerOf(store.post(path.replace(":store", other.id), body)),
      await answerOf(narrow.post(path, body)),
    ]).toEqual([
      problemAnswer(403, "This API secret belongs to another store."),
      problemAnswer(403, "This API secret lacks the scope customer_events_write."),
    ]);
  }
  expect(await countStored()).toBe(0);
});
