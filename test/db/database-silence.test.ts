import { afterAll, beforeAll, expect, test } from "bun:test";
import type pg from "pg";
import { SteadyPool } from "../../src/db/steady-pool.ts";
import { createWatch, type Wait, type Watch, type Watched } from "../../src/db/watch.ts";
import { startService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A watch that finds nothing by itself. */
function blindWatch(silence: () => Error | undefined): Watch {
  return { connections: new Set<Watched>(), waits: new Set<Wait>(), hear() {}, silence, stop() {} };
}

function poolOfOne(watch: Watch): pg.Pool {
  return new SteadyPool({ connectionString: service.ctx.config.databaseUrl, max: 1, watch });
}

test("when a database owes an answer and has no pulse, all that waits for it fails, until it speaks again", async () => {
  const pulse = { speaks: false, answers: false, writable: false };
  const changes: boolean[] = [];
  const changed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const close = async () => {};
  const watch = createWatch({ take: async () => pulse, close }, (isSilent) => {
    changes.push(isSilent);
    changed[changes.length - 1]?.resolve();
  });
  const failed: string[] = [];
  const fails = (name: string) => (error: Error) => failed.push(`${name}: ${error.message}`);
  const since = performance.now();
  watch.waits.add({ since, fail: fails("wait") });
  watch.connections.add({ busySince: since, heardAt: 0, limitMs: 60_000, fail: fails("connection") });
  await changed[0]?.promise;
  expect(failed).toEqual(["wait", "connection"].map((name) => `${name}: the database does not answer`));
  expect(watch.silence()?.message).toBe("the database does not answer");
  pulse.speaks = true;
  await changed[1]?.promise;
  expect(watch.silence()).toBeUndefined();
  expect(changes).toEqual([true, false]);
  watch.stop();
});

test("who wants a connection of a database that says nothing is told at once, though one is free", async () => {
  let silence: Error | undefined;
  const pool = poolOfOne(blindWatch(() => silence));
  await pool.query("select 1");
  silence = new Error("silent");
  await expect(pool.query("select 1")).rejects.toThrow("silent");
  await expect(pool.connect()).rejects.toThrow("silent");
  silence = undefined;
  await pool.query("select 1");
  await pool.end();
});

test("the connection for which somebody waited in vain goes to the next", async () => {
  const watch = blindWatch(() => undefined);
  const pool = poolOfOne(watch);
  const first = await pool.connect();
  const vain = pool.connect();
  for (const wait of watch.waits) wait.fail(new Error("silent"));
  await expect(vain).rejects.toThrow("silent");
  first.release();
  const next = await pool.connect();
  next.release();
  expect(watch.waits.size).toBe(0);
  await pool.end();
});
