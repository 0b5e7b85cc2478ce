import { expect, test } from "bun:test";
import pg from "pg";
import { pino } from "pino";
import { type Service, start } from "../../src/boot/start.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { lockMigrations } from "../../src/platform/db/migrate.ts";
import { emptyDatabase } from "../support/database.ts";
import { slowdown } from "../support/slowdown.ts";

test("during a long migration the process is alive and not ready, and requests get 503 within seconds", async () => {
  const database = await emptyDatabase();
  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();
  await lockMigrations(lock);

  const config = readConfig({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: "a key for tests only",
    DEMO: "0",
  });
  const listening = Promise.withResolvers<(request: Request) => Promise<Response>>();
  const starting = start(config, pino({ level: "silent" }), {
    listen: (fetch) => {
      listening.resolve(fetch);
      return 0;
    },
    freeMemory: () => {},
  });
  const fetch = await listening.promise;
  const get = async (path: string) => {
    const startedAt = performance.now();
    const response = await fetch(new Request(`http://localhost${path}`));
    return { response, body: await response.json(), ms: performance.now() - startedAt };
  };

  const { version } = await Bun.file("package.json").json();
  const alive = await get("/healthz");
  expect([alive.response.status, alive.body]).toEqual([200, { status: "alive" }]);
  const ready = await get("/readyz");
  expect([ready.response.status, ready.body]).toEqual([
    503,
    { status: "not ready", ready: false, stopping: false, version },
  ]);
  expect(alive.ms + ready.ms).toBeLessThan(1_000 * slowdown());
  const [main, warehouse] = await Promise.all([
    get("/v2.2/stores/shop/returns"),
    get("/api/v1/warehouse/return/list"),
  ]);
  expect(main.response.status).toBe(503);
  expect(main.response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(main.response.headers.get("Retry-After")).toBe("5");
  expect(main.body).toMatchObject({ status: 503, code: "database_unavailable" });
  expect([warehouse.response.status, warehouse.body]).toEqual([503, { message: expect.any(String) }]);
  expect(Math.max(main.ms, warehouse.ms)).toBeLessThan(10_000 * slowdown());

  await lock.end();
  let service: Service | undefined;
  void starting.then((started) => {
    service = started;
  });
  // The last one comes before the start is through, and gets the response of the service, as slow as the start may be.
  let late = get("/v2.2/stores/shop/returns");
  for (; !service; await Bun.sleep(100)) late = get("/v2.2/stores/shop/returns");
  expect((await late).response.status).toBe(401);
  // A busy database may not answer the first health check in time.
  while ((await get("/readyz")).response.status !== 200) await Bun.sleep(100);
  await service.stop();
  await database.drop();
});
