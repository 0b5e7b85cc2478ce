import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createApp } from "../../../src/app.ts";
import { event } from "../../support/events.ts";
import { startService, type TestService, type TestStore } from "../../support/service.ts";

let service: TestService;
let pool: pg.Pool;
let app: ReturnType<typeof createApp>;
const statements: string[] = [];
beforeAll(async () => {
  service = await startService({ eventRateLimit: 0, isSingle: true });
  // The settings of the service's pool for single events.
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

async function send(store: TestStore, body = event(), path = "", Sent = Request): Promise<number> {
  const json = JSON.stringify(body);
  const request = new Sent(`http://localhost/v2.2/stores/${store.id}/events${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${store.secret}`,
      "Content-Type": "application/json",
      "Content-Length": String(Buffer.byteLength(json)),
    },
    body: json,
  });
  return (await app.fetch(request)).status;
}

/** Returns how many entries of the index on unique ids the service's connection has read. */
async function uniqueIdsRead(): Promise<number> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ read: number }>(
    "select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = 'event_unique_ids'",
  );
  return rows[0]?.read ?? 0;
}

test("a single event of a known client executes one statement, which also authenticates the client", async () => {
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

test("the body of an event is read whole, and not as a stream", async () => {
  class WithoutStream extends Request {
    override get body(): never {
      throw new Error("the body was asked for as a stream");
    }
  }
  const store = await service.newStore();
  expect(await send(store, event(), "", WithoutStream)).toBe(202);
  expect(await send(store, { events: [event()] }, "/bulk", WithoutStream)).toBe(202);
});

test.each([
  ["single", ""],
  ["bulk", "/bulk"],
])("a %s event of a new customer reads no other unique ids of its store", async (_, path) => {
  const store = await service.newStore();
  const bodyOf = (uniqueId: string, customer: object) => {
    const one = event({ uniqueId, customer });
    return path ? { events: [one] } : one;
  };
  // Plans are made now, while the table is small.
  for (const id of ["first", "second"]) expect(await send(store, bodyOf(id, { id: "ann" }), path)).toBe(202);
  await pool.query(
    "insert into event_unique_ids (store_id, unique_id) select $1, 'old-' || i from generate_series(1, 5000) as i",
    [store.id],
  );

  const before = await uniqueIdsRead();
  expect(await send(store, bodyOf("third", { id: "bob" }), path)).toBe(202);
  expect((await uniqueIdsRead()) - before).toBeLessThan(100);
});
