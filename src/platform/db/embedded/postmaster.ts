import { stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import { freePort, HOST } from "./free-port.ts";
import { SUPERUSER } from "./make-cluster.ts";
import { dropStalePidFile, readPidFile } from "./pid-file.ts";
import { run } from "./postgres-user.ts";
import { startPostmaster } from "./start-postmaster.ts";

const START_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 8_000;
const PAUSE_MS = 10;
const REFUSED_PAUSE_MS = 50;

/** Temporary failures: another process starts or stops Postgres, or processes of a killed one still run. */
const TEMPORARY = /lock file "postmaster\.pid"|is still in use|could not create any TCP\/IP sockets/;

/**
 * Connects to the cluster's Postgres, and starts it unless it runs, on `wantedPort` when given. Throws when
 * it doesn't start.
 */
export async function reachPostmaster(
  cluster: Cluster,
  wantedPort?: number,
): Promise<{ client: pg.Client; port: number }> {
  let end = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const result = await tryConnect(cluster);
    if ("client" in result) return result;
    if (result.alive) {
      end = performance.now() + START_TIMEOUT_MS;
      await sleep(PAUSE_MS);
      continue;
    }
    const startFault = await startPostmaster(cluster, wantedPort ?? (await freePort(cluster.folder)));
    if (startFault === undefined) continue;
    if (!TEMPORARY.test(startFault) || performance.now() > end) {
      throw new Error(`Postgres does not start on ${cluster.folder}: ${startFault}${result.fault}`);
    }
    await dropStalePidFile(cluster.folder);
    await sleep(REFUSED_PAUSE_MS);
  }
}

/**
 * Stops Postgres with a fast shutdown; returns false when that takes too long and continues in the
 * background.
 */
export async function stopPostmaster(cluster: Cluster): Promise<boolean> {
  const { folder, programs, user } = cluster;
  const before = await readPidFile(folder);
  if (!before) return true;
  const { code, output } = await run(user, programs.pg_ctl, ["stop", "-D", folder, "-m", "fast", "-W"]);
  for (const end = performance.now() + STOP_TIMEOUT_MS; performance.now() < end; await sleep(PAUSE_MS)) {
    if ((await readPidFile(folder))?.pid !== before.pid) return true;
    if (code !== 0) throw new Error(`Postgres on ${folder} can't be stopped: ${output.trim()}`);
  }
  return false;
}

type ConnectResult = { client: pg.Client; port: number } | { alive: boolean; fault: string };

async function tryConnect({ folder, password }: Cluster): Promise<ConnectResult> {
  const port = (await readPidFile(folder))?.port;
  if (!port) return { alive: false, fault: "" };
  const client = new pg.Client({
    host: HOST,
    port,
    user: SUPERUSER,
    password,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
  });
  // An error of the connection also rejects the running query; the owner of an idle one listens for its end.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ place: string }>(
      "select current_setting('data_directory') as place",
    );
    if (rows[0] && (await isSameFolder(rows[0].place, folder))) return { client, port };
    await client.end();
    return { alive: false, fault: ` (port ${port} leads to the Postgres of another folder)` };
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    await client.end();
    // cannot_connect_now, admin_shutdown: it is starting or stopping.
    return { alive: code === "57P03" || code === "57P01", fault: ` (${message})` };
  }
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev && a.ino === b.ino;
}
