import { expect, test } from "bun:test";
import type pg from "pg";
import { LIMITS } from "../../../src/platform/db/limits.ts";
import { clientOptions } from "../../../src/platform/db/open.ts";
import { RetryingPool } from "../../../src/platform/db/retrying-pool.ts";
import { ServiceClient } from "../../../src/platform/db/service-client.ts";
import {
  createWatchdog,
  type PendingConnect,
  type Watchdog,
  type WatchedConnection,
} from "../../../src/platform/db/watchdog.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

/** Creates a watchdog that never checks by itself. */
function idleWatchdog(unresponsiveError: () => Error | undefined): Watchdog {
  return {
    connections: new Set<WatchedConnection>(),
    pendingConnects: new Set<PendingConnect>(),
    lastDataAt: 0,
    get unresponsiveError() {
      return unresponsiveError();
    },
    stop() {},
  };
}

function poolOfOne(watchdog: Watchdog): pg.Pool {
  const { databaseUrl = "" } = service.ctx.config;
  const opening = { limits: LIMITS, name: "aftersale", connectMs: 5_000 };
  const options = { ...clientOptions(databaseUrl, opening), max: 1, Client: ServiceClient, watchdog };
  return new RetryingPool(options);
}

test("when the health check finds the server unreachable, all waits fail until it is reachable again", async () => {
  const health = { reachable: false, responsive: false, writable: false };
  const changes: boolean[] = [];
  const changed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const close = async () => {};
  const watchdog = createWatchdog({ check: async () => health, close }, (isUnresponsive) => {
    changes.push(isUnresponsive);
    changed[changes.length - 1]?.resolve();
  });
  const failed: string[] = [];
  const fails = (name: string) => (error: Error) => failed.push(`${name}: ${error.message}`);
  const since = performance.now();
  watchdog.pendingConnects.add({ since, fail: fails("wait") });
  const silent = { busySince: since, lastDataAt: 0, limitMs: 60_000, askedAfterMs: 0, pid: () => 1 };
  watchdog.connections.add({ ...silent, fail: fails("connection") });
  await changed[0]?.promise;
  expect(failed).toEqual(["wait", "connection"].map((name) => `${name}: the database does not respond`));
  expect(watchdog.unresponsiveError?.message).toBe("the database does not respond");
  health.reachable = true;
  await changed[1]?.promise;
  expect(watchdog.unresponsiveError).toBeUndefined();
  expect(changes).toEqual([true, false]);
  watchdog.stop();
});

test("connecting to an unresponsive database fails at once, even with a free connection", async () => {
  let unresponsiveError: Error | undefined;
  const pool = poolOfOne(idleWatchdog(() => unresponsiveError));
  await pool.query("select 1");
  unresponsiveError = new Error("silent");
  await expect(pool.query("select 1")).rejects.toThrow("silent");
  await expect(pool.connect()).rejects.toThrow("silent");
  unresponsiveError = undefined;
  await pool.query("select 1");
  await pool.end();
});

test("a connection whose wait failed goes to the next caller", async () => {
  const watchdog = idleWatchdog(() => undefined);
  const pool = poolOfOne(watchdog);
  const first = await pool.connect();
  const abandoned = pool.connect();
  for (const wait of watchdog.pendingConnects) wait.fail(new Error("silent"));
  await expect(abandoned).rejects.toThrow("silent");
  first.release();
  const next = await pool.connect();
  next.release();
  expect(watchdog.pendingConnects.size).toBe(0);
  await pool.end();
});

test("a connection whose session the server doesn't have fails alone; the server is asked less and less often", async () => {
  const health = { reachable: true, responsive: true, writable: true };
  const asked: number[][] = [];
  const silentMs: number[] = [];
  const close = async () => {};
  const watchdog = createWatchdog(
    { check: async () => health, close },
    () => {},
    async (pids) => {
      asked.push(pids);
      silentMs.push(performance.now() - busy.busySince);
      return new Set([7]);
    },
  );
  const failed: number[] = [];
  const busy = { busySince: performance.now(), lastDataAt: 0, limitMs: 60_000, askedAfterMs: 0 };
  for (const pid of [7, 8])
    watchdog.connections.add({ ...busy, pid: () => pid, fail: () => failed.push(pid) });
  while (asked.length < 2) await Bun.sleep(10);
  expect(asked).toEqual([
    [7, 8],
    [7, 8],
  ]);
  const [first = 0, second = 0] = silentMs;
  expect(first).toBeGreaterThan(1_000);
  expect(second).toBeGreaterThan(2 * first - 50);
  expect(new Set(failed)).toEqual(new Set([7]));
  watchdog.stop();
});
