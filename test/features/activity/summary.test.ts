import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createApp } from "../../../src/app.ts";
import { createStoreLimiter } from "../../../src/core/turns/store-limiter.ts";
import { MAX_COUNTED, type Summary } from "../../../src/features/activity/summary/schema.ts";
import { fillLists } from "../../support/fill-lists.ts";
import { createPlanner } from "../../support/plans.ts";
import { answerOf, moveTo, newOrder, postReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const HOUR = 3_600_000;
const service = useService();
const store = useStore(service);

async function summaryOf(of: TestStore, last?: string, more = ""): Promise<Summary> {
  const query = last ? `?last=${last}${more}` : "";
  const { status, body } = await answerOf(of.get(`/stores/:store/summary${query}`));
  expect(status).toBe(200);
  return (body as { summary: Summary }).summary;
}

const counted = (count: number) => ({ count, isAtLeast: false });

test("a store without anything has zeros", async () => {
  const summary = await summaryOf(await service.newStore());
  expect(summary).toMatchObject({
    returns: { reasons: [], refunds: [], storeCredits: [], isPartial: false },
    events: counted(0),
    rejections: counted(0),
    deliveries: { delivered: counted(0), discarded: counted(0), pending: counted(0), p95Ms: null },
  });
  expect(summary.returns?.byStatus.map(({ count }) => count)).toEqual(Array(10).fill(0));
});

describe("a store with returns, events and deliveries", () => {
  beforeAll(async () => {
    service.world.on(URL_OF_RECEIVER, () => new Response());
    await newWebhook(store);
    for (let i = 0; i < 12; i++) {
      // Half of them ten days ago.
      service.setClock(new Date(Date.now() - (i % 2 ? 10 * 24 : 1) * HOUR));
      const currencyCode = i % 3 ? "EUR" : "JPY";
      const lineItems = [
        { id: "line-1", productId: "p", title: "P", quantity: 3, price: 10 },
        { id: "line-2", productId: "p", title: "P", quantity: 1, price: 7 },
      ];
      const order = await newOrder(store, { lineItems, currencyCode });
      const items = [
        { lineItemId: "line-1", quantity: (i % 3) + 1, reason: `Reason ${i % 4}` },
        { lineItemId: "line-2", quantity: 1, reason: "Common", compensation: "store_credit" },
      ];
      const { id, items: made } = await returnIn(postReturn(store, order, { items }));
      const status = ["open", "delivered", "rejected", "complete", "deleted", "open"][i % 6] ?? "";
      // One of the completed ones ends without a refund.
      if (i === 9) await store.patch(`/returns/${id}`, { completeWithNoAction: true });
      if (status !== "open") await moveTo(store, id, status);
      if (i % 6 === 5) {
        const amount = { amount: currencyCode === "JPY" ? "2" : "2.50", currency: currencyCode };
        await store.patch(`/returns/${id}`, {
          items: [{ id: made[0]?.id, refund: { amount, type: "refund" } }],
        });
      }
      const eventTimestamp = new Date(Date.now() - (i % 4) * 10 * HOUR).toISOString();
      await store.post("/stores/:store/events", {
        eventName: "visited",
        eventTimestamp,
        customer: { id: "ann" },
      });
    }
    service.setClock(undefined);
    await store.post("/stores/:store/events/bulk", { events: [{ eventName: "" }, { eventName: "x" }] });
    await service.drain({ sweeps: true });
  });

  test.each(["24h", "30d"] as const)("each number of the last %s is what SQL counts", async (last) => {
    const summary = await summaryOf(store, last);
    const since = sql`timestamptz '${sql.raw(summary.since)}'`;
    const ms = Date.parse(summary.until) - Date.parse(summary.since);
    expect(last === "24h" ? ms : Math.ceil(ms / (24 * HOUR))).toBe(last === "24h" ? 24 * HOUR : 30);
    const { rows } = await store.ctx.db.execute<{ expected: Record<string, unknown> }>(sql`
      select json_build_object(
        'byStatus', (select json_object_agg(status, n) from (select status, count(*) as n from returns
          where store_id = ${store.id} and created_at >= ${since} group by 1) as each),
        'reasons', (select json_object_agg(reason, n) from (select reason, sum(quantity) as n
          from return_items join returns using (store_id) where store_id = ${store.id} and returns.id = return_id
            and created_at >= ${since} group by 1) as each),
        'events', (select count(*) from events where store_id = ${store.id} and event_timestamp >= ${since}),
        'rejections', (select count(*) from event_rejections where store_id = ${store.id} and received_at >= ${since}),
        'delivered', (select count(*) from webhook_events where store_id = ${store.id} and created_at >= ${since})
      ) as expected`);
    const { returns, events, rejections, deliveries } = summary;
    const made = returns?.byStatus.flatMap(({ status, count }) =>
      count > 0 ? [[status, count] as const] : [],
    );
    expect({
      byStatus: Object.fromEntries(made ?? []),
      reasons: Object.fromEntries(returns?.reasons.map(({ reason, units }) => [reason, units]) ?? []),
      events: events?.count,
      rejections: rejections?.count,
      delivered: deliveries?.delivered.count,
    }).toEqual(rows[0]?.expected as never);
    expect(returns?.reasons.map(({ units }) => units)).toEqual(
      returns?.reasons.map(({ units }) => units).toSorted((a, b) => b - a) ?? [],
    );
    expect(deliveries).toMatchObject({ discarded: counted(0), pending: counted(0) });
    const intervals = returns?.perInterval ?? [];
    expect(intervals).toHaveLength(last === "24h" ? 24 : 30);
    expect(intervals[0]?.since).toBe(summary.since);
    const { rows: each } = await store.ctx.db.execute<{ counts: number[] }>(sql`
      select array_agg((select count(*)::int from returns where store_id = ${store.id}
        and created_at >= ${since} + n * interval '${sql.raw(last === "24h" ? "1 hour" : "24 hours")}'
        and created_at < ${since} + (n + 1) * interval '${sql.raw(last === "24h" ? "1 hour" : "24 hours")}') order by n) as counts
      from generate_series(0, ${sql.raw(String(intervals.length - 1))}) as n`);
    expect(intervals.map(({ count }) => count)).toEqual(each[0]?.counts ?? []);
  });

  test("days are those of the store, also the day on which the clock changes", async () => {
    const shop = await service.newStore();
    await shop.patch("/stores/:store", { timeZone: "America/New_York" });
    service.setClock(new Date("2026-11-10T02:00:00Z"));
    const { since, returns } = await summaryOf(shop, "30d");
    service.setClock(undefined);
    const starts = returns?.perInterval.map((each) => each.since) ?? [];
    expect(starts).toHaveLength(30);
    expect([since, starts[0], starts.at(-1)]).toEqual([
      ...["2026-10-11T04:00:00.000Z", "2026-10-11T04:00:00.000Z", "2026-11-09T05:00:00.000Z"],
    ]);
    const hours = starts.slice(1).map((start, i) => (Date.parse(start) - Date.parse(starts[i] ?? "")) / HOUR);
    expect(hours.filter((length) => length !== 24)).toEqual([25]);
  });

  test("the refunds are the sum of those that the list shows", async () => {
    const { returns } = await summaryOf(store, "30d");
    const list = (await (await store.get("/stores/:store/returns", { "X-Page-Size": "100" })).json()) as {
      returns: {
        status: string;
        completeWithNoAction: boolean;
        items: { refund: { type: string; amount: { amount: string; currency: string } } }[];
      }[];
    };
    const sums: Record<string, number> = {};
    const paid = list.returns.filter(
      ({ status, completeWithNoAction }) =>
        !["rejected", "deleted"].includes(status) && !completeWithNoAction,
    );
    expect(list.returns.length - paid.length).toBe(5);
    for (const { items } of paid) {
      for (const { refund } of items) {
        const key = `${refund.type} ${refund.amount.currency}`;
        sums[key] = (sums[key] ?? 0) + Number(refund.amount.amount);
      }
    }
    const shown = [
      ...(returns?.refunds ?? []).map(({ amount, currency }) => [`refund ${currency}`, Number(amount)]),
      ...(returns?.storeCredits ?? []).map(({ amount, currency }) => [
        `store_credit ${currency}`,
        Number(amount),
      ]),
    ];
    expect(Object.fromEntries(shown)).toEqual(sums);
    expect(shown).toHaveLength(4);
  });

  test("p95 is the time within which 95 of 100 deliveries were received", async () => {
    const { deliveries } = await summaryOf(store, "30d");
    const { rows } = await store.ctx.db.execute<{ took: number[] }>(sql`
      select array_agg((extract(epoch from finished_at - created_at) * 1000)::float8 order by finished_at - created_at) as took
      from webhook_events where store_id = ${store.id} and state = 'delivered'`);
    const took = rows[0]?.took ?? [];
    expect(deliveries?.p95Ms).toBe(Math.round(took[Math.ceil(took.length * 0.95) - 1] ?? -1));
  });

  test("the period before has the same numbers of its own time", async () => {
    service.setClock(new Date(Date.now() + 29 * 24 * HOUR));
    const { since, until, before } = await summaryOf(
      store,
      "30d",
      "&compare=before&parts=returns,orders,events",
    );
    service.setClock(undefined);
    const earlier = (moment: string) => new Date(Date.parse(moment) - 720 * HOUR).toISOString();
    expect([before?.since, before?.until]).toEqual([earlier(since), earlier(until)]);
    const within = (
      time: string,
    ) => sql`store_id = ${store.id} and ${sql.raw(time)} >= ${before?.since}::timestamptz
      and ${sql.raw(time)} < ${before?.until}::timestamptz`;
    const { rows } = await store.ctx.db.execute<{ expected: Record<string, unknown> }>(sql`
      select json_build_object(
        'byStatus', (select json_object_agg(status, n) from (select status, count(*) as n from returns
          where ${within("created_at")} group by 1) as each),
        'units', (select sum(quantity) from return_items as item
          where store_id = ${store.id} and return_id in (select id from returns where ${within("created_at")})),
        'orders', (select count(*) from orders where ${within("created_at")}),
        'events', (select count(*) from events where ${within("event_timestamp")})) as expected`);
    const made = before?.returns?.byStatus.filter(({ count }) => count > 0) ?? [];
    const perInterval = before?.returns?.perInterval ?? [];
    expect({
      byStatus: Object.fromEntries(made.map(({ status, count }) => [status, count])),
      units: before?.returns?.reasons.reduce((sum, { units }) => sum + units, 0),
      orders: before?.orders?.count,
      events: before?.events?.count,
    }).toEqual(rows[0]?.expected as never);
    const total = made.reduce((sum, { count }) => sum + count, 0);
    expect([perInterval.length, perInterval.reduce((sum, { count }) => sum + count, 0)]).toEqual([30, total]);
    expect(total).toBeGreaterThan(0);
  });

  test("it lacks the parts of which rows of that age are removed", async () => {
    const parts = "&parts=events,rejections,deliveries,requests&compare=before";
    const month = await summaryOf(store, "30d", parts);
    expect(Object.keys(month.before ?? {})).toEqual(["since", "until", "events"]);
    const day = await summaryOf(store, "24h", parts);
    expect(Object.keys(day.before ?? {}).toSorted()).toEqual(
      ["since", "until", "events", "rejections", "deliveries", "requests"].toSorted(),
    );
  });

  test("the events of its intervals are those of the period, and the requests of the log those that SQL counts", async () => {
    await store.ctx.requestLog.flush();
    const { events, eventsPerInterval, requests } = await summaryOf(
      store,
      "24h",
      "&parts=events,eventsPerInterval,requests",
    );
    const sum = eventsPerInterval?.reduce((total, { count }) => total + count, 0);
    expect([eventsPerInterval?.length, sum]).toEqual([24, events?.count]);
    const { rows } = await store.ctx.db.execute<{ refused: number; failed: number }>(sql`
      select count(*) filter (where status between 400 and 499)::int as refused,
        count(*) filter (where status >= 500)::int as failed from requests where store_id = ${store.id}`);
    expect(requests).toEqual({
      refused: counted(rows[0]?.refused ?? -1),
      failed: counted(rows[0]?.failed ?? -1),
    });
  });

  test.each(["parts=nothing", "parts=", "parts=returns,", "compare=after", "compare="])(
    "%s is refused",
    async (query) => {
      expect((await store.get(`/stores/:store/summary?${query}`)).status).toBe(400);
    },
  );

  test("a secret that may read none of the parts asked for gets 403, whatever else it may read", async () => {
    const scopesOf = {
      "": ["returns_read", "customers_read", "customer_events_write", "webhooks_read"],
      orders: ["orders_read"],
      returns: ["returns_read"],
      events: ["customers_read"],
      eventsPerInterval: ["customers_read"],
      rejections: ["customer_events_write"],
      deliveries: ["webhooks_read"],
      requests: ["store_read"],
      "orders,requests": ["orders_read", "store_read"],
    };
    const all = [...new Set(Object.values(scopesOf).flat())];
    const secrets = await Promise.all(
      all.map(async (scope) => ({ scope, as: await store.withScopes(scope) })),
    );
    for (const [parts, needed] of Object.entries(scopesOf)) {
      const query = parts && `?parts=${parts}`;
      for (const { scope, as } of secrets) {
        const { status, body } = await answerOf(as.get(`/stores/:store/summary${query}`));
        const isAllowed = needed.includes(scope);
        expect([parts, scope, status]).toEqual([parts, scope, isAllowed ? 200 : 403]);
        if (isAllowed) continue;
        const lacking =
          needed.length > 1 ? `has none of the scopes ${needed.join(", ")}` : `lacks the scope ${needed[0]}`;
        expect(body).toMatchObject({ code: "missing_scope", detail: `This API secret ${lacking}.` });
      }
    }
  });

  test("a secret gets the parts of its scopes", async () => {
    for (const [scope, part, parts] of [
      ["returns_read", "returns", ""],
      ["customers_read", "events", ""],
      ["customer_events_write", "rejections", ""],
      ["webhooks_read", "deliveries", ""],
      ["orders_read", "orders", "orders,returns"],
      ["store_read", "requests", "requests,eventsPerInterval"],
    ] as const) {
      const narrow = await store.withScopes(scope);
      const more = parts ? `&parts=${parts}` : "";
      expect(Object.keys(await summaryOf(narrow, "24h", more))).toEqual(["since", "until", part]);
    }
    expect((await store.get("/stores/:store/summary?last=7d")).status).toBe(400);
  });
});

test("above its bound a number says so, and the cost doesn't grow", async () => {
  const large = await service.newStore();
  await fillLists(large.ctx.longDb, [large.id], { count: 30_000, people: 10 });
  await large.ctx.longDb.execute(sql`
    update returns set created_at = now() - interval '1 hour', status = 'open' where store_id = ${large.id}`);
  await large.ctx.longDb.execute(sql`vacuum analyze`);
  const planner = createPlanner(large, ["returns", "return_items", "orders", "events"], {
    isByKey: true,
  });
  const { walked, most, pages, answer } = await planner.plansOf({ path: "/stores/:store/summary" });
  await planner.stop();
  expect(walked).toEqual([]);
  expect(most).toBeLessThanOrEqual(MAX_COUNTED + 1);
  // A search from the root of an index for each return would read several pages for each.
  expect(pages).toBeLessThan(MAX_COUNTED);
  const { returns } = (answer as { summary: Summary }).summary;
  expect(returns).toMatchObject({
    isPartial: true,
    reasons: [{ reason: "r", units: MAX_COUNTED }],
    refunds: [{ amount: "50000.00", currency: "USD" }],
  });
  expect(returns?.byStatus[0]).toEqual({ status: "open", count: MAX_COUNTED, isAtLeast: true });
}, 60_000);

test("a summary uses no more connections than its store's share", async () => {
  let [inUse, most] = [0, 0];
  const transaction = async (work: (tx: never) => Promise<unknown>) => {
    most = Math.max(most, ++inUse);
    return store.ctx.db.transaction(work as never).finally(() => inUse--);
  };
  const db = new Proxy(store.ctx.db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name, target)),
  });
  const ctx = { ...store.ctx, db, connectionLimiter: createStoreLimiter(1) };
  const app = createApp(ctx, { ready: true, stopping: false });
  const request = () =>
    app.fetch(
      new Request(`http://localhost/v2.2/stores/${store.id}/summary`, {
        headers: { Authorization: `Bearer ${store.secret}` },
      }),
    );
  const responses = await Promise.all([request(), request()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(most).toBe(1);
});
