import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { type App, createApp } from "../../../src/app.ts";
import { event, ingest } from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { type Answer, answerOf } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useService, useStore } from "../../support/use-service.ts";

const QUERY = "/stores/:store/segments/query";
const SEGMENTS = "/stores/:store/segments";

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

const BOUGHT = { eventName: "ordered", data: { total: 60, paid: true, at: "2026-03-01T12:00:00Z" } };
beforeAll(async () => {
  await ingest(
    service,
    store,
    "bulk",
    event({
      ...BOUGHT,
      customer: { id: "ann", email: "Ann@Example.com" },
      eventTimestamp: "2026-03-01T12:00:00Z",
    }),
    event({ ...BOUGHT, customer: { id: "ann" }, eventTimestamp: "2026-03-05T12:00:00Z" }),
    event({ ...BOUGHT, customer: { id: "bob", firstName: "Bob" }, eventTimestamp: "2026-03-05T12:00:00Z" }),
    event({ eventName: "x".repeat(300), customer: { id: "cy", customFields: { plan: "gold" } } }),
    event({ customer: { id: "dee", phoneNumber: "+15551234567", location: { latitude: 5.5 } } }),
  );
});

async function idsOf(where: Json, more: Json = {}, owner: TestStore = store): Promise<string[]> {
  const answer = await owner.post(QUERY, { where, ...more });
  const body = (await answer.json()) as { customers?: { id: string }[] };
  expect([answer.status, body]).toEqual([200, expect.objectContaining({ customers: expect.any(Array) })]);
  return (body.customers ?? []).map(({ id }) => id);
}

describe("a segment", () => {
  const ORDERED = { event: "ordered" };
  test.each<[string, Json, string[]]>([
    ["of an event", ORDERED, ["ann", "bob"]],
    ["of an event with a long name", { event: "x".repeat(300) }, ["cy"]],
    ["of an event that no customer has", { event: "never" }, []],
    ["of a number of times", { ...ORDERED, times: { op: ">=", value: 2 } }, ["ann"]],
    ["of no time", { ...ORDERED, times: { op: "=", value: 0 } }, ["cy", "dee"]],
    ["of fewer times, none included", { ...ORDERED, times: { op: "<", value: 2 } }, ["bob", "cy", "dee"]],
    ["from a moment on", { ...ORDERED, within: { since: "2026-03-05T12:00:00Z" } }, ["ann", "bob"]],
    ["until before a moment", { ...ORDERED, within: { until: "2026-03-01T12:00:00Z" } }, []],
    [
      "of data",
      {
        ...ORDERED,
        data: [
          { key: "total", op: ">", value: 59.9 },
          { key: "paid", op: "=", value: true },
        ],
      },
      ["ann", "bob"],
    ],
    ["of data of another type", { ...ORDERED, data: [{ key: "total", op: "=", value: "60" }] }, []],
    [
      "of a date at another offset",
      { ...ORDERED, data: [{ key: "at", op: "=", value: "2026-03-01T14:00:00+02:00" }] },
      ["ann", "bob"],
    ],
    [
      "of data that is absent",
      { ...ORDERED, data: [{ key: "coupon", op: "exists", value: false }] },
      ["ann", "bob"],
    ],
    ["of an e-mail address, without case", { customer: "email", is: "ann@EXAMPLE.com" }, ["ann"]],
    ["of a phone number", { customer: "phoneNumber", op: "in", value: ["+15551234567", "+1"] }, ["dee"]],
    ["of a number in the location", { customer: "location.latitude", op: "<", value: 6 }, ["dee"]],
    [
      "of a date of the profile",
      { customer: "createdAt", op: ">", value: "2020-01-01T00:00:00+23:59" },
      ["ann", "bob", "cy", "dee"],
    ],
    ["of dates of the profile", { customer: "createdAt", op: "in", value: ["2020-01-01T00:00:00Z"] }, []],
    [
      "of what is another value, not of what is absent",
      { customer: "firstName", op: "!=", value: "Ada" },
      ["bob"],
    ],
    ["of what is absent", { not: { customer: "firstName", is: "Bob" } }, ["ann", "cy", "dee"]],
    [
      "of all but one kind",
      { all: [{ not: ORDERED }, { not: { customer: "customFields.plan", op: "exists" } }] },
      ["dee"],
    ],
    [
      "of any, one of them a complement",
      { any: [{ not: ORDERED }, { customer: "id", is: "ann" }] },
      ["ann", "cy", "dee"],
    ],
  ])("%s", async (_, where, ids) => {
    expect(await idsOf(where)).toEqual(ids);
  });

  test("with `last` counts back from `at`: the moment itself is in, the beginning is out", async () => {
    const where = { event: "ordered", within: { last: "4d" } };
    expect(await idsOf(where, { at: "2026-03-05T12:00:00Z" })).toEqual(["ann", "bob"]);
    expect(await idsOf(where, { at: "2026-03-05T11:59:59.999Z" })).toEqual(["ann"]);
    expect(await idsOf(where, { at: "2026-03-05T13:59:59.999+02:00" })).toEqual(["ann"]);
    expect(await idsOf({ ...where, times: { op: "=", value: 2 } }, { at: "2026-03-05T12:00:00Z" })).toEqual(
      [],
    );
    expect(await idsOf(where)).toEqual([]);
  });

  test("is read in pages by id; count is that of all pages", async () => {
    const pages: unknown[] = [];
    let cursor: string | null = null;
    do {
      const headers = { "X-Page-Size": "1", ...(cursor !== null && { "X-Page-Continue": cursor }) };
      const answer = await store.post(QUERY, { where: { event: "ordered" }, include: ["count"] }, headers);
      const { customers, count } = (await answer.json()) as { customers: Json[]; count: number };
      pages.push([customers, count]);
      cursor = answer.headers.get("X-Page-Next");
    } while (cursor !== null);
    const ann = { id: "ann", email: "Ann@Example.com" };
    expect(pages).toEqual([
      [[expect.objectContaining(ann)], 2],
      [[expect.objectContaining({ id: "bob", firstName: "Bob" })], 2],
    ]);
    for (const [countUpTo, expected] of [
      [1, { count: 1, isAtLeast: true }],
      [2, { count: 2, isAtLeast: false }],
    ] as const) {
      const some = await store.post(
        QUERY,
        { where: { event: "ordered" }, countUpTo },
        { "X-Page-Size": "1" },
      );
      expect((await answerOf(some)).body).toMatchObject({ customers: [ann], ...expected });
    }
    const foreign = await store.post(QUERY, { where: { event: "ordered" } }, { "X-Page-Continue": "W10" });
    expect((await answerOf(foreign)).body).toMatchObject({ code: "invalid_cursor" });
  });

  test.each<[string, Json, string[]]>([
    ["every customer", { customer: "id", op: "exists" }, ["2024", "2025a", "2025b", "2026", "cy", "dee"]],
    ["some profiles", { customer: "firstName", is: "Bob" }, ["2024", "2025b"]],
    ["an event", { event: "ordered" }, ["2025a", "2025b", "2026"]],
    ["no event", { not: { event: "ordered" } }, ["2024", "cy", "dee"]],
  ])("of %s is read by creation, in pages and both directions", async (_, where, expected) => {
    const shop = await service.newStore();
    const named = (id: string, firstName?: string) => ({ id, ...(firstName && { firstName }) });
    const all = [
      named("2024", "Bob"),
      named("2025a"),
      named("2025b", "Bob"),
      named("2026"),
      named("cy"),
      named("dee"),
    ];
    await ingest(
      service,
      shop,
      "bulk",
      ...all.map((customer) =>
        event({
          eventName: customer.id.startsWith("202") && customer.id !== "2024" ? "ordered" : "seen",
          customer,
        }),
      ),
    );
    // Of one moment are those of 2025; when dee was created isn't known.
    await shop.ctx.db.execute(sql`
      update customers set created_at = case id when 'cy' then timestamptz '2030-01-01' when 'dee' then null
        else make_timestamptz(left(id, 4)::int, 1, 1, 0, 0, 0) end
      where store_id = ${shop.id}`);
    const known = expected.filter((id) => id !== "dee");
    const oldest = expected.includes("dee") ? ["dee", ...known] : known;
    for (const [sort, ids] of [
      ["created_at", oldest],
      ["-created_at", oldest.toReversed()],
    ] as const) {
      const read: string[] = [];
      let cursor: string | null = null;
      do {
        const headers = { "X-Page-Size": "1", ...(cursor !== null && { "X-Page-Continue": cursor }) };
        const answer = await shop.post(QUERY, { where, sort, countUpTo: 100, include: ["count"] }, headers);
        const { customers, count } = (await answer.json()) as { customers: { id: string }[]; count: number };
        expect([customers.length, count]).toEqual([1, ids.length]);
        read.push(...customers.map(({ id }) => id));
        cursor = answer.headers.get("X-Page-Next");
      } while (cursor !== null);
      expect([sort, read]).toEqual([sort, ids]);
    }
  });

  test("has a cursor for each of its orders", async () => {
    const body = { where: { customer: "id", op: "exists" } };
    const first = await store.post(QUERY, body, { "X-Page-Size": "1" });
    const cursor = first.headers.get("X-Page-Next") ?? "";
    const sorted = await answerOf(
      store.post(QUERY, { ...body, sort: "created_at" }, { "X-Page-Continue": cursor }),
    );
    expect(sorted.body).toMatchObject({ code: "invalid_cursor" });
  });

  test("is read in pages that end in the middle of a customer's very many events", async () => {
    const own = await service.newStore();
    await own.ctx.db.execute(sql`
      insert into customers (store_id, id) select ${own.id}, unnest(array['ann', 'bob', 'cy'])`);
    await own.ctx.db.execute(sql`
      insert into events (store_id, id, event_name, customer_id, event_timestamp, search_terms, received_at)
      select ${own.id}, gen_random_uuid(), 'viewed', case when n = 1 then 'cy' when n < 500 then 'bob' else 'ann' end,
        now(), '', now() from generate_series(1, 1000) as n`);
    const found: unknown[] = [];
    for (let cursor: string | null = "first"; cursor !== null; ) {
      const headers = { "X-Page-Size": "1", ...(cursor !== "first" && { "X-Page-Continue": cursor }) };
      const answer: Response = await own.post(QUERY, { where: { event: "viewed" } }, headers);
      found.push(...((await answer.json()) as { customers: { id: string }[] }).customers.map(({ id }) => id));
      cursor = answer.headers.get("X-Page-Next");
    }
    expect(found).toEqual(["ann", "bob", "cy"]);
  });

  test("of the beginning of an e-mail address is that of its domain as it was written, and as the name system knows it", async () => {
    const own = await service.newStore();
    const email = "Jos\u00e9@Mail.B\u00dcCHER.example";
    await ingest(service, own, "bulk", event({ customer: { id: "jose", email } }));
    const find = (value: string) => idsOf({ customer: "email", op: "startsWith", value }, {}, own);
    const beginnings = [
      "JOS",
      "jose\u0301@mail.b",
      "jos\u00e9@mail.B\u00fcch",
      "jos\u00e9@mail.b\u00fccher.EX",
      "jos\u00e9@mail.xn--b",
    ];
    for (const value of [...beginnings, email]) expect([value, await find(value)]).toEqual([value, ["jose"]]);
    const others = [
      "jos\u00e9@b\u00fc",
      "jos\u00e9@mail.bo",
      "jos\u00e9@mail.b\u00fccher.exampled",
      "jos\u00e9@mail.xn--c",
    ];
    for (const value of others) expect([value, await find(value)]).toEqual([value, []]);
  });

  test("contains no customer of another store", async () => {
    const other = await service.newStore();
    await ingest(service, other, "bulk", event({ ...BOUGHT, customer: { id: "ann" } }));
    expect(await idsOf({ event: "ordered" }, {}, other)).toEqual(["ann"]);
    expect(await idsOf({ not: { event: "never" } }, {}, other)).toEqual(["ann"]);
    expect(await idsOf({ customer: "email", is: "ann@example.com" }, {}, other)).toEqual([]);
  });
});

describe("an invalid condition is 400, and each fault is named by its pointer", () => {
  const leaf = { customer: "id", is: "ann" };
  const nested = (depth: number): Json => (depth === 1 ? leaf : { not: nested(depth - 1) });
  const data = (...tests: Json[]) => ({ where: { event: "e", data: tests } });
  test.each<[string, Json, string[]]>([
    ["no condition", {}, ["/where"]],
    ["two kinds in one", { where: { ...leaf, event: "e" } }, ["/where"]],
    ["none of the kinds", { where: { al: [] } }, ["/where"]],
    ["an empty list", { where: { all: [] } }, ["/where/all"]],
    [
      "something else in a list",
      { where: { any: [leaf, 5, { not: null }] } },
      ["/where/any/1", "/where/any/2/not"],
    ],
    ["an unknown field", { where: { customer: "emial", is: "x" } }, ["/where/customer"]],
    ["a field of the prototype", { where: { customer: "constructor", is: "x" } }, ["/where/customer"]],
    ["a custom field without a name", { where: { customer: "customFields.", is: "x" } }, ["/where/customer"]],
    ["a field of another type", { where: { customer: "firstName", is: 5 } }, ["/where/is"]],
    [
      "a date that is none",
      { where: { customer: "createdAt", op: ">", value: "yesterday" } },
      ["/where/value"],
    ],
    ["is and op", { where: { ...leaf, op: "=", value: "a" } }, ["/where"]],
    ["no op", { where: { customer: "id" } }, ["/where/op"]],
    ["an unknown op", { where: { customer: "id", op: "like", value: "a" } }, ["/where/op"]],
    [
      "values that don't fit the op",
      data(
        { key: "k", op: "in", value: [] },
        { key: "k", op: "startsWith", value: 1 },
        { key: "k", op: "exists", value: "yes" },
        { key: "k", op: ">", value: true },
        { key: "k", op: "=" },
      ),
      [0, 1, 2, 3, 4].map((i) => `/where/data/${i}/value`),
    ],
    ["an element of in", data({ key: "k", op: "in", value: [1, null] }), ["/where/data/0/value/1"]],
    ["no key", data({ op: "exists" }), ["/where/data/0/key"]],
    [
      "a time range in two forms",
      { where: { event: "e", within: { last: "3d", since: "2026-03-01T00:00:00Z" } } },
      ["/where/within"],
    ],
    ["an empty time range", { where: { event: "e", within: {} } }, ["/where/within"]],
    ["a time of no unit", { where: { event: "e", within: { last: "30" } } }, ["/where/within/last"]],
    [
      "a day that doesn't exist",
      { where: { event: "e", within: { until: "2026-02-30T00:00:00Z" } } },
      ["/where/within/until"],
    ],
    [
      "times that are no count",
      { where: { event: "e", times: { op: ">", value: 1.5 } } },
      ["/where/times/value"],
    ],
    ["times in a list", { where: { event: "e", times: { op: "in", value: 1 } } }, ["/where/times/op"]],
    ["six levels", { where: nested(6) }, ["/where/not/not/not/not/not"]],
    [
      "51 conditions",
      {
        where: {
          all: [
            { event: "e", data: Array.from({ length: 48 }, () => ({ key: "k", op: "exists" })) },
            leaf,
            leaf,
          ],
        },
      },
      ["/where/all/2"],
    ],
    ["at and sort", { where: leaf, at: "now", sort: "id" }, ["/at", "/sort"]],
    ["at and include", { where: leaf, at: "now", include: ["all"] }, ["/at", "/include/0"]],
    ["at and countUpTo", { where: leaf, at: "now", countUpTo: 0 }, ["/at", "/countUpTo"]],
    [
      "at and countUpTo beyond its bound",
      { where: leaf, at: "now", countUpTo: 10_001 },
      ["/at", "/countUpTo"],
    ],
  ])("%s", async (_, body, pointers) => {
    const answer = await answerOf(store.post(QUERY, body));
    expect([answer.status, pointersOf(answer)]).toEqual([400, pointers]);
    if (!("where" in body) || "at" in body) return;
    const saved = await answerOf(store.put(`${SEGMENTS}/bad`, body));
    expect([saved.status, pointersOf(saved)]).toEqual([400, pointers]);
  });

  test("five levels and 50 conditions are accepted", async () => {
    expect(await idsOf(nested(5))).toEqual(["ann"]);
    expect(await idsOf({ any: Array.from({ length: 50 }, () => leaf) })).toEqual(["ann"]);
  });
});

describe("a saved segment", () => {
  const where = { event: "ordered", times: { op: ">=", value: 2 } };

  test("is created, read, replaced, listed and deleted by its key", async () => {
    const [path, first] = [`${SEGMENTS}/${encodeURIComponent("a/b ä")}`, { event: "never" }];
    const created = await answerOf(store.put(path, { where: first }));
    expect(created).toMatchObject({ status: 201, body: { segment: { key: "a/b ä", where: first } } });
    const replaced = await answerOf(store.put(path, { where }));
    expect(replaced).toMatchObject({ status: 200, body: { segment: { key: "a/b ä", where } } });
    expect(await answerOf(store.get(path))).toEqual(replaced);
    expect(await answerOf(store.get(`${path}/customers?include=count`))).toMatchObject({
      status: 200,
      body: { customers: [{ id: "ann" }], count: 1 },
    });
    expect((await store.delete(path)).status).toBe(204);
    for (const gone of [store.get(path), store.get(`${path}/customers`), store.delete(path)]) {
      expect(await answerOf(gone)).toMatchObject({ status: 404, body: { code: "segment_not_found" } });
    }
  });

  test("is read as of `at`, in pages of its own", async () => {
    const last = { event: "ordered", within: { last: "4d" } };
    await store.put(`${SEGMENTS}/recent`, { where: last });
    const read = async (query: string, headers?: Record<string, string>) => {
      const answer = await store.get(`${SEGMENTS}/recent/customers?${query}`, headers);
      const { customers } = (await answer.json()) as { customers: Json[] };
      return { ids: customers.map(({ id }) => id), next: answer.headers.get("X-Page-Next") ?? "" };
    };
    const at = `at=${encodeURIComponent("2026-03-05T14:00:00+02:00")}`;
    const { ids, next } = await read(at, { "X-Page-Size": "1" });
    expect(ids).toEqual(["ann"]);
    expect((await read(at, { "X-Page-Continue": next })).ids).toEqual(["bob"]);
    expect((await read("")).ids).toEqual([]);
    await store.put(`${SEGMENTS}/another`, { where: last });
    const wrong = await store.get(`${SEGMENTS}/another/customers`, { "X-Page-Continue": next });
    expect(wrong.status).toBe(400);
  });

  test("is of its store alone, and needs webhooks_write to be written", async () => {
    await store.put(`${SEGMENTS}/mine`, { where });
    const other = await service.newStore();
    expect((await other.get(`${SEGMENTS}/mine`)).status).toBe(404);
    expect((await other.get(`/stores/${store.id}/segments/mine`)).status).toBe(403);
    const reader = await store.withScopes("customers_read");
    expect((await reader.get(`${SEGMENTS}/mine`)).status).toBe(200);
    expect((await reader.put(`${SEGMENTS}/mine`, { where })).status).toBe(403);
    expect((await reader.delete(`${SEGMENTS}/mine`)).status).toBe(403);
  });

  test("has a key of 1 to 255 characters", async () => {
    expect((await store.put(`${SEGMENTS}/${"k".repeat(255)}`, { where })).status).toBe(201);
    for (const key of ["k".repeat(256), "%00", "%ff"]) {
      expect((await store.put(`${SEGMENTS}/${key}`, { where })).status).toBe(400);
    }
  });

  test("is one of at most 250 of its store", async () => {
    const own = await service.newStore();
    await own.ctx.db.execute(sql`
      insert into segments select ${own.id}, 'k' || n, '{"event":"e"}', now(), now() from generate_series(1, 249) as n`);
    const answers = await Promise.all(
      ["x", "y"].map((key) => answerOf(own.put(`${SEGMENTS}/${key}`, { where }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: "too_many_segments" });
    expect((await own.put(`${SEGMENTS}/k1`, { where })).status).toBe(200);
  });
});

describe("a segment that is not read in time", () => {
  const busy = async () => {
    const { rows } = await store.ctx.db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state = 'active' and query like '%from events e%' and wait_event_type = 'Lock'`);
    return rows[0]?.count ?? 0;
  };
  const until = async (count: number) => {
    for (const end = Date.now() + 4_000 * slowdown(); (await busy()) !== count && Date.now() < end; )
      await Bun.sleep(20);
    expect(await busy()).toBe(count);
  };
  /** Runs `work` while events cannot be read. */
  const whileLocked = (work: () => Promise<void>) =>
    store.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`lock table events in access exclusive mode`);
      const alive = setInterval(async () => void (await tx.execute(sql`select`)), 1_000);
      await work().finally(() => clearInterval(alive));
    });
  const ask = (signal?: AbortSignal) =>
    app.fetch(
      new Request(`http://localhost/v2.2/stores/${store.id}/segments/query`, {
        method: "POST",
        headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
        body: JSON.stringify({ where: { event: "ordered" } }),
        ...(signal && { signal }),
      }),
    );
  let app: App;
  beforeAll(() => {
    app = createApp(store.ctx, { ready: true, stopping: false });
  });

  test("is cancelled in the database when the client disconnects", async () => {
    await whileLocked(async () => {
      const leaving = new AbortController();
      const answer = ask(leaving.signal);
      await until(1);
      leaving.abort();
      await until(0);
      expect((await answer).status).toBe(499);
    });
    expect(await idsOf({ event: "ordered" })).toEqual(["ann", "bob"]);
  });

  test("is cut off with 400 segment_too_broad, and other requests of the store go on meanwhile", async () => {
    await whileLocked(async () => {
      const answers = Array.from({ length: 4 }, () => answerOf(ask()));
      // One store leaves a place for another.
      await until(2);
      expect((await store.get("/stores/:store/customers/ann")).status).toBe(200);
      const [first] = await Promise.all(answers);
      expect(first).toMatchObject({ status: 400, body: { code: "segment_too_broad" } });
    });
    expect(await idsOf({ event: "ordered" })).toEqual(["ann", "bob"]);
  });
});

function pointersOf({ body }: Answer): string[] {
  return ((body as { errors?: { pointer: string }[] }).errors ?? []).map(({ pointer }) => pointer);
}
