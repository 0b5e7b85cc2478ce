import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Cluster, prepareCluster } from "./cluster.ts";
import { HOST } from "./free-port.ts";
import { SUPERUSER } from "./make-cluster.ts";
import { reachPostmaster, stopPostmaster } from "./postmaster.ts";

export type EmbeddedOptions = {
  dataDir: string;
  /** One service at a time; guests beside it or without it. */
  mode: "server" | "cli";
  settings?: Record<string, string>;
  onLog?: (line: string) => void;
  /** Postgres died under a service; it is being started again, on the same address. */
  onLost?: () => void;
};

export type Embedded = { url: string; close(): Promise<void> };

const DATABASE = "aftersale";
/** Held shared by all who use the folder: who can have it alone is the last one. */
const USERS = 7_236_011;
/** Held by the service. */
const SERVICE = 7_236_012;
const CREATION = 7_236_013;

/** What the locks of a service that was killed may need to fall. */
const RELEASE_MS = 1_000;
const MOST_ATTEMPTS = 20;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Opens the Postgres in `dataDir`: makes it, starts it, or joins it when it runs. The last one to close it stops it.
 * A service that loses it brings it back on the same address.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { mode, settings = {}, onLog = () => {}, onLost = () => {} } = options;
  const cluster = await prepareCluster(options.dataDir, settings);
  const { client: first, port } = await enter(cluster, mode);
  let client = first;
  let closing = false;
  let recovery = Promise.resolve();
  watch();

  function watch() {
    if (mode === "server") client.once("end", () => (recovery = recover()));
  }

  async function recover() {
    if (closing) return;
    onLost();
    onLog("Postgres is gone; bringing it back");
    for (let pause = 50; !closing; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        client = (await enter(cluster, mode, port)).client;
        watch();
        return onLog("Postgres is back");
      } catch (error) {
        onLog(`Postgres is not back: ${(error as Error).message}`);
      }
      await sleep(pause);
    }
  }

  async function close() {
    closing = true;
    await recovery;
    if (!(await leave(cluster, client))) onLog("Postgres is still writing; it stops by itself");
  }

  return { url: `postgres://${SUPERUSER}:${cluster.password}@${HOST}:${port}/${DATABASE}`, close };
}

async function enter(cluster: Cluster, mode: EmbeddedOptions["mode"], wantedPort?: number) {
  for (let attempt = 1; ; attempt++) {
    const { client, port } = await reachPostmaster(cluster, wantedPort);
    try {
      await client.query("select pg_advisory_lock_shared($1)", [USERS]);
      if (mode === "server") await takeService(client, cluster.folder);
      await createDatabase(client);
      if (!wantedPort || port === wantedPort) return { client, port };
      // Somebody else started it meanwhile, away from the address that our pool knows.
      await stopPostmaster(cluster);
      await client.end();
    } catch (error) {
      await leave(cluster, client);
      // A loss: the last one out stopped it after we came in.
      if (!isLoss(error) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

async function takeService(client: pg.Client, folder: string): Promise<void> {
  for (const end = Date.now() + RELEASE_MS; ; await sleep(20)) {
    if (await isTaken(client, SERVICE)) return;
    if (Date.now() > end) break;
  }
  throw new Error(`Another service already runs on the data folder ${dirname(folder)}`);
}

async function createDatabase(client: pg.Client): Promise<void> {
  const isThere = async () =>
    (await client.query("select from pg_database where datname = $1", [DATABASE])).rowCount;
  if (await isThere()) return;
  await client.query("select pg_advisory_lock($1)", [CREATION]);
  if (!(await isThere())) await client.query(`create database ${DATABASE}`);
  await client.query("select pg_advisory_unlock($1)", [CREATION]);
}

async function leave(cluster: Cluster, client: pg.Client): Promise<boolean> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [USERS]);
    return (await isTaken(client, USERS)) ? await stopPostmaster(cluster) : true;
  } catch (error) {
    // It is gone already.
    if (isLoss(error)) return true;
    throw error;
  } finally {
    await client.end();
  }
}

async function isTaken(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lock]);
  return rows[0]?.taken === true;
}

function isLoss(error: unknown): boolean {
  const { code = "", message } = error as pg.DatabaseError;
  return (
    /^(57P0\d|ECONNRESET|EPIPE)$/.test(code) ||
    /^(Connection terminated|Client was closed|Client has encountered a connection error)/.test(message)
  );
}
