import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { createChangeSignal } from "../core/changes/change-signal.ts";
import type { Ctx } from "../core/ctx.ts";
import { createRequestLog } from "../core/http/request-log.ts";
import { createBacklog } from "../core/jobs/backlog.ts";
import { createDoneJobs } from "../core/jobs/done-jobs.ts";
import { createJobs } from "../core/jobs/jobs.ts";
import { createKeyedMutex, createStoreLimiter } from "../core/turns/store-limiter.ts";
import { createEncryption } from "../lib/encryption.ts";
import type { Config } from "../platform/config/config.ts";
import { createDatabaseClock } from "../platform/db/clock.ts";
import { connect } from "../platform/db/connect.ts";
import { embeddedEncryptionKey } from "../platform/db/embedded/encryption-key.ts";
import { inspectDatabase, trustOwnDatabase } from "../platform/db/inspect-database.ts";
import { isEncrypted } from "../platform/db/key-check.ts";
import { logConnections, logOutage } from "../platform/db/log-outage.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { createNotifier } from "../platform/db/notifier.ts";
import { waitForDatabase } from "../platform/db/wait-for-database.ts";
import { createMetrics } from "../platform/metrics/create-metrics.ts";
import { readDatabase } from "../platform/metrics/read-database.ts";
import { createSampler } from "../platform/metrics/sampler.ts";
import { createCallIntegration } from "../platform/net/call-integration.ts";
import { createCallShop, PICTURES } from "../platform/net/call-shop.ts";
import { createPost } from "../platform/net/post.ts";
import { createResolve } from "../platform/net/resolve.ts";
import { JOBS } from "../workers.ts";
import { type Closing, type Mode, openOwnDatabase } from "./open-own-database.ts";
import { closeQueue, openQueue } from "./open-queue.ts";

export type OpenedContext = { ctx: Ctx; boss: PgBoss; url: string; close(): Promise<void> };

/**
 * `onOwnDatabase` is given what ends the embedded database, before that is opened; `onReserved` is called once this
 * process owns the database. `cell` is the name of one of several databases.
 */
export type Opening = {
  onOwnDatabase?: (close: () => Promise<void>) => void;
  onReserved?: () => Promise<void>;
  cell?: string;
};

/** Rereading costs some milliseconds of the database, and a scrape waits this long for it at most. */
const DATABASE_METRICS_AGE_MS = 15_000;
const DATABASE_METRICS_WAIT_MS = 1_000;

/** Two, so that one store with large requests leaves room for another. */
const MAX_LARGE_REQUESTS = 2;

/**
 * Opens the database, migrates it and creates the ctx. After an error nothing stays open. A server waits for its
 * database; for a cell the caller tries again.
 */
export async function createContext(
  config: Config,
  log: Logger,
  mode: Mode,
  { onOwnDatabase = () => {}, onReserved = async () => {}, cell }: Opening = {},
): Promise<OpenedContext> {
  const closings: Closing[] = [];
  const close = async () => {
    for (const closing of closings.splice(0).reverse()) await closing();
  };
  const onOpening = (closeDatabase: () => Promise<void>) => {
    closings.push(closeDatabase);
    onOwnDatabase(closeDatabase);
  };
  try {
    const url = config.databaseUrl ?? (await openOwnDatabase(config, log, mode, onOpening));
    await onReserved();
    // A command says at once that it can't reach the database.
    const waits = mode === "server" && cell === undefined;
    if (!config.databaseUrl) trustOwnDatabase(url);
    else await (waits ? waitForDatabase(url, log) : inspectDatabase(url));
    const connections = logConnections(log, "the connection to the database", url);
    // Before the embedded Postgres is stopped: that it ends what is left of the connections is no outage.
    closings.push(async () => connections.stop());
    const connection = connect(url, connections.failed, config.databaseConnections);
    closings.push(connection.close);
    const applied = await migrateDatabase(url, log);
    if (applied > 0) log.info({ applied }, "migrations applied");

    const clock = await createDatabaseClock(connection.monitorDb);
    closings.push(async () => clock.close());
    const queueing = {
      supervises: mode === "server",
      schedules: mode === "server" && config.role !== "api",
    };
    const boss = await openQueue(url, connection.queuePool, log, queueing);
    closings.push(() => closeQueue(boss));
    const changeSignal = createChangeSignal(
      connection.db,
      (error) => log.warn({ err: error }, "can't look for changes that readers wait for"),
      (handlers) =>
        createNotifier({
          ...{ url, channel: "aftersale_changes", ...handlers },
          outage: logOutage(log, "the connection for notifications"),
        }),
    );
    closings.push(changeSignal.close);
    const resolve = createResolve();
    const post = createPost({ allowedHosts: config.webhookAllowedHosts, resolve });
    const callIntegration = createCallIntegration({ resolve, allowedHosts: config.webhookAllowedHosts });
    const toShops = { resolve, allowedHosts: config.webhookAllowedHosts };
    const callShop = createCallShop(toShops);
    const loadPicture = createCallShop({ ...toShops, limits: PICTURES });
    closings.push(async () => {
      post.close();
      callIntegration.close();
      callShop.close();
      loadPicture.close();
    });
    const key =
      config.encryptionKey ?? (await embeddedEncryptionKey(config.dataDir, () => isEncrypted(connection.db)));
    const metrics = createMetrics({
      connections: connection.usage,
      backlog: createBacklog(connection.monitorDb, log, [...JOBS]),
      database: createSampler(() => readDatabase(connection.monitorDb, log), {
        maxAgeMs: DATABASE_METRICS_AGE_MS,
        maxWaitMs: DATABASE_METRICS_WAIT_MS,
        onError: (error) => log.warn({ err: error }, "can't read metrics of the database"),
      }),
      feedReaders: changeSignal.watching,
      ofProcess: mode === "server" && cell === undefined,
      cell,
    });
    const requestLog = createRequestLog(connection.longDb, {
      onDropped: (reason, count, error) => {
        metrics.requestsNotLogged(reason, count);
        if (error) log.warn({ err: error, count }, "can't write the log of requests");
      },
    });
    closings.push(requestLog.flush);
    const doneJobs = createDoneJobs(connection.longDb, (error) =>
      log.warn({ err: error }, "can't write how much background work was done"),
    );
    closings.push(doneJobs.flush);
    const ctx: Ctx = {
      db: connection.db,
      longDb: connection.longDb,
      backgroundDb: connection.backgroundDb,
      databaseHealth: connection.healthCheck,
      jobs: createJobs(boss, connection.db),
      keyedMutex: createKeyedMutex(),
      connectionLimiter: createStoreLimiter(connection.maxRequestConnections),
      largeRequestLimiter: createStoreLimiter(MAX_LARGE_REQUESTS),
      log,
      metrics,
      requestLog,
      doneJobs,
      now: clock.now,
      freeMemory: () => {},
      post,
      callIntegration,
      callShop,
      loadPicture,
      resolve,
      changeSignal,
      encryption: await createEncryption(key, config.previousEncryptionKey),
      config,
      // Commands create no links; a server replaces this by the address that it listens on.
      origin: config.publicUrl ?? "http://localhost",
    };
    return { ctx, boss, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
