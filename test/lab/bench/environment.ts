import { appendFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openEmbedded } from "../../../src/platform/db/embedded/open-embedded.ts";
import { administer, withDatabase } from "../../support/administer.ts";
import { createProcessCli } from "../../support/cli.ts";
import { dropWithUs, temporaryFolder } from "../../support/ends-with-us.ts";
import { ROOT } from "../../support/entries.ts";
import { type ServiceProcess, startProcess } from "../../support/process.ts";
import { FOLDER_PREFIX, removeLeftovers, SERVERS_FILE } from "./leftovers.ts";
import { cpuSeconds, cpuSecondsOfAll, postmasterOf } from "./processor-time.ts";

/** A setting: the folder of the service's code, if it isn't today's. */
export const CODE_FOLDER = "BENCH_CODE";

export type Server = ServiceProcess & { stop(): Promise<void> };

export type BenchStore = { id: string; secret: string };

/** A new database in a Postgres with durable settings, and service processes on it. */
export type Environment = {
  url: string;
  encryptionKey: string;
  sql: pg.Client;
  /** `folder` holds the code, if it isn't today's. */
  server(settings?: Record<string, string>, folder?: string): Promise<Server>;
  /** The CPU that Postgres and the servers, those that run, have used so far. */
  cpuSeconds(servers: Server[]): number | undefined;
  /** Creates a store, or a client of the existing store with this id. */
  newStore(id?: string): Promise<BenchStore>;
  clear(): Promise<void>;
};

/**
 * Creates a database at `at`, which ends with this process, at BENCH_DATABASE_URL, or in an embedded Postgres;
 * `part` distinguishes several in one run, and `code` is the folder of the service's code. With `keptIn`, the embedded Postgres is in that folder, and its database is kept for the next run.
 */
export async function prepareEnvironment(
  part = "",
  { keptIn, at, code = process.env[CODE_FOLDER] }: { keptIn?: string; at?: string; code?: string } = {},
): Promise<Environment> {
  const given = keptIn ? undefined : (at ?? process.env.BENCH_DATABASE_URL);
  const cluster = await openCluster(given, keptIn);
  const name = keptIn ? "aftersale_bench" : `aftersale_bench_${process.pid}${part}`;
  if (given && given !== at) dropWithUs(cluster.url, name);
  if (!keptIn || !(await exists(cluster.url, name))) {
    await administer(cluster.url, `create database ${name}`);
  }
  const url = withDatabase(cluster.url, name);
  const encryptionKey = "a key for the bench only";
  const env = { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey, DEMO: "0" };
  const quiet = { ...env, EVENT_RATE_LIMIT: "0", LOG_LEVEL: "warn" };
  const cli = createProcessCli(env, code || undefined);
  const sql = new pg.Client({ connectionString: url });
  await sql.connect();
  if (keptIn) await prewarm(sql);
  const postmaster = await postmasterOf(sql);
  return {
    url,
    encryptionKey,
    sql,
    server: async (settings = {}, folder = code) => {
      const command = [process.execPath, join(folder || ROOT, "src/main.ts")];
      const server = await startProcess({ ...quiet, ...settings }, command);
      if (cluster.folder) await appendFile(join(cluster.folder, SERVERS_FILE), `${server.pid}\n`);
      const stop = async () => {
        server.signal("SIGTERM");
        await server.exited;
      };
      return { ...server, stop };
    },
    cpuSeconds: (servers) => {
      if (postmaster === undefined) return undefined;
      return servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), cpuSecondsOfAll(postmaster));
    },
    newStore: async (id) => {
      const { storeId } = id ? { storeId: id } : await cli.json("store create", "--name", "Bench shop");
      const { secret } = await cli.json("client create", "--store", String(storeId), "--name", "bench");
      return { id: String(storeId), secret: String(secret) };
    },
    clear: async () => {
      await sql.end();
      if (!keptIn) await administer(cluster.url, `drop database ${name} with (force)`);
      await cluster.close();
    },
  };
}

async function openCluster(
  given: string | undefined,
  keptIn: string | undefined,
): Promise<{ url: string; folder?: string; close(): Promise<void> }> {
  if (given) return { url: given, close: async () => {} };
  // Makes commit times available to the benches of latency.
  const settings = { track_commit_timestamp: "on" };
  if (keptIn) {
    const buffers = `${Math.floor(totalmem() / 2 / 2 ** 20)}MB`;
    const inMemory = { shared_buffers: buffers, "pg_prewarm.autoprewarm": "off" };
    return openEmbedded({ dataDir: keptIn, mode: "server", settings: { ...settings, ...inMemory } });
  }
  await removeLeftovers();
  const folder = await temporaryFolder(`${FOLDER_PREFIX}${process.pid}-`);
  const embedded = await openEmbedded({ dataDir: join(folder.path, "data"), mode: "server", settings });
  const close = async () => {
    await embedded.close();
    await folder.remove();
  };
  return { url: embedded.url, folder: folder.path, close };
}

/**
 * Reads a kept database into the memory of Postgres, which is half of the machine's, so that no figure depends on
 * what the operating system has cached of it.
 */
async function prewarm(sql: pg.Client): Promise<void> {
  await sql.query("create extension if not exists pg_prewarm");
  await sql.query("select pg_prewarm(oid) from pg_class where relkind in ('r', 'i', 't', 'm')");
}

async function exists(url: string, name: string): Promise<boolean> {
  return (await administer(url, `select from pg_database where datname = '${name}'`)) > 0;
}
