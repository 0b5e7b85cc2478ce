import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import {
  BULK,
  count,
  event,
  ingest,
  postBulk,
  postEvent,
  rejectionsOf,
  storedEvents,
} from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { answerOf, invalidAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

const LISTING = "/stores/:store/events/rejections";
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
const ofAnn = (changes: Json) => event({ customer: { id: "ann", ...changes } });

describe("an invalid event is 400 singly and dropped from bulk, with a pointer:", () => {
  test.each<[string, unknown, string]>([
    ["a number instead of an event", 1, ""],
    ["an array", [event()], ""],
    ["no eventName", { customer: { id: "ann" } }, "/eventName"],
    ["an empty eventName", event({ eventName: "" }), "/eventName"],
    ["an eventName that is not a string", event({ eventName: 1 }), "/eventName"],
    ["an eventName of null", event({ eventName: null }), "/eventName"],
    ["a NUL in eventName", event({ eventName: "a\u0000" }), "/eventName"],
    ["half a surrogate pair in eventName", event({ eventName: "a\ud800" }), "/eventName"],
    ["no customer", { eventName: "visited" }, "/customer"],
    ["a customer of null", event({ customer: null }), "/customer"],
    ["a customer that is an array", event({ customer: [] }), "/customer"],
    ["no identifier", event({ customer: { firstName: "Ann" } }), "/customer"],
    ["identifiers of null", event({ customer: { id: null, email: null, phoneNumber: null } }), "/customer"],
    ["an empty id", event({ customer: { id: "" } }), "/customer/id"],
    ["an id that is a number", event({ customer: { id: 7 } }), "/customer/id"],
    ["a malformed email, though the id is right", ofAnn({ email: "ann" }), "/customer/email"],
    ["an empty email", ofAnn({ email: "" }), "/customer/email"],
    ["a phone number without +", ofAnn({ phoneNumber: "12015550001" }), "/customer/phoneNumber"],
    ["a phone number with spaces", ofAnn({ phoneNumber: "+1 201 555 0001" }), "/customer/phoneNumber"],
    ["a firstName that is not a string", ofAnn({ firstName: 1 }), "/customer/firstName"],
    ["a lastName of more than 100 KB", ofAnn({ lastName: "x".repeat(102_401) }), "/customer/lastName"],
    [
      "a lastName of 34,134 characters of 3 bytes",
      ofAnn({ lastName: "日".repeat(34_134) }),
      "/customer/lastName",
    ],
    ["a location that is not an object", ofAnn({ location: "Berlin" }), "/customer/location"],
    [
      "a latitude that is not a number",
      ofAnn({ location: { latitude: "1" } }),
      "/customer/location/latitude",
    ],
    ["custom fields that are an array", ofAnn({ customFields: [] }), "/customer/customFields"],
    ["a custom field that is an array", ofAnn({ customFields: { f: [] } }), "/customer/customFields/f"],
    ["a custom field that is an object", ofAnn({ customFields: { f: {} } }), "/customer/customFields/f"],
    [
      "a line break in the name of a custom field",
      ofAnn({ customFields: { "a\nb": {} } }),
      "/customer/customFields/a\nb",
    ],
    ["a NUL in a custom field", ofAnn({ customFields: { f: "\u0000" } }), "/customer/customFields/f"],
    [
      "a NUL in a custom field's name",
      ofAnn({ customFields: { "\u0000": 1 } }),
      "/customer/customFields/\u0000",
    ],
    ["an eventTimestamp without offset", event({ eventTimestamp: "2026-03-01T10:00:00" }), "/eventTimestamp"],
    ["an eventTimestamp without time", event({ eventTimestamp: "2026-03-01" }), "/eventTimestamp"],
    [
      "an eventTimestamp with an impossible date",
      event({ eventTimestamp: "2026-02-29T10:00:00Z" }),
      "/eventTimestamp",
    ],
    ["an eventTimestamp in seconds", event({ eventTimestamp: 1_767_225_600 }), "/eventTimestamp"],
    ["an empty eventTimestamp", event({ eventTimestamp: "" }), "/eventTimestamp"],
    ["a value that is a string", event({ value: "1" }), "/value"],
    ["a currency in lower case", event({ valueCurrency: "eur" }), "/valueCurrency"],
    ["a currency of four letters", event({ valueCurrency: "EURO" }), "/valueCurrency"],
    ["an empty uniqueId", event({ uniqueId: "" }), "/uniqueId"],
    ["a uniqueId of 256 characters", event({ uniqueId: "x".repeat(256) }), "/uniqueId"],
    ["a uniqueId that is a number", event({ uniqueId: 1 }), "/uniqueId"],
    ["data that is an array", event({ data: [] }), "/data"],
    ["data that is a string", event({ data: "a" }), "/data"],
    ["401 properties of data", event({ data: keys(401) }), "/data"],
    ["401 properties of data including $extra", event({ data: { ...keys(400), $extra: {} } }), "/data"],
    ["an array in data", event({ data: { k: [] } }), "/data/k"],
    ["an object in data", event({ data: { k: {} } }), "/data/k"],
    ["an object in data under a name with / and ~", event({ data: { "a/b~c": {} } }), "/data/a~1b~0c"],
    ["a string in data of more than 100 KB", event({ data: { k: "x".repeat(102_401) } }), "/data/k"],
    [
      "a string in data of more than 100 KB in fewer characters",
      event({ data: { k: `${"é".repeat(51_200)}x` } }),
      "/data/k",
    ],
    ["a NUL in data", event({ data: { k: "\u0000" } }), "/data/k"],
    ["half a surrogate pair in data", event({ data: { k: "\udc00" } }), "/data/k"],
    ["half a surrogate pair in a property name of data", event({ data: { "\udc00": 1 } }), "/data/\udc00"],
    ["$extra that is a string", event({ data: { $extra: "a" } }), "/data/$extra"],
    ["$extra that is an array", event({ data: { $extra: [] } }), "/data/$extra"],
    ["$extra that is null", event({ data: { $extra: null } }), "/data/$extra"],
    ["a NUL in $extra", event({ data: { $extra: { a: ["\u0000"] } } }), "/data/$extra/a/0"],
  ])("%s", async (_, wrong, pointer) => {
    const own = await service.newStore();
    expect(await postEvent(own, wrong)).toEqual(invalidAnswer({ pointer }));
    await ingest(service, own, "bulk", event(), wrong, event());
    const rejections = await rejectionsOf(own);
    expect(JSON.stringify(rejections)).toBe(
      JSON.stringify([
        { receivedAt: rejections[0]?.receivedAt, index: 1, event: wrong, errors: rejections[0]?.errors },
      ]),
    );
    expect(rejections[0]?.errors).toEqual([{ detail: expect.stringMatching(/\.$/), pointer }]);
    expect(await count(own, "events")).toBe(2);
  });

  test.each([
    ["value", "/value"],
    ["data.k", "/data/k"],
    ["data.$extra.k", "/data/$extra/k"],
    ["customer.customFields.k", "/customer/customFields/k"],
    ["customer.location.latitude", "/customer/location/latitude"],
  ])("a number beyond the range of doubles in %s", async (place, pointer) => {
    const nested = place
      .split(".")
      .reduceRight<unknown>((inner, name) => ({ [name]: inner }), "NUMBER") as Json;
    const customer = { id: "ann", ...(nested.customer as Json | undefined) };
    const text = JSON.stringify(event({ ...nested, customer })).replace('"NUMBER"', "1e400");
    expect(await answerOf(store.post("/stores/:store/events", text))).toEqual(invalidAnswer({ pointer }));
  });
});

test("an element of a bulk request that is no object is named by its place", async () => {
  const own = await service.newStore();
  await postBulk(own, [event(), null, "visited", [event()]]);
  const named = (index: number) => ({
    index,
    errors: [{ detail: `events.${index} must be an object.`, pointer: "" }],
  });
  expect(await rejectionsOf(own)).toMatchObject([named(3), named(2), named(1)]);
});

test("every fault of an event is reported, in order", async () => {
  const own = await service.newStore();
  await postBulk(own, [{ eventName: "", customer: { id: "ann", email: "ann" }, value: "1" }]);
  const [rejection] = await rejectionsOf(own);
  expect(((rejection?.errors ?? []) as Json[]).map(({ pointer }) => pointer)).toEqual([
    "/eventName",
    "/customer/email",
    "/value",
  ]);
});

test("GET rejections lists dropped events of this store, the latest first, in pages without gaps", async () => {
  const own = await service.newStore();
  await postBulk(store, [{}]);
  for (let request = 0; request < 3; request++) {
    await postBulk(
      own,
      Array.from({ length: 30 }, (_, i) => ({ wrong: request * 30 + i })),
    );
  }
  const latestFirst = Array.from({ length: 90 }, (_, i) => 89 - i);
  for (const size of [1, 7, 90, 500]) {
    const listed = await rejectionsOf(own, size);
    expect(listed.map(({ event }) => (event as { wrong: number }).wrong)).toEqual(latestFirst);
  }
  const page = (await (await own.get(LISTING)).json()) as { rejections: unknown[] };
  expect(page.rejections).toHaveLength(20);
});

test("GET rejections lists dropped events for 30 days, by the database's clock", async () => {
  const own = await service.newStore();
  await postBulk(own, [{}]);
  const age = (by: string) =>
    own.ctx.db.execute(sql`
      update event_rejections set received_at = now() - ${by}::interval where store_id = ${own.id}`);
  await age("29 days 23:59:59");
  service.setClock(new Date("2090-01-01"));
  expect(await rejectionsOf(own)).toHaveLength(1);
  service.setClock(undefined);
  await age("30 days 00:00:01");
  expect(await rejectionsOf(own)).toEqual([]);
});

test("a page of large rejections ends early after 4 MB, and the next page continues there", async () => {
  const own = await service.newStore();
  const large = Array.from({ length: 10 }, (_, wrong) => ({
    wrong,
    text: crypto.getRandomValues(new Uint8Array(60_000)).toHex().repeat(4),
  }));
  for (let i = 0; i < 4; i++) await postBulk(own, large);
  const page = await own.get(LISTING, { "X-Page-Size": "500" });
  const bytes = (await page.text()).length / 1024 / 1024;
  expect([bytes > 3.5, bytes < 6, page.headers.has("X-Page-Next")]).toEqual([true, true, true]);
  const listed = await rejectionsOf(own, 500);
  const inOrder = Array.from({ length: 40 }, (_, i) => 9 - (i % 10));
  expect(listed.map(({ event }) => (event as { wrong: number }).wrong)).toEqual(inOrder);
});

test("GET rejections with an invalid page is 400", async () => {
  for (const [header, value] of [
    ["X-Page-Size", "0"],
    ["X-Page-Size", "501"],
    ["X-Page-Continue", "x"],
  ] as const) {
    expect(await answerOf(store.get(LISTING, { [header]: value }))).toEqual(invalidAnswer({ header }));
  }
});

test("unknown properties of an event are ignored, whatever their values, and listed when the event is dropped", async () => {
  const own = await service.newStore();
  const odd = { "a\u0000b": ["\ud800"], length: 1e9, constructor: null };
  await store.post(BULK, "{}");
  await ingest(service, own, "bulk", event(odd), { ...odd, eventName: "x" });
  expect(await storedEvents(own)).toHaveLength(1);
  expect(await rejectionsOf(own)).toMatchObject([{ index: 1, event: { ...odd, eventName: "x" } }]);
});
