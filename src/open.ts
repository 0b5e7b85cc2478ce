import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Ctx } from "./ctx.ts";
import { connect, demandSupportedVersion } from "./db/connect.ts";
import { openEmbedded } from "./db/embedded.ts";
import { embeddedEncryptionKey } from "./db/encryption-key.ts";
import { limited, QUEUE_LIMITS } from "./db/limits.ts";
import { migrate } from "./db/migrate.ts";
import { createBacklog } from "./jobs/backlog.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createMetrics } from "./lib/metrics.ts";
import { createSeal } from "./lib/seal.ts";
import { createPost } from "./net/post.ts";
import { resolveName } from "./net/resolve.ts";
import { createQueues, JOBS } from "./workers.ts";

export type Opened = { ctx: Ctx; boss: PgBoss; close(): Promise<void> };

/** A service owns the embedded database's folder, a guest (an operator's command) works beside it. */
export type Guise = "service" | "guest";

type Closing = () => Promise<unknown>;

/**
 * Opens the database, migrates it and builds the ctx. `reserved` runs as soon as the database is ours, before the slower
 * rest; what fails leaves nothing open.
 */
export async function open(
  config: Config,
  log: Logger,
  guise: Guise,
  reserved: () => void = () => {},
): Promise<Opened> {
  const closings: Closing[] = [];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    const url = config.databaseUrl ?? (await openOwnDatabase(config, log, guise, closings));
    reserved();
    const {
      db,
      longDb,
      pool,
      usage,
      close: disconnect,
    } = connect(url, (error) => log.warn({ err: error }, "a database connection broke"));
    closings.push(disconnect);
    await demandSupportedVersion(pool);
    const applied = await migrate(pool);
    if (applied > 0) log.info({ applied }, "migrations applied");

    const boss = await openQueue(url, log, {
      serves: guise === "service",
      works: guise === "service" && config.role !== "api",
    });
    closings.push(() => boss.stop({ graceful: true, timeout: 2_000 }));
    const post = createPost({ allowedHosts: config.webhookAllowedHosts, resolve: resolveName });
    closings.push(async () => post.close());
    const key = config.encryptionKey ?? (await embeddedEncryptionKey(config.dataDir));
    const ctx: Ctx = {
      db,
      longDb,
      jobs: createJobs(boss),
      log,
      metrics: createMetrics({
        connections: usage,
        backlog: createBacklog(
          db,
          log,
          JOBS.map(({ name }) => name),
        ),
      }),
      now: () => new Date(),
      freeMemory: () => {},
      fetch: (address, init) => fetch(address, init),
      post,
      resolve: resolveName,
      seal: await createSeal(key),
      config,
      // Commands make no links; a service replaces this by where it listens.
      origin: config.publicUrl ?? "http://localhost",
    };
    return { ctx, boss, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openOwnDatabase(
  config: Config,
  log: Logger,
  role: Guise,
  closings: Closing[],
): Promise<string> {
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    role,
    onLog: (line) => log.debug({ line }, "embedded postgres"),
    onLost: () => log.error("the embedded database ended; starting it again"),
  });
  closings.push(() => embedded.close());
  return embedded.url;
}

/** Who serves looks after the queue; who works besides sends the jobs that have a time of day. */
async function openQueue(
  url: string,
  log: Logger,
  { serves, works }: { serves: boolean; works: boolean },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...limited(url, QUEUE_LIMITS),
    max: 4,
    useListenNotify: serves,
    supervise: serves,
    // Looks for the work of killed processes, and drops what is done; left alone a minute and a day apart.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    maintenanceIntervalSeconds: 60,
    schedule: works,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));
  await boss.start();
  await createQueues(boss);
  return boss;
}
