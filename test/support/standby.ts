import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { prepareCluster } from "../../src/platform/db/embedded/cluster.ts";
import { freePort } from "../../src/platform/db/embedded/free-port.ts";
import { copyAsStandby } from "./copy-cluster.ts";
import { type DatabaseLink, linkTo } from "./database-link.ts";
import { temporaryFolder } from "./ends-with-us.ts";
import { createPostgresServer, type PostgresServer } from "./postgres-server.ts";

/**
 * Two Postgres servers of a test: a primary, and a standby that has each commit before its client gets the response.
 * They end with the run.
 */
export type Pair = {
  primary(): PostgresServer;
  standby(): PostgresServer;
  /** What the standby gets from the primary goes through it. */
  stream: DatabaseLink;
  /** Makes the standby the primary, which is alone until `rebuild`; the other server must have ended. */
  promote(): Promise<void>;
  /** Copies the primary into the other server and starts it as the synchronous standby. */
  rebuild(): Promise<void>;
  /** Lets the primary's transactions only read, or write again. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  close(): Promise<void>;
};

const SETTINGS = {
  max_connections: "300",
  // Enough when processes die, but the machine doesn't.
  fsync: "off",
};
const NAMES = ["one", "other"];
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;
const PROMOTE_S = 30;

/** Starts both servers with an empty database `aftersale`. */
export async function openPair(settings: Record<string, string> = {}): Promise<Pair> {
  const root = await temporaryFolder("aftersale-pair-");
  const [first = "", second = ""] = NAMES.map((name) => join(root.path, name));
  const cluster = await prepareCluster(first, { ...SETTINGS, ...settings });
  await mkdir(second);
  let primary = createPostgresServer(cluster, await freePort(cluster.folder));
  let standby = createPostgresServer(
    { ...cluster, folder: join(second, "pg") },
    await portBeside(primary.port, second),
  );

  const stream = await linkTo(primary.url);

  async function rebuild() {
    await standby.kill();
    // Commits would wait for a standby that isn't there yet.
    await waitForNone(primary);
    await standby.clear();
    await stream.mend();
    stream.pointAt(primary.url);
    await copyAsStandby(primary, standby, Number(new URL(stream.url).port));
    await standby.start();
    await waitForAll(primary);
  }

  async function close() {
    for (const server of [standby, primary]) await server.kill();
    await stream.close();
    await root.remove();
  }

  try {
    await primary.start();
    await primary.query("create database aftersale");
    await rebuild();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    primary: () => primary,
    standby: () => standby,
    stream,
    promote: async () => {
      const [row] = await standby.query<{ done: boolean }>(`select pg_promote(true, ${PROMOTE_S}) as done`);
      if (!row?.done) throw new Error(`the standby wasn't promoted within ${PROMOTE_S} s`);
      [primary, standby] = [standby, primary];
    },
    rebuild,
    setReadOnly: async (isReadOnly) => {
      const value = isReadOnly ? "on" : "off";
      await primary.query(`alter system set default_transaction_read_only = ${value}`);
      await primary.query("select pg_reload_conf()");
      const isSet = `select where current_setting('default_transaction_read_only') = '${value}'`;
      await until(async () => (await primary.query(isSet)).length > 0, "the primary keeps its mode");
    },
    close,
  };
}

async function portBeside(taken: number, folder: string): Promise<number> {
  for (let port = await freePort(folder); ; port = await freePort(folder)) if (port !== taken) return port;
}

async function waitForNone(primary: PostgresServer): Promise<void> {
  await primary.query("alter system reset synchronous_standby_names");
  await primary.query("select pg_reload_conf()");
}

/** Makes the standby synchronous, and returns when it has every commit that was acknowledged. */
async function waitForAll(primary: PostgresServer): Promise<void> {
  const isState = async (states: string) =>
    (await primary.query(`select from pg_stat_replication where ${states}`)).length > 0;
  await until(() => isState("state = 'streaming'"), "no standby streams");
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query("select pg_reload_conf()");
  await until(() => isState("sync_state = 'sync'"), "no standby is synchronous");
  // A commit that waits for the standby, after all that didn't.
  await primary.query("select pg_logical_emit_message(true, 'standby', 'has all before')");
}

async function until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; !(await isSo()); await Bun.sleep(PAUSE_MS)) {
    if (performance.now() > end) throw new Error(`${otherwise} after ${PATIENCE_MS} ms`);
  }
}
