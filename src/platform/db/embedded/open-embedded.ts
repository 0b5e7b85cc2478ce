import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { lockWithin } from "../lock-within.ts";
import { type Cluster, prepareCluster, requireCluster } from "./cluster.ts";
import { HOST } from "./free-port.ts";
import { SUPERUSER } from "./make-cluster.ts";
import { reachPostmaster, stopPostmaster } from "./postmaster.ts";

export type EmbeddedOptions = {
  dataDir: string;
  /** One server at a time; commands run beside it or without it. */
  mode: "server" | "cli";
  /** Whether a database is created where there is none; true by default. */
  creates?: boolean;
  settings?: Record<string, string>;
  /** How long to wait for another process that creates or stops the database; 30 seconds by default. */
  lockWaitMs?: number;
  onLog?: (line: string) => void;
  /** Called when Postgres died under a server; it is restarted on the same address. */
  onLost?: () => void;
};

export type Embedded = { url: string; close(): Promise<void> };

const DATABASE = "aftersale";
/** Held shared by every process that uses the folder: one that can lock it exclusively is the last. */
const USERS_LOCK = 7_236_011;
/** Held by the server. */
const SERVER_LOCK = 7_236_012;
const CREATION_LOCK = 7_236_013;

/** How long the locks of a killed server may take to be released. */
const RELEASE_MS = 1_000;
const LOCK_WAIT_MS = 30_000;
const MAX_ATTEMPTS = 20;
const MAX_PAUSE_MS = 5_000;

/**
 * Opens the Postgres in `dataDir`: creates it, starts it, or joins it when it runs. The last process to close
 * it stops it. A server restarts a lost Postgres on the same address. Throws when another server uses the
 * folder.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const {
    mode,
    creates = true,
    settings = {},
    lockWaitMs = LOCK_WAIT_MS,
    onLog = () => {},
    onLost = () => {},
  } = options;
  if (!creates) await requireCluster(options.dataDir);
  const cluster = await prepareCluster(options.dataDir, settings);
  const joining = { mode, lockWaitMs };
  const { client: first, port } = await join(cluster, joining);
  let client = first;
  let isClosing = false;
  let recovery = Promise.resolve();
  watch();

  function watch() {
    if (mode === "server") client.once("end", () => (recovery = recover()));
  }

  async function recover() {
    if (isClosing) return;
    onLost();
    onLog("Postgres is gone; bringing it back");
    for (let pause = 50; !isClosing; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        client = (await join(cluster, joining, port)).client;
        watch();
        return onLog("Postgres is back");
      } catch (error) {
        onLog(`Postgres is not back: ${(error as Error).message}`);
      }
      await sleep(pause);
    }
  }

  async function close() {
    isClosing = true;
    await recovery;
    if (!(await leave(cluster, client))) onLog("Postgres is still writing; it stops by itself");
  }

  return { url: `postgres://${SUPERUSER}:${cluster.password}@${HOST}:${port}/${DATABASE}`, close };
}

type Joining = Required<Pick<EmbeddedOptions, "mode" | "lockWaitMs">>;

async function join(cluster: Cluster, { mode, lockWaitMs }: Joining, wantedPort?: number) {
  for (let attempt = 1; ; attempt++) {
    const { client, port } = await reachPostmaster(cluster, wantedPort);
    try {
      const wait = { waitMs: lockWaitMs, folder: cluster.folder };
      await lockOrThrow(client, { ...wait, id: USERS_LOCK, isShared: true, holder: "stopping" });
      if (mode === "server") await lockServer(client, cluster.folder);
      await createDatabase(client, wait);
      if (!wantedPort || port === wantedPort) return { client, port };
      // Another process started it meanwhile, on another port than our pool uses.
      await stopPostmaster(cluster);
      await client.end();
    } catch (error) {
      await leave(cluster, client);
      // Lost: the last process stopped it after we connected.
      if (!isConnectionLoss(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

type Wait = { waitMs: number; folder: string };

/** Throws a sentence about the process that holds the lock when it isn't released in time. */
async function lockOrThrow(
  client: pg.Client,
  { id, isShared, waitMs, folder, holder }: Wait & { id: number; isShared?: boolean; holder: string },
): Promise<void> {
  if (await lockWithin(client, { id, waitMs, ...(isShared && { isShared }) })) return;
  throw new Error(
    `Another process has been ${holder} the database in ${dirname(folder)} for ${waitMs / 1_000} seconds: end it, then start again`,
  );
}

async function lockServer(client: pg.Client, folder: string): Promise<void> {
  if (await lockWithin(client, { id: SERVER_LOCK, waitMs: RELEASE_MS })) return;
  throw new Error(`Another service already runs on the data folder ${dirname(folder)}`);
}

async function createDatabase(client: pg.Client, wait: Wait): Promise<void> {
  const exists = async () =>
    (await client.query("select from pg_database where datname = $1", [DATABASE])).rowCount;
  if (await exists()) return;
  await lockOrThrow(client, { ...wait, id: CREATION_LOCK, holder: "creating" });
  if (!(await exists())) await client.query(`create database ${DATABASE}`);
  await client.query("select pg_advisory_unlock($1)", [CREATION_LOCK]);
}

async function leave(cluster: Cluster, client: pg.Client): Promise<boolean> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK]);
    return (await lockWithin(client, { id: USERS_LOCK, waitMs: 0 })) ? await stopPostmaster(cluster) : true;
  } catch (error) {
    // It has stopped already.
    if (isConnectionLoss(error)) return true;
    throw error;
  } finally {
    await client.end();
  }
}

function isConnectionLoss(error: unknown): boolean {
  const { code = "", message } = error as pg.DatabaseError;
  return (
    /^(57P0\d|ECONNRESET|EPIPE)$/.test(code) ||
    /^(Connection terminated|Client was closed|Client has encountered a connection error)/.test(message)
  );
}
