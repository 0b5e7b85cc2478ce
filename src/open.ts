import { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Ctx } from "./ctx.ts";
import { connect, demandSupportedVersion } from "./db/connect.ts";
import { openEmbedded } from "./db/embedded.ts";
import { embeddedEncryptionKey } from "./db/encryption-key.ts";
import { migrate } from "./db/migrate.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createSeal } from "./lib/seal.ts";
import { createQueues } from "./workers.ts";

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
    const { db, pool } = connect(url, (error) => log.warn({ err: error }, "a database connection broke"));
    closings.push(() => pool.end());
    await demandSupportedVersion(pool);
    const applied = await migrate(pool);
    if (applied > 0) log.info({ applied }, "migrations applied");

    const boss = await openQueue(url, log, guise);
    closings.push(() => boss.stop({ graceful: true, timeout: 2_000 }));
    const key = config.encryptionKey ?? (await embeddedEncryptionKey(config.dataDir));
    const ctx: Ctx = {
      db,
      jobs: createJobs(boss),
      log,
      now: () => new Date(),
      fetch: (address, init) => fetch(address, init),
      seal: await createSeal(key),
      config,
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

async function openQueue(url: string, log: Logger, guise: Guise): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    useListenNotify: guise === "service",
    supervise: guise === "service",
    schedule: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue failed"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));
  await boss.start();
  await createQueues(boss);
  return boss;
}
