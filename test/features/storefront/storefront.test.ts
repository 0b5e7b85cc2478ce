import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { EVENT_NAMES } from "../../../src/features/storefront/schema.ts";
import { fullStorefrontEvent } from "../../support/bodies.ts";
import type { Json } from "../../support/orders.ts";
import { answerOf, invalidAnswer, noContent, problemAnswer } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

const PATH = "/stores/:store/storefront/events";

let made = 0;

/** Returns an event with only the required fields. */
function least(changes: Json = {}): Json {
  const timestamp = "2026-03-02T10:00:00+01:00";
  return {
    eventId: `event ${++made}`,
    eventName: "page_viewed",
    source: "storefront",
    timestamp,
    ...changes,
  };
}

const post = (body: unknown, to = store) => answerOf(to.post(PATH, body));

/** Returns the stored rows of a store's events, with the body as text. */
async function stored(of: TestStore): Promise<Json[]> {
  const { rows } = await of.ctx.db.execute<Json>(sql`
    select event_id as id, event_name as name, timestamp = '2026-03-02T09:00:00Z' as "isThen", body::text as body
    from storefront_events where store_id = ${of.id} order by received_at, ctid`);
  return rows;
}

test("POST event: every field is stored, additional ones included", async () => {
  const own = await service.newStore();
  const nested = { lines: [{ id: 1, none: null, zero: 0, empty: "" }], "": {}, constructor: 1 };
  const objects = ["cart", "cartLine", "checkout", "collection", "customer", "productVariant"];
  const body = { ...fullStorefrontEvent(), ...Object.fromEntries(objects.map((name) => [name, nested])) };
  const text = JSON.stringify({ ...body, timestamp: "2026-03-02T09:00:00Z", further: [nested] });
  const withProto = text
    .replace(/\}$/, ',"__proto__":{"a":1}}')
    .replace('"cart":{', '"cart":{"__proto__":[0],');
  expect(await post(withProto, own)).toEqual(noContent);
  expect(await stored(own)).toEqual([
    { id: body.eventId, name: "product_added_to_cart", isThen: true, body: withProto },
  ]);
});

test("POST event: only four fields are required", async () => {
  const own = await service.newStore();
  const body = least();
  expect(await post(body, own)).toEqual(noContent);
  expect(await stored(own)).toEqual([
    { id: body.eventId, name: "page_viewed", isThen: true, body: JSON.stringify(body) },
  ]);
});

test.each(EVENT_NAMES.map((name) => [name]))("%s is a valid event name", async (eventName) => {
  expect(await post(least({ eventName }))).toEqual(noContent);
});

test("a repeated eventId in a store is 204 and stored once; another store may use it", async () => {
  const [own, other] = [await service.newStore(), await service.newStore()];
  const first = least();
  const second = { ...first, eventName: "product_viewed" };
  expect([await post(first, own), await post(first, own), await post(second, own)]).toEqual(
    Array(3).fill(noContent),
  );
  expect(await post(second, other)).toEqual(noContent);
  expect((await stored(own)).map(({ name }) => name)).toEqual(["page_viewed"]);
  expect((await stored(other)).map(({ name }) => name)).toEqual(["product_viewed"]);
});

test("100 concurrent requests with one event store it once", async () => {
  const own = await service.newStore();
  const body = least();
  expect(await Promise.all(Array.from({ length: 100 }, () => post(body, own)))).toEqual(
    Array(100).fill(noContent),
  );
  expect(await stored(own)).toHaveLength(1);
});

test("cart and customer may be null", async () => {
  expect(await post(least({ cart: null, customer: null }))).toEqual(noContent);
});

describe("an invalid event is 400 with a pointer and nothing is stored:", () => {
  test.each<[string, unknown, string]>([
    ...["eventId", "eventName", "source", "timestamp"].map((name): [string, unknown, string] => [
      `no ${name}`,
      least({ [name]: undefined }),
      `/${name}`,
    ]),
    ["an empty eventId", least({ eventId: "" }), "/eventId"],
    ["an eventId that is a number", least({ eventId: 1 }), "/eventId"],
    ["an unknown eventName", least({ eventName: "page_closed" }), "/eventName"],
    ["an eventName in upper case", least({ eventName: "PAGE_VIEWED" }), "/eventName"],
    ["another source", least({ source: "another" }), "/source"],
    ["a timestamp without offset", least({ timestamp: "2026-03-02T10:00:00" }), "/timestamp"],
    ["a timestamp with an impossible date", least({ timestamp: "2026-02-29T10:00:00Z" }), "/timestamp"],
    ["a timestamp of null", least({ timestamp: null }), "/timestamp"],
    ...["cartLine", "checkout", "collection", "productVariant"].map((name): [string, unknown, string] => [
      `a ${name} of null`,
      least({ [name]: null }),
      `/${name}`,
    ]),
    ...["cart", "cartLine", "checkout", "collection", "customer", "productVariant"].flatMap(
      (name): [string, unknown, string][] => [
        [`a ${name} that is an array`, least({ [name]: [] }), `/${name}`],
        [`a ${name} that is a string`, least({ [name]: "a" }), `/${name}`],
      ],
    ),
    ["a malformed customerEmail", least({ customerEmail: "ann" }), "/customerEmail"],
    ["an anonymousId that is a number", least({ anonymousId: 1 }), "/anonymousId"],
    ["a NUL", least({ cart: { a: ["\u0000"] } }), "/cart/a/0"],
    ["half a surrogate pair", least({ further: "\ud800" }), "/further"],
    ["an array", [least()], ""],
    ["null", "null", ""],
    ["invalid JSON", "{", ""],
  ])("%s", async (_, body, pointer) => {
    const own = await service.newStore();
    expect(await post(body, own)).toEqual(invalidAnswer({ pointer }));
    expect(await stored(own)).toEqual([]);
  });
});

test("the only valid source is the configured one", async () => {
  const databaseUrl = store.ctx.config.databaseUrl;
  const partner = await startService({ databaseUrl, storefrontEventSource: "partner" });
  const there = partner.as(store);
  expect([await post(least({ source: "partner" }), there), await post(least(), there)]).toEqual([
    noContent,
    invalidAnswer({ pointer: "/source" }),
  ]);
  await partner.stop();
});

test("a body of more than 1 MB is 413", async () => {
  expect(await post(least({ cart: { text: "x".repeat(1024 * 1024) } }))).toMatchObject({ status: 413 });
});

test("another store's storefront events are 403, and the scope storefront_events_write is required", async () => {
  const [other, narrow] = [await service.newStore(), await store.withScopes("customer_events_write")];
  expect([
    await answerOf(store.post(PATH.replace(":store", other.id), least())),
    await post(least(), narrow),
  ]).toEqual([
    problemAnswer(403, "This API secret belongs to another store."),
    problemAnswer(403, "This API secret lacks the scope storefront_events_write."),
  ]);
  expect(await stored(other)).toEqual([]);
});
