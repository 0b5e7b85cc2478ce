import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../src/app.ts";
import { event } from "../support/events.ts";
import { startService, type TestService, type TestStore } from "../support/service.ts";

let service: TestService;
let pool: pg.Pool;
let app: ReturnType<typeof createApp>;
const statements: string[] = [];
beforeAll(async () => {
  service = await startService({ eventRateLimit: 0 });
  // The settings of the service's pool for such statements.
  const options =
    "-c TimeZone=UTC -c DateStyle=ISO -c enable_seqscan=off -c plan_cache_mode=force_generic_plan";
  pool = new pg.Pool({ connectionString: service.ctx.config.databaseUrl, pipeline: true, max: 1, options });
  const logger = { logQuery: (query: string) => void statements.push(query) };
  const db = drizzle(pool, { casing: "snake_case", logger });
  app = createApp({ ...service.ctx, db }, { ready: true, stopping: false });
});
afterAll(async () => {
  await pool.end();
  await service.stop();
});

async function send(store: TestStore, body = event(), path = ""): Promise<number> {
  const request = new Request(`http://localhost/v2.2/stores/${store.id}/events${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await app.fetch(request)).status;
}

test("a single event of a known client takes one statement, which authenticates the client too", async () => {
  const store = await service.newStore();
  expect(await send(store)).toBe(202);

  statements.length = 0;
  expect(await send(store)).toBe(202);
  expect(statements).toEqual([expect.stringMatching(/api_clients.*insert into events /s)]);
});

test("the framework parses neither headers nor cookies of an event", async () => {
  const store = await service.newStore();
  // The framework calls it for handlers that may use all headers or a cookie.
  const parsed = spyOn(Headers.prototype, "toJSON");
  expect(await send(store)).toBe(202);
  expect(parsed).not.toHaveBeenCalled();
  parsed.mockRestore();
});
