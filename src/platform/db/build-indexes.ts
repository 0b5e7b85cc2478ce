import type pg from "pg";
import type { Logger } from "pino";
import { HOUR_MS } from "../../lib/duration.ts";
import { pause } from "../../lib/promises.ts";
import { type LargeIndex, largeIndexes } from "./large-indexes.ts";
import type { Limits } from "./limits.ts";
import { lockWithin } from "./lock-within.ts";
import { readMigrations } from "./migration-files.ts";
import { createClient } from "./open.ts";
import { quoteIdentifier } from "./quote-identifier.ts";

const BUILD_LOCK = 7_236_002;

/** A build reads its table twice and waits for the transactions that began before it. */
const BUILD_LIMITS: Limits = { statementMs: 24 * HOUR_MS, lockMs: HOUR_MS, idleInTransactionMs: 5_000 };
const CONNECT_TIMEOUT_MS = 4_500;
/** How long before another process is asked again, or a failed build is repeated. */
const RETRY_MS = 5_000;

/**
 * Builds the large indexes that the migrations declare and the database lacks, one after the other and in one
 * process at a time, while their tables are in use. Repeats until all are there. Returns how to stop: a build
 * that has started goes on in the database without this process.
 */
export function buildIndexesInBackground(
  url: string,
  log: Logger,
  indexes: Promise<LargeIndex[]> = readMigrations().then(largeIndexes),
  retryMs = RETRY_MS,
): () => Promise<void> {
  const stop = Promise.withResolvers<void>();
  let isStopped = false;
  /** Ends the connection of the build. The driver can't end one that is still being opened. */
  let disconnect = async () => {};

  async function attempt(): Promise<boolean> {
    const opening = { limits: BUILD_LIMITS, name: "aftersale indexes", connectMs: CONNECT_TIMEOUT_MS };
    const client = createClient(url, opening);
    try {
      await client.connect();
      disconnect = () => client.end();
      return !isStopped && (await buildMissing(client, await indexes, log));
    } catch (error) {
      if (!isStopped) log.error({ err: error }, "can't build an index; it is tried again");
      return false;
    } finally {
      await client.end();
    }
  }

  async function repeat(): Promise<void> {
    while (!isStopped && !(await attempt())) await Promise.race([stop.promise, pause(retryMs)]);
  }

  const running = repeat();
  return async () => {
    isStopped = true;
    stop.resolve();
    await disconnect();
    await running;
  };
}

/** Returns false when another process builds. */
async function buildMissing(client: pg.Client, indexes: LargeIndex[], log: Logger): Promise<boolean> {
  if ((await missing(client, indexes)).length === 0) return true;
  if (!(await lockWithin(client, { id: BUILD_LOCK, waitMs: 0 }))) return false;
  for (const { name, statement } of await missing(client, indexes)) {
    const startedAt = performance.now();
    log.info({ index: name }, "building an index; requests that need it are slower until then");
    // An index of this name is the invalid rest of a build that was interrupted.
    await client.query(`drop index concurrently if exists ${quoteIdentifier(name)}`);
    await client.query(statement);
    log.info({ index: name, seconds: Math.round((performance.now() - startedAt) / 1_000) }, "index built");
  }
  return true;
}

async function missing(client: pg.Client, indexes: LargeIndex[]): Promise<LargeIndex[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = current_schema::regnamespace and relname = any($1) and indisvalid`,
    [indexes.map(({ name }) => name)],
  );
  const built = new Set(rows.map(({ name }) => name));
  return indexes.filter(({ name }) => !built.has(name));
}
