import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createRequestLog } from "../../../src/core/http/request-log.ts";
import { newUuid } from "../../../src/lib/ids.ts";
import { createPlanner } from "../../support/plans.ts";
import { anId, answerOf, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

type Logged = Record<"requestId" | "method" | "route" | "client" | "clientId" | "at", string> & {
  status: number;
  durationMs: number;
  code?: string;
};

async function listed(of: TestStore, query = ""): Promise<Logged[]> {
  await of.ctx.requestLog.flush();
  const all: Logged[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const headers: Record<string, string> = {
      "X-Page-Size": "100",
      ...(next && { "X-Page-Continue": next }),
    };
    const response: Response = await of.get(`/stores/:store/requests${query}`, headers);
    expect(response.status).toBe(200);
    all.push(...((await response.json()) as { requests: Logged[] }).requests);
    next = response.headers.get("X-Page-Next");
  }
  return all;
}

test("each request of a secret is listed once, newest first, with its outcome", async () => {
  const before = Date.now();
  const { id } = await newReturn(store);
  const refused = await store.put(`/returns/${id}/status`, { status: "open" });
  const unknown = await store.get("/returns/ret_0/status");
  const narrow = await store.withScopes("inventory_read");
  const forbidden = await narrow.get(`/returns/${id}/status`);
  const [first, second, third, ...earlier] = await listed(store);
  const route = "/v2.2/returns/:returnId/status";
  const common = { durationMs: expect.any(Number), clientId: anId("cli"), at: expect.any(String), route };
  expect([first, second, third]).toEqual([
    {
      ...common,
      requestId: forbidden.headers.get("X-Request-Id") ?? "",
      method: "GET",
      status: 403,
      client: "inventory_read",
      code: "missing_scope",
    },
    {
      ...common,
      requestId: unknown.headers.get("X-Request-Id") ?? "",
      method: "GET",
      status: 404,
      client: "test client",
      code: "return_not_found",
    },
    {
      ...common,
      requestId: refused.headers.get("X-Request-Id") ?? "",
      method: "PUT",
      status: 409,
      client: "test client",
      code: "return_transition_refused",
    },
  ]);
  expect(earlier.map(({ route, status }) => [route, status])).toEqual([
    ["/v2.2/stores/:storeId/returns", 201],
    ["/v2.2/stores/:storeId/orders", 200],
  ]);
  for (const { at } of earlier) {
    expect(Math.abs(Date.parse(at) - before)).toBeLessThan(10_000);
  }
});

test("of a request's path only the pattern is stored, and requests without a valid secret are not listed", async () => {
  const fresh = await service.newStore();
  const needle = "needle-4711";
  await fresh.get(`/stores/:store/customers?email=${needle}@example.test`);
  await fresh.get(`/stores/:store/orders/${needle}`);
  await fresh.post("/stores/:store/orders", { orderId: needle });
  await fresh.get("/stores/:store/orders", { Authorization: `Bearer ${needle}` });
  await service.fetch(`/v2.2/stores/${fresh.id}/orders`);
  expect((await listed(fresh)).map(({ status }) => status)).toEqual([400, 404, 404]);
  const { rows } = await fresh.ctx.db.execute(
    sql`select from requests where requests::text like ${`%${needle}%`} or requests::text like ${`%${fresh.secret}%`}`,
  );
  expect(rows).toEqual([]);
});

test("another store's requests are not listed, and one to another store is listed for its secret's", async () => {
  const [mine, theirs] = [await service.newStore(), await service.newStore()];
  await service.fetch(`/v2.2/stores/${theirs.id}/orders`, {
    headers: { Authorization: `Bearer ${mine.secret}` },
  });
  expect(await listed(theirs)).toEqual([]);
  expect((await listed(mine)).at(-1)).toMatchObject({ status: 403, code: "store_mismatch" });
});

describe("filters", () => {
  const many = useStore(service);
  const START = Date.parse("2026-01-01T00:00:00Z");
  const COUNT = 9_000;
  beforeAll(async () => {
    const id = sql`(lpad(to_hex((extract(epoch from now() - interval '1 day') * 1000)::bigint + n), 12, '0') || '7' || lpad(to_hex(n), 19, '0'))::uuid`;
    await many.ctx.longDb.execute(sql`
      insert into requests (store_id, id, method, route, status, client, sent_by_id, duration_ms, code)
      select ${many.id}, ${id}, 'GET', '/', case when n % 3000 = 1 then 418 when n % 2 = 0 then 404 else 200 end,
        case when n % 4000 = 3 then 'rare' else 'shop' end,
        case when n % 4000 = 3 then 'per_1' when n % 3000 = 1 then 'shopper' when n % 2 = 0 then 'cli_1' end, 1, null from generate_series(1, ${COUNT}::int) as n`);
    await many.ctx.longDb.execute(sql`vacuum analyze requests`);
  });

  const counts: [string, number][] = [
    ["status=404", 4_500],
    ["status=4xx", 4_503],
    ["status=418", 3],
    ["status=200", 4_497],
    ["client=rare", 3],
    ["client=rare&status=200", 3],
    ["client=rare&status=404", 0],
    ["client=shop&status=418", 3],
    ["client=none", 0],
    ["sender=clients", 8_994],
    ["sender=people", 3],
    ["sender=shoppers", 3],
    ["sender=people&status=404", 0],
    ["sender=clients&status=4xx", 4_500],
    [`until=${new Date(START).toISOString()}`, 0],
  ];
  test("all pages together have exactly the matches, and a page reads few rows by an index", async () => {
    const planner = createPlanner(many, ["requests"]);
    for (const [query, count] of counts) {
      const all = await listed(
        many,
        `?${query}&until=${new Date(Date.now() - 3_600_000).toISOString()}`.replace(
          /(until=.*)&until=.*/,
          "$1",
        ),
      );
      expect([query, all.length, new Set(all.map(({ requestId }) => requestId)).size]).toEqual([
        query,
        count,
        count,
      ]);
      expect(all.map(({ requestId }) => requestId)).toEqual(
        all
          .map(({ requestId }) => requestId)
          .toSorted()
          .toReversed(),
      );
      const { walked, most } = await planner.plansOf({ path: `/stores/:store/requests?${query}` });
      expect([query, walked, most <= 2_000]).toEqual([query, [], true]);
    }
    await planner.stop();
  }, 60_000);

  test("by id one request is found, and another store's is not", async () => {
    const { requestId } = (await listed(many, "?status=418"))[0] ?? { requestId: "" };
    expect((await listed(many, `?requestId=${requestId}`)).map((one) => one.requestId)).toEqual([requestId]);
    expect(await listed(store, `?requestId=${requestId}`)).toEqual([]);
    for (const query of ["?requestId=1", "?status=600", "?status=4x", "?since=yesterday"]) {
      expect((await answerOf(many.get(`/stores/:store/requests${query}`))).status).toBe(400);
    }
  });
});

describe("under load", () => {
  const request = () => ({
    ...{ storeId: store.id, id: newUuid(), method: "GET", route: "/load", status: 200 },
    ...{ client: "load", clientId: "cli_load" },
    durationMs: 1,
  });

  test("what exceeds the memory is dropped and counted; the rest is written in a few statements", async () => {
    let dropped = 0;
    let now = 0;
    const onDropped = (reason: string, count: number) => {
      expect(reason).toBe("memory");
      dropped += count;
    };
    const log = createRequestLog(store.ctx.longDb, { onDropped, clock: () => now++ * 10 });
    for (let n = 0; n < 25_000; n++) log.add(request());
    await log.flush();
    const { rows } = await store.ctx.db.execute(
      sql`select count(*)::int as written from requests where client = 'load'`,
    );
    expect([dropped, rows]).toEqual([5_000, [{ written: 20_000 }]]);
  });

  test("in a second 100 successful requests and 100 others of each store are listed, the rest is counted", async () => {
    const flooded = await service.newStore();
    const other = await service.newStore({ beside: flooded });
    let dropped = 0;
    let now = 5_000;
    const onDropped = (reason: string, count: number) => {
      expect(reason).toBe("rate");
      dropped += count;
    };
    const log = createRequestLog(flooded.ctx.longDb, { onDropped, clock: () => now });
    for (let n = 0; n < 300; n++) log.add({ ...request(), storeId: flooded.id });
    for (let n = 0; n < 99; n++) log.add({ ...request(), storeId: flooded.id, status: 500 });
    log.add({ ...request(), storeId: other.id });
    now += 1_000;
    log.add({ ...request(), storeId: flooded.id });
    await log.flush();
    expect([dropped, (await listed(flooded)).length, (await listed(other)).length]).toEqual([200, 200, 1]);
  });

  test("a database that doesn't respond costs no request: what can't be written is counted", async () => {
    const dropped: [string, number, boolean][] = [];
    const broken = {} as typeof service.ctx.longDb;
    const log = createRequestLog(broken, {
      onDropped: (reason, count, error) => dropped.push([reason, count, error !== undefined]),
    });
    log.add(request());
    log.add(request());
    await log.flush();
    expect(dropped).toEqual([["database", 2, true]]);
  });
});
