import { afterAll, beforeAll, expect, test } from "bun:test";
import { cloneDatabase, type TestDatabase } from "../support/database.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";

let worker: ServiceProcess;
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  const { url: DATABASE_URL } = database;
  worker = await startProcess({ DATABASE_URL, ENCRYPTION_KEY: "a key for tests only", ROLE: "worker" });
});
afterAll(async () => {
  worker.signal("SIGTERM");
  await worker.exited;
  await database.drop();
});

const send = (path: string, method = "GET") => fetch(`${worker.origin}${path}`, { method });

test("a worker answers probes and metrics", async () => {
  expect(await (await send("/healthz")).json()).toEqual({ status: "alive" });
  const ready = await send("/readyz");
  expect(ready.status).toBe(200);
  expect(ready.headers.get("X-Request-Id")).toMatch(/\S/);
  expect(await ready.json()).toMatchObject({ status: "ready", database: true, encryptionKey: true });
  expect(await (await send("/metrics")).text()).toContain('route="/readyz"');
});

test("a worker answers every other request as each process does", async () => {
  const head = await send("/healthz", "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await send("/healthz", "POST")).status).toBe(405);
  expect((await send("/nowhere")).status).toBe(404);
  const operation = await send("/v2.2/stores/any/returns");
  expect(operation.status).toBe(401);
  expect(await operation.json()).toMatchObject({ code: "unauthenticated" });
});
