import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { event, ingest } from "../../support/events.ts";
import type { Json } from "../../support/orders.ts";
import { answerOf } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const QUERY = "/stores/:store/segments/query";
const AT = "2026-03-08T12:00:00.000Z";
const service = useService({ eventRateLimit: 0 });
const store = useStore(service);

/** When each customer was created, and their custom date. A week before `AT` is 2026-03-01T12:00. */
const DATES: Record<string, string> = {
  after: "2026-03-08T12:00:00.001Z",
  at: AT,
  begin: "2026-03-01T12:00:00Z",
  just: "2026-03-01T12:00:00.001Z",
  old: "2025-12-31T23:59:59Z",
};
const AMOUNTS: Record<string, number> = { after: 0, at: -5, begin: 19.99, just: 20 };
beforeAll(async () => {
  const known = Object.entries(DATES).map(([id, since]) =>
    event({
      ...{
        eventName: "ordered",
        eventTimestamp: AT,
        customer: { id, customFields: { since, plan: "gold" } },
      },
      ...(id in AMOUNTS && { value: AMOUNTS[id], valueCurrency: "EUR" }),
    }),
  );
  await ingest(
    service,
    store,
    "bulk",
    ...known,
    event({ customer: { id: "text", customFields: { since: "soon" } } }),
  );
  for (const [id, at] of Object.entries(DATES)) {
    await store.ctx.db.execute(
      sql`update customers set created_at = ${at} where store_id = ${store.id} and id = ${id}`,
    );
  }
  await store.ctx.db.execute(
    sql`update customers set created_at = null where store_id = ${store.id} and id = 'text'`,
  );
});

async function idsOf(where: Json, more: Json = { at: AT }): Promise<string[]> {
  const { status, body } = await answerOf(store.post(QUERY, { where, ...more }));
  expect([status, body]).toEqual([200, expect.objectContaining({ customers: expect.any(Array) })]);
  return (body as { customers: { id: string }[] }).customers.map(({ id }) => id);
}

const WEEK = { last: "7d" };
/** What a date of the profile is compared with, and whose meets it. */
const COMPARED: [Json, string[]][] = [
  [{ is: WEEK }, ["at", "just"]],
  [{ op: "=", value: WEEK }, ["at", "just"]],
  [{ op: "!=", value: WEEK }, ["after", "begin", "old"]],
  [{ op: ">", value: WEEK }, ["after", "at", "just"]],
  [{ op: ">=", value: WEEK }, ["after", "at", "begin", "just"]],
  [{ op: "<", value: WEEK }, ["old"]],
  [{ op: "<=", value: WEEK }, ["begin", "old"]],
  [{ is: { last: "168h" } }, ["at", "just"]],
  [{ is: { last: "10080m" } }, ["at", "just"]],
  [{ is: { last: "99999d" } }, ["at", "begin", "just", "old"]],
  [{ op: "<", value: { last: "1m" } }, ["begin", "just", "old"]],
];

describe("a date of the profile is compared with the time up to a moment", () => {
  test.each(["createdAt", "customFields.since"])("%s, by every operator", async (customer) => {
    for (const [how, ids] of COMPARED) {
      expect([how, await idsOf({ customer, ...how })]).toEqual([how, ids]);
      const others = [...Object.keys(DATES), "text"].filter((id) => !ids.includes(id)).sort();
      expect([how, await idsOf({ not: { customer, ...how } })]).toEqual([how, others]);
    }
    const both = {
      all: [
        { customer, is: WEEK },
        { event: "ordered", within: WEEK },
      ],
    };
    expect(await idsOf(both)).toEqual(["at", "just"]);
    expect(await idsOf({ any: [{ customer, op: "<", value: WEEK }, { event: "never" }] })).toEqual(["old"]);
  });

  test("that is the time of the request, by the database's clock, unless `at` says otherwise", async () => {
    await ingest(service, store, "bulk", event({ customer: { id: "new" } }));
    service.setClock(new Date("2020-01-01T00:00:00Z"));
    expect(await idsOf({ customer: "createdAt", is: { last: "10m" } }, {})).toEqual(["new"]);
    service.setClock(undefined);
    expect(await idsOf({ customer: "createdAt", is: { last: "10m" } })).not.toContain("new");
    const { rows } = await store.ctx.db.execute<{ soon: string }>(sql`
      select to_char(now() at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as soon`);
    expect(await idsOf({ customer: "createdAt", is: { last: "10m" } }, { at: rows[0]?.soon })).toEqual([]);
    expect(await idsOf({ customer: "createdAt", is: { last: "90m" } }, { at: rows[0]?.soon })).toEqual([
      "new",
    ]);
  });

  test("and it is saved as it was sent, and read page by page", async () => {
    const where = { customer: "createdAt", op: ">", value: { last: "7d" } };
    const path = "/stores/:store/segments/recent";
    const saved = await answerOf(
      store.put(path, { where: { ...where, value: { ...where.value, more: 1 } } }),
    );
    expect(saved).toMatchObject({ status: 201, body: { segment: { where } } });
    const first = await store.get(`${path}/customers?limit=2&at=${AT}`);
    const next = first.headers.get("X-Page-Next") ?? "";
    const rest = await store.get(`${path}/customers?at=${AT}`, { "X-Page-Continue": next });
    const ids = [...(await idsIn(first)), ...(await idsIn(rest))];
    expect(ids).toEqual(["after", "at", "just", "new"]);
    const ofLeapSecond = await store.get(`${path}/customers?at=2016-12-31T23:59:60Z`);
    expect(await idsIn(ofLeapSecond)).toEqual(["after", "at", "begin", "just", "new", "old"]);
  });

  const idsIn = async (answer: Response) =>
    ((await answer.json()) as { customers: { id: string }[] }).customers.map(({ id }) => id);

  test("at the ends of time it is no error", async () => {
    for (const at of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
      for (const [how] of COMPARED) {
        for (const customer of ["createdAt", "customFields.since"]) await idsOf({ customer, ...how }, { at });
      }
    }
    expect(
      await idsOf({ customer: "createdAt", op: ">", value: { last: "1d" } }, { at: "0001-01-01T00:00:00Z" }),
    ).toHaveLength(6);
  });
});

describe("an event's value is compared", () => {
  test.each<[Json, string[]]>([
    [{ op: "=", value: 20 }, ["just"]],
    [{ op: "=", value: 0 }, ["after"]],
    [{ op: "!=", value: 20 }, ["after", "at", "begin"]],
    [{ op: ">", value: 19.99 }, ["just"]],
    [{ op: ">=", value: 19.99 }, ["begin", "just"]],
    [{ op: "<", value: 0 }, ["at"]],
    [{ op: "<=", value: 0 }, ["after", "at"]],
    [{ op: "in", value: [20, -5, 7] }, ["at", "just"]],
    [{ op: "exists" }, ["after", "at", "begin", "just"]],
    [{ op: "exists", value: false }, ["old"]],
    [{ op: ">", value: -1e308 }, ["after", "at", "begin", "just"]],
  ])("%p", async (value, ids) => {
    expect(await idsOf({ event: "ordered", value })).toEqual(ids);
    expect(await idsOf({ event: "ordered", value, within: { last: "1d" } })).toEqual(ids);
    expect(await idsOf({ event: "ordered", value, within: { last: "1d" } }, { at: DATES.just })).toEqual([]);
    const counted = await answerOf(
      store.post(QUERY, { where: { event: "ordered", value }, include: ["count"] }),
    );
    expect(counted.body).toMatchObject({ count: ids.length });
    const times = { op: "=", value: 1 };
    const data = [{ key: "none", op: "exists", value: false }];
    expect(await idsOf({ event: "ordered", value, times, data })).toEqual(ids);
  });
});

describe("what is no such comparison is 400, and each fault is named by its pointer", () => {
  const on = (customer: string, how: Json) => ({ where: { customer, ...how } });
  const of = (value: unknown) => ({ where: { event: "e", value } });
  test.each<[Json, string[]]>([
    [on("createdAt", { is: { last: "7" } }), ["/where/is/last"]],
    [on("createdAt", { is: {} }), ["/where/is/last"]],
    [on("createdAt", { op: ">", value: { last: 7 } }), ["/where/value/last"]],
    [on("createdAt", { op: ">", value: { last: "0d" } }), ["/where/value/last"]],
    [on("createdAt", { op: ">", value: { last: "7w" } }), ["/where/value/last"]],
    [on("createdAt", { op: ">", value: { last: "100000d" } }), ["/where/value/last"]],
    [on("createdAt", { op: ">", value: { since: "2026-01-01T00:00:00Z" } }), ["/where/value/last"]],
    [on("customFields.a", { op: "<", value: { last: "-7d" } }), ["/where/value/last"]],
    [on("createdAt", { value: WEEK }), ["/where/op"]],
    [on("createdAt", { op: "startsWith", value: WEEK }), ["/where/op"]],
    [on("createdAt", { op: "in", value: WEEK }), ["/where/op"]],
    [on("createdAt", { op: "in", value: [WEEK] }), ["/where/value/0"]],
    [on("createdAt", { op: "exists", value: WEEK }), ["/where/op"]],
    [on("createdAt", { is: WEEK, op: "=" }), ["/where"]],
    [on("email", { is: WEEK }), ["/where/is"]],
    [on("location.latitude", { op: ">", value: WEEK }), ["/where/value"]],
    [{ where: { event: "e", data: [{ key: "k", op: ">", value: WEEK }] } }, ["/where/data/0/value"]],
    [of(5), ["/where/value"]],
    [of(null), ["/where/value"]],
    [of([]), ["/where/value"]],
    [of({}), ["/where/value/op"]],
    [of({ op: "=" }), ["/where/value/value"]],
    [of({ op: "like", value: 5 }), ["/where/value/op"]],
    [of({ op: "=", value: "5" }), ["/where/value/value"]],
    [of({ op: ">", value: true }), ["/where/value/value"]],
    [of({ op: ">", value: WEEK }), ["/where/value/value"]],
    [of({ op: "in", value: [] }), ["/where/value/value"]],
    [of({ op: "in", value: [1, "2"] }), ["/where/value/value/1"]],
    [of({ op: "exists", value: 1 }), ["/where/value/value"]],
    [of({ op: "startsWith", value: 5 }), ["/where/value/op"]],
    [
      { where: { all: Array.from({ length: 26 }, () => ({ event: "e", value: { op: "exists" } })) } },
      ["/where/all/25"],
    ],
  ])("%j", async (body, pointers) => {
    for (const answer of [
      await answerOf(store.post(QUERY, body)),
      await answerOf(store.put("/stores/:store/segments/bad", body)),
    ]) {
      const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
      expect([answer.status, errors.map(({ pointer }) => pointer)]).toEqual([400, pointers]);
    }
  });
});
