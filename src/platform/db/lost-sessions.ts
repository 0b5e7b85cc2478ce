import { MONITOR_LIMITS } from "./limits.ts";
import { createClient } from "./open.ts";
import { serverAt } from "./server.ts";

const TIMEOUT_MS = 1_000;

/**
 * Returns which of these sessions, by their processes, the server that the address now leads to doesn't have: they are
 * on one that is gone without a sign. Returns none while no server accepts writes, and behind a pooler, whose sessions
 * are not the server's. All connections that are as old as a lost one are then given up.
 */
export async function findLostSessions(url: string, pids: number[]): Promise<Set<number>> {
  const opening = { limits: MONITOR_LIMITS, name: "aftersale health check", connectMs: TIMEOUT_MS };
  const client = createClient(url, opening, { query_timeout: TIMEOUT_MS });
  try {
    // The host that was found before may be the one that is gone.
    await serverAt(url).search();
    await client.connect();
    const { rows } = await client.query<{ own: number; alive: number[] }>(
      "select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1)) as alive",
      [pids],
    );
    const [row] = rows;
    if (!row || row.own !== client.pid()) return new Set();
    const lost = new Set(pids).difference(new Set(row.alive));
    if (lost.size > 0) serverAt(url).retireAll(new Error("the server of the session is gone"));
    return lost;
  } catch {
    // Whether a server can be reached at all is the health check's matter.
    return new Set();
  } finally {
    client.discard();
  }
}
