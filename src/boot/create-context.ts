import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Ctx } from "../ctx.ts";
import { connect, GRACE_MS, requireSupportedVersion } from "../db/connect.ts";
import { embeddedEncryptionKey } from "../db/embedded/encryption-key.ts";
import { openEmbedded } from "../db/embedded/open-embedded.ts";
import { isEncrypted } from "../db/key-check.ts";
import { limited, QUEUE_LIMITS } from "../db/limits.ts";
import { migrateDatabase } from "../db/migrate.ts";
import { createBacklog } from "../jobs/backlog.ts";
import { createJobs } from "../jobs/jobs.ts";
import { createEncryption } from "../lib/encryption.ts";
import { createKeyedMutex } from "../lib/keyed-mutex.ts";
import { pause } from "../lib/pause.ts";
import { createStoreLimiter } from "../lib/store-limiter.ts";
import { createMetrics } from "../metrics.ts";
import { createCallIntegration } from "../net/call-integration.ts";
import { createPost } from "../net/post.ts";
import { createResolve } from "../net/resolve.ts";
import { createQueues, JOBS } from "../workers.ts";

export type OpenedContext = { ctx: Ctx; boss: PgBoss; close(): Promise<void> };

/** A service owns the embedded database's folder, a guest (an operator's command) works beside it. */
export type Mode = "server" | "cli";

type Closing = () => Promise<unknown>;

/** What a database that says nothing doesn't let end ends with the process. */
const QUEUE_CLOSED_WITHIN_MS = 4_000;

/** One of a store's, and one of another's. */
const LARGE_AT_ONCE = 2;

/**
 * Opens the database, migrates it and builds the ctx. `reserved` runs as soon as the database is ours, before the slower
 * rest; what fails leaves nothing open.
 */
export async function createContext(
  config: Config,
  log: Logger,
  mode: Mode,
  reserved: () => Promise<void> = async () => {},
): Promise<OpenedContext> {
  const closings: Closing[] = [];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  try {
    const url = config.databaseUrl ?? (await openOwnDatabase(config, log, mode, closings));
    await reserved();
    const connection = connect(url, (error) => log.warn({ err: error }, "a database connection broke"));
    closings.push(connection.close);
    await requireSupportedVersion(connection.pool);
    const applied = await migrateDatabase(url);
    if (applied > 0) log.info({ applied }, "migrations applied");

    const boss = await openQueue(url, log, {
      serves: mode === "server",
      works: mode === "server" && config.role !== "api",
    });
    closings.push(() =>
      Promise.race([boss.stop({ graceful: true, timeout: 2_000 }), pause(QUEUE_CLOSED_WITHIN_MS)]),
    );
    const resolve = createResolve();
    const post = createPost({ allowedHosts: config.webhookAllowedHosts, resolve });
    const callIntegration = createCallIntegration({ resolve });
    closings.push(async () => {
      post.close();
      callIntegration.close();
    });
    const key =
      config.encryptionKey ?? (await embeddedEncryptionKey(config.dataDir, () => isEncrypted(connection.db)));
    const ctx: Ctx = {
      db: connection.db,
      longDb: connection.longDb,
      pulse: connection.pulse,
      jobs: createJobs(boss),
      keyedMutex: createKeyedMutex(),
      connectionLimiter: createStoreLimiter(connection.places),
      largeRequestLimiter: createStoreLimiter(LARGE_AT_ONCE),
      log,
      metrics: createMetrics({
        connections: connection.usage,
        backlog: createBacklog(connection.monitorDb, log, [...JOBS]),
      }),
      now: () => new Date(),
      freeMemory: () => {},
      post,
      callIntegration,
      resolve,
      encryption: await createEncryption(key, config.previousEncryptionKey),
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
  mode: Mode,
  closings: Closing[],
): Promise<string> {
  const embedded = await openEmbedded({
    dataDir: config.dataDir,
    mode,
    onLog: (line) => log.debug({ line }, "embedded postgres"),
    onLost: () => log.error("the embedded database ended; starting it again"),
  });
  closings.push(() => embedded.close());
  return embedded.url;
}

/** A statement that the server can't end any more ends here. The queue hands its options on to the driver. */
const UNANSWERED: object = { query_timeout: QUEUE_LIMITS.statementMs + GRACE_MS };

/** Who serves looks after the queue; who works besides sends the jobs that have a time of day. */
async function openQueue(
  url: string,
  log: Logger,
  { serves, works }: { serves: boolean; works: boolean },
): Promise<PgBoss> {
  const boss = new PgBoss({
    ...limited(url, QUEUE_LIMITS),
    ...UNANSWERED,
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
