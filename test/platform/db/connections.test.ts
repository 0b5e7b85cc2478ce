import { afterAll, beforeAll, expect, test } from "bun:test";
import pg from "pg";
import { poolSizes } from "../../../src/lib/pool-sizes.ts";
import { createCli } from "../../support/cli.ts";
import { cloneDatabase } from "../../support/database.ts";
import { order } from "../../support/fixtures.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";

const CONNECTIONS = 20;

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let service: ServiceProcess;
let monitor: pg.Client;

beforeAll(async () => {
  database = await cloneDatabase();
  const keys = { DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for tests only" };
  service = await startProcess({ ...keys, DATABASE_CONNECTIONS: String(CONNECTIONS) });
  monitor = new pg.Client({ connectionString: database.url });
  await monitor.connect();
});

afterAll(async () => {
  await monitor.end();
  service.signal("SIGTERM");
  await service.exited;
  await database.drop();
});

/** Returns how many connections the service has. */
async function connections(): Promise<number> {
  const { rows } = await monitor.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  return rows[0]?.count ?? 0;
}

test("a process opens no more connections than DATABASE_CONNECTIONS allows, whatever it does at once", async () => {
  const cli = createCli({ DATABASE_URL: database.url, ENCRYPTION_KEY: "a key for tests only" });
  const { storeId } = await cli.json("store create", "--name", "Busy shop");
  const { secret } = await cli.json("client create", "--store", String(storeId), "--name", "busy");
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const path = `${service.origin}/v2.2/stores/${storeId}`;
  const send = async (method: string, url: string, body?: unknown) => {
    const response = await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  let isDone = false;
  const work = Promise.all(
    Array.from({ length: 60 }, async (_, i) => [
      await send("POST", `${path}/orders`, order(`${i}`)),
      await send("GET", `${path}/orders/${i}`),
      await send("GET", `${path}/orders`),
      ...(i < 3 ? [await send("GET", `${path}/changes?wait=1`)] : []),
      await send("GET", `${service.origin}/readyz`),
    ]),
  ).finally(() => {
    isDone = true;
  });
  const counts = [await connections()];
  while (!isDone) {
    counts.push(await connections());
    await Bun.sleep(5);
  }
  const statuses = (await work).flat();
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(Math.max(...counts)).toBeLessThanOrEqual(CONNECTIONS);
  // The requests alone have used the main connections.
  expect(Math.max(...counts)).toBeGreaterThan(poolSizes(CONNECTIONS).main);
});

test("the connections of a process are divided without rest, and each part has enough", () => {
  expect(poolSizes(42)).toEqual({ main: 18, byKey: 8, background: 2, long: 5, queue: 4, requests: 16 });
  expect(poolSizes(20)).toEqual({ main: 6, byKey: 3, background: 1, long: 3, queue: 2, requests: 5 });
  expect(poolSizes(16)).toEqual({ main: 3, byKey: 2, background: 1, long: 3, queue: 2, requests: 2 });
});
