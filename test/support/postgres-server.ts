import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import pg from "pg";
import type { Cluster } from "../../src/platform/db/embedded/cluster.ts";
import { HOST } from "../../src/platform/db/embedded/free-port.ts";
import { SUPERUSER } from "../../src/platform/db/embedded/make-cluster.ts";
import { stopPostmaster } from "../../src/platform/db/embedded/postmaster.ts";
import { startPostmaster } from "../../src/platform/db/embedded/start-postmaster.ts";
import { freezePostgres } from "./freeze-postgres.ts";
import { killPostgresIn } from "./processes.ts";

/** A Postgres that runs only when a test says so; its owner removes the folder of the cluster. */
export type PostgresServer = {
  cluster: Cluster;
  port: number;
  url: string;
  start(): Promise<void>;
  /** Ends it as a planned restart does: a standby gets everything before. */
  stop(): Promise<void>;
  /** Ends all of its processes at once, like a loss of power. */
  kill(): Promise<void>;
  /** Suspends all of its processes, like a frozen host. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Runs a statement in a session of its own. */
  query<Row extends object>(text: string): Promise<Row[]>;
  /** Ends the sessions of all clients. */
  endSessions(): Promise<void>;
  /** Removes its data. */
  clear(): Promise<void>;
};

const CONNECT_MS = 5_000;
const DATABASE = "aftersale";

export function createPostgresServer(cluster: Cluster, port: number): PostgresServer {
  const { folder, password } = cluster;
  const address = (database: string) => `postgres://${SUPERUSER}:${password}@${HOST}:${port}/${database}`;
  let thawAll = () => {};

  async function query<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: address("postgres"),
      connectionTimeoutMillis: CONNECT_MS,
    });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  return {
    ...{ cluster, port, query },
    url: address(DATABASE),
    start: async () => {
      const fault = await startPostmaster(cluster, port);
      if (fault !== undefined) throw new Error(`Postgres does not start on ${folder}: ${fault}`);
    },
    stop: async () => {
      if (!(await stopPostmaster(cluster))) throw new Error(`Postgres does not stop on ${folder}`);
    },
    kill: () => killPostgresIn(dirname(folder)),
    freeze: async () => {
      thawAll = await freezePostgres(dirname(folder));
    },
    thaw: () => thawAll(),
    endSessions: async () => {
      await query(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`);
    },
    clear: () => rm(folder, { recursive: true, force: true }),
  };
}
