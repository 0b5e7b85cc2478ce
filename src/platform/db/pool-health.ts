import type pg from "pg";
import { within } from "../../lib/within.ts";
import type { Health, HealthCheck } from "./health-check.ts";
import type { ServiceClient } from "./service-client.ts";
import { mayWrite } from "./write-access.ts";

const CACHE_MS = 500;
const TIMEOUT_MS = 1_000;

/**
 * Returns a health check that also judges a connection of each pool: the database isn't writable while the connections
 * that requests would use are not. A pool whose connections are all in use isn't waited for.
 */
export function withPools(healthCheck: HealthCheck, pools: pg.Pool[]): HealthCheck {
  let latest: { isWritable: Promise<boolean>; until: number } | undefined;

  function judgeAll(): Promise<boolean> {
    if (latest && performance.now() < latest.until) return latest.isWritable;
    const judged = Promise.all(pools.map(judge)).then((all) => all.every((isWritable) => isWritable));
    const run = { isWritable: judged, until: Number.POSITIVE_INFINITY };
    latest = run;
    void judged.then((isWritable) => (run.until = isWritable ? performance.now() + CACHE_MS : 0));
    return judged;
  }

  return {
    check: async (): Promise<Health> => {
      const [health, isWritable] = await Promise.all([healthCheck.check(), judgeAll()]);
      return { ...health, writable: health.writable && isWritable };
    },
    close: healthCheck.close,
  };
}

/** A connection that doesn't answer, or that may not write, is given up. */
async function judge(pool: pg.Pool): Promise<boolean> {
  if (pool.idleCount === 0) return true;
  const client = await pool.connect().catch(() => undefined);
  if (!client) return true;
  let isWritable: boolean | undefined;
  const asked = mayWrite(client).then(
    (may) => (isWritable = may),
    () => undefined,
  );
  await within(TIMEOUT_MS, asked);
  if (isWritable === false) (client as pg.PoolClient & ServiceClient).refuseWrites();
  client.release(isWritable !== true);
  return isWritable !== false;
}
