import { afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { Registry } from "prom-client";
import { createApp } from "../../../src/app.ts";
import { textResponse } from "../../../src/core/http/streams.ts";
import { createStoreLimiter } from "../../../src/core/turns/store-limiter.ts";
import { observeRequests } from "../../../src/platform/metrics/observe-requests.ts";
import { fillLines } from "../../support/asn.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const REPORT = "/api/v1/warehouse/reporting/asn?from=2026-01-01&to=2026-03-01";
const LIST = "/api/v1/warehouse/return/list?from=2026-02-28&to=2026-03-01";

const service = useService();
const shop = useStore(service);
let stores: TestStore[];
beforeAll(async () => {
  const others = Array.from({ length: 3 }, () => service.newStore({ beside: shop }));
  stores = [shop, ...(await Promise.all(others))];
  const client = new pg.Client({ connectionString: shop.ctx.config.databaseUrl });
  await client.connect();
  for (const { id } of stores) await fillLines(client, id, 4_000);
  await client.end();
});

/** A server that records its statements. */
let served: { origin: string; statements: string[]; stop(): Promise<void> };
beforeEach(() => {
  const statements: string[] = [];
  const options = "-c TimeZone=UTC -c DateStyle=ISO";
  const pool = new pg.Pool({ connectionString: shop.ctx.config.databaseUrl, max: 10, options });
  const db = drizzle(pool, {
    casing: "snake_case",
    logger: { logQuery: (query: string) => void statements.push(query) },
  });
  const app = createApp({ ...shop.ctx, db }, { ready: true, stopping: false });
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
  served = {
    origin: server.url.origin,
    statements,
    stop: async () => {
      await server.stop(true);
      await pool.end();
    },
  };
});
afterEach(() => served.stop());

function ask(store: TestStore | undefined, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { "X-Authorization": store?.secret ?? "" };
  return fetch(`${served.origin}${path}`, { ...init, headers });
}

/** Starts a response and reads only its first chunk. */
async function startResponse(store: TestStore | undefined, path: string) {
  const answer = await ask(store, path);
  const reader = answer.body?.getReader();
  if (answer.status === 200) await reader?.read();
  return { status: answer.status, leave: () => reader?.cancel() };
}

/** Waits until the condition holds, at most ten seconds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 400; waited++) {
    if (await holds()) return;
    await Bun.sleep(25);
  }
  throw new Error("the condition did not hold in time");
}

describe("streamed responses", () => {
  test.each([
    [REPORT, 2],
    [LIST, 4],
  ])(
    "of one store have a maximum number, and the next request is 429 until one has ended: %s",
    async (path, most) => {
      const [store, other] = stores;
      const first = await Promise.all(Array.from({ length: most }, () => startResponse(store, path)));
      expect(first.map(({ status }) => status)).toEqual(Array(most).fill(200));
      const refused = await ask(store, path);
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
      expect(await refused.json()).toEqual({
        message: "Too many responses are being streamed at once; try again when one has ended.",
      });
      const another = await startResponse(other, path);
      expect(another.status).toBe(200);

      await first[0]?.leave();
      await until(async () => {
        const next = await startResponse(store, path);
        await next.leave();
        return next.status === 200;
      });
      for (const { leave } of [...first, another]) await leave();
    },
  );

  test("of all stores together leave database connections for other requests", async () => {
    const reports = await Promise.all(
      stores.flatMap((store) => [startResponse(store, REPORT), startResponse(store, REPORT)]),
    );
    expect(reports.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), 429, 429]);
    for (const { leave } of reports) await leave();
  });

  test.each([REPORT, LIST])(
    "end when their clients disconnect, before or after the first chunk: %s",
    async (path) => {
      const [store] = stores;
      for (let i = 0; i < 24; i++) {
        const leaving = new AbortController();
        const answer = ask(store, path, { signal: leaving.signal }).then((startResponse) =>
          startResponse.body?.getReader().read(),
        );
        answer.catch(() => undefined);
        await Bun.sleep(i % 2 ? 0 : 15);
        leaving.abort();
      }
      await until(async () => {
        const next = await startResponse(store, path);
        await next.leave();
        return next.status === 200;
      });
      await until(async () => {
        const before = served.statements.length;
        await Bun.sleep(300);
        return served.statements.length === before;
      });
      const ofAbandoned = served.statements.length / 24;
      served.statements.length = 0;
      await (await ask(store, path)).arrayBuffer();
      expect(ofAbandoned).toBeLessThan(served.statements.length / 2);
    },
  );

  test.each([REPORT, LIST])(
    "hold no slot for a client that disconnects before the first chunk: %s",
    async (path) => {
      const [store] = stores;
      const app = createApp(shop.ctx, { ready: true, stopping: false });
      const askFor = async (signal?: AbortSignal) => {
        const headers = { "X-Authorization": store?.secret ?? "" };
        return app.fetch(new Request(`http://localhost${path}`, { headers, signal }));
      };
      for (let i = 0; i < 5; i++) {
        const leaving = new AbortController();
        const answer = askFor(leaving.signal);
        leaving.abort();
        expect((await answer).status).not.toBe(500);
      }
      const next = await askFor();
      expect(next.status).toBe(200);
      await next.body?.cancel();
    },
  );

  test("are read chunk by chunk with a slot of their store", async () => {
    const [store] = stores;
    const shares = createStoreLimiter(1);
    const app = createApp({ ...shop.ctx, connectionLimiter: shares }, { ready: true, stopping: false });
    const headers = { "X-Authorization": store?.secret ?? "" };
    const answer = await app.fetch(new Request(`http://localhost${REPORT}`, { headers }));
    const reader = answer.body?.getReader();
    await reader?.read();
    const release = await shares.take(store?.id ?? "");
    // The first chunk may have been read before the slot was taken.
    const more = Promise.all([reader?.read(), reader?.read()]);
    const first = await Promise.race([more.then(() => "read"), Bun.sleep(200).then(() => "waits")]);
    expect(first).toBe("waits");
    release();
    expect((await more).map((piece) => piece?.done)).toEqual([false, false]);
    await reader?.cancel();
  });

  test.each([REPORT, LIST])("read only the first chunk on HEAD: %s", async (path) => {
    const [store] = stores;
    const { leave } = await startResponse(store, path);
    await leave();
    await Bun.sleep(100);
    const ofGet = served.statements.length;
    const heads = [];
    for (let i = 0; i < 10; i++) heads.push(await ask(store, path, { method: "HEAD" }));
    expect(heads.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(heads[0]?.headers.get("content-type")).toBe("application/json");
    expect(heads[0]?.headers.get("content-length")).toBeNull();
    expect(served.statements.length - ofGet).toBeLessThanOrEqual(10 * ofGet);
  });
});

test("HEAD has the Content-Length of other responses", async () => {
  const store = await service.newStore({ beside: shop });
  await newReturn(store);
  const path = `/v2.2/stores/${store.id}/returns`;
  const headers = { Authorization: `Bearer ${store.secret}` };
  const [get, head] = await Promise.all(
    ["GET", "HEAD"].map((method) => fetch(`${served.origin}${path}`, { method, headers })),
  );
  const { byteLength } = (await get?.arrayBuffer()) ?? {};
  expect(head?.headers.get("content-length")).toBe(String(byteLength));
  expect([head?.status, head?.headers.get("content-type")]).toEqual([200, get?.headers.get("content-type")]);
  expect(await head?.text()).toBe("");
  expect((await fetch(`${served.origin}${path}/none`, { method: "HEAD", headers })).status).toBe(404);
});

test("a streamed response is unfinished until it was read or left", async () => {
  const requests = observeRequests(new Registry());
  const ctx = { ...shop.ctx, metrics: { ...shop.ctx.metrics, ...requests } };
  async function* pieces() {
    for (let i = 0; i < 3; i++) yield "x".repeat(1024 * 1024);
  }
  const kind = { name: "a long text", type: "text/plain" };
  const start = () => textResponse(ctx, new Request("http://localhost/"), kind, pieces());
  const [read, left] = await Promise.all([start(), start()]);
  expect(requests.unfinished()).toBe(2);
  await read?.arrayBuffer();
  expect(requests.unfinished()).toBe(1);
  await left?.body?.cancel();
  expect(requests.unfinished()).toBe(0);
});

test("memory is freed while a long response is streamed, after each 16 MB", async () => {
  let freed = 0;
  const ctx = { ...shop.ctx, freeMemory: () => freed++ };
  const piece = "x".repeat(1024 * 1024);
  async function* pieces() {
    for (let i = 0; i < 40; i++) yield piece;
  }
  const kind = { name: "a long text", type: "text/plain" };
  const response = await textResponse(ctx, new Request("http://localhost/"), kind, pieces());
  expect((await response.arrayBuffer()).byteLength).toBe(40 * piece.length);
  expect(freed).toBe(2);
});
