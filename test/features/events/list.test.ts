import { beforeAll, describe, expect, test } from "bun:test";
import { MB } from "../../support/bench.ts";
import { EVENTS, event, ingest, postEvent, taken } from "../../support/events.ts";
import { everyPage, type Paged, pageAfter } from "../../support/pages.ts";
import { anInstant, answerOf, invalidAnswer, ok } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

type Listed = {
  eventId: string;
  eventName: string;
  customerId: string;
  eventTimestamp: string;
  uniqueId: string;
};

const COUNT = 60;
const NAMES = ["seen", "bought", "x".repeat(255), "é".repeat(256)];
/** The events don't arrive in the order of their times; some are at one time, others years apart. */
const at = (step: number) => new Date(Date.parse("2026-05-01T00:00:00Z") - step ** 4 * 1e5).toISOString();
const SENT = Array.from({ length: COUNT }, (_, i) => ({
  eventName: NAMES[i % 7 > 3 ? 0 : i % 7] ?? "",
  customerId: ["ann", "bob", "cy"][(i * i) % 3] ?? "",
  eventTimestamp: at((i * 7) % 50),
  uniqueId: `event ${i}`,
}));

beforeAll(async () => {
  const bodies = SENT.map(({ customerId, ...sent }) => event({ ...sent, customer: { id: customerId } }));
  await ingest(service, store, "bulk", ...bodies.slice(0, 40));
  await ingest(service, store, "singly", ...bodies.slice(40));
  await ingest(service, await service.newStore(), "singly", ...bodies.slice(0, 3));
});

const path = (query: Record<string, string> = {}) => `${EVENTS}?${new URLSearchParams(query)}`;

const listed = (of: TestStore, query: Record<string, string> = {}, size = 500) =>
  everyPage<Listed>(of, path(query), "events", size);

type Matches = (event: Omit<Listed, "eventId">) => boolean;
const CHOICES: Record<string, [value: string, Matches][]> = {
  eventName: [
    ...NAMES.map((name): [string, Matches] => [name, ({ eventName }) => eventName === name]),
    ["Seen", () => false],
  ],
  customer: ["ann", "bob", "nobody"].map((id) => [id, ({ customerId }) => customerId === id]),
  since: [5, 30].map((step) => [at(step), ({ eventTimestamp }) => eventTimestamp >= at(step)]),
  until: [3, 20].map((step) => [at(step), ({ eventTimestamp }) => eventTimestamp < at(step)]),
};

/** Every query that has some of the filters, each with one of its values. */
const QUERIES: [Record<string, string>, Matches][] = [[{}, () => true]];
for (const [name, values] of Object.entries(CHOICES)) {
  for (const [query, matches] of [...QUERIES]) {
    for (const [value, also] of values) {
      QUERIES.push([{ ...query, [name]: value }, (one) => matches(one) && also(one)]);
    }
  }
}

const idsOf = (events: { uniqueId: string }[]) => events.map(({ uniqueId }) => uniqueId).sort();

describe("GET events: any filters together list exactly the matching events, newest first, in pages of any size", () => {
  test.each([[0], [1], [2], [3], [4]])("%d filters", async (count) => {
    const queries = QUERIES.filter(([query]) => Object.keys(query).length === count);
    expect(queries.length).toBeGreaterThan(0);
    for (const [query, matches] of queries) {
      const events = await listed(store, query);
      expect([query, idsOf(events)]).toEqual([query, idsOf(SENT.filter(matches))]);
      const times = events.map(({ eventTimestamp }) => eventTimestamp);
      expect(times).toEqual(times.toSorted().reverse());
      for (const size of count < 2 ? [1, 7] : [7]) expect(await listed(store, query, size)).toEqual(events);
    }
  });
});

test("GET events: an event is listed as it was accepted, with its id, its customer and when it was received", async () => {
  const own = await service.newStore();
  const sent = {
    eventName: 'Fitting "booked"\n',
    eventTimestamp: "2026-03-02T09:15:00.5+01:00",
    value: 0,
    valueCurrency: "GBP",
    uniqueId: "booking 1",
  };
  const $extra = {
    zero: 0,
    none: null,
    empty: "",
    list: [1, { b: 1, a: [] }],
    date: "2026-03-05T18:00:00+01:00",
  };
  const data = { shop: "Mayfair", visitors: 0, gone: null, empty: "", no: false, on: $extra.date, $extra };
  const customer = { id: "ada", email: "ada@example.test", firstName: "Ada" };
  await ingest(service, own, "singly", { ...sent, customer, data });
  const listedAs = {
    ...{ ...sent, eventTimestamp: "2026-03-02T08:15:00.500Z", customerId: "ada" },
    ...{ eventId: expect.stringMatching(/^[0-9a-f-]{36}$/), receivedAt: anInstant },
    data: { shop: "Mayfair", no: false, on: "2026-03-05T17:00:00.000Z", $extra },
  };
  expect(await answerOf(own.get(EVENTS))).toEqual(ok({ events: [listedAs] }));
});

test("GET events: an event without optional fields has the time of its receipt and no others", async () => {
  const own = await service.newStore();
  await ingest(service, own, "singly", { eventName: "seen", customer: { email: "bo@example.test" } });
  const [only, ...more] = await listed(own);
  expect(more).toEqual([]);
  expect(only).toEqual({
    eventId: expect.any(String),
    eventName: "seen",
    customerId: expect.stringMatching(/^cus_/),
    eventTimestamp: anInstant,
    receivedAt: only?.eventTimestamp,
  } as never);
  expect(await answerOf((await service.newStore()).get(EVENTS))).toEqual(ok({ events: [] }));
});

test("while events are stored, all pages have each earlier event once, and no event twice", async () => {
  const own = await service.newStore();
  const before = Array.from({ length: 40 }, (_, i) =>
    event({ uniqueId: `before ${i}`, eventTimestamp: at(i % 5), customer: { id: "ann" } }),
  );
  await ingest(service, own, "bulk", ...before);
  const queries: Record<string, string>[] = [{}, { customer: "ann" }, { eventName: "visited" }];
  for (const query of queries) {
    const found: Listed[] = [];
    let cursor: string | null = null;
    do {
      const page: Paged<Listed> = await pageAfter(own, path(query), "events", { size: 3, cursor });
      found.push(...page.rows);
      cursor = page.next;
      for (const step of [0, 2, 4]) {
        expect(await postEvent(own, event({ eventTimestamp: at(step) }))).toEqual(taken);
      }
    } while (cursor !== null);
    const ids = found.map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf(found.filter(({ uniqueId }) => uniqueId))).toEqual(idsOf(before as never));
  }
});

test("a page ends early after 4 MB, and the next one continues there", async () => {
  const own = await service.newStore();
  const text = crypto.getRandomValues(new Uint8Array(50_000)).toHex();
  const data = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, text.slice(i)]));
  for (let i = 0; i < 7; i++) {
    const sent = event({ uniqueId: `${i}`, eventTimestamp: at(i), data });
    expect(await postEvent(own, sent)).toEqual(taken);
  }
  const first = await own.get(EVENTS, { "X-Page-Size": "500" });
  const length = (await first.text()).length;
  expect([length > 3 * MB, length < 7 * MB, first.headers.has("X-Page-Next")]).toEqual([true, true, true]);
  expect((await listed(own)).map(({ uniqueId }) => uniqueId)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
});

test.each([
  ["an empty eventName", "eventName", ""],
  ["an eventName of more than 10,000 characters", "eventName", "x".repeat(10_001)],
  ["an empty customer", "customer", ""],
  ["a customer of more than 255 characters", "customer", "x".repeat(256)],
  ["since that is no date-time", "since", "yesterday"],
  ["until on a day that doesn't exist", "until", "2026-02-30T00:00:00Z"],
])("GET events with %s is 400", async (_, parameter, value) => {
  expect(await answerOf(store.get(path({ [parameter]: value })))).toEqual(invalidAnswer({ parameter }));
});
