import type pg from "pg";
import type { Logger } from "pino";

import { pause } from "../../lib/promises.ts";
import { type Blocker, blockerOf } from "./blocker.ts";
import { isConflict, isLockTimeout } from "./errors.ts";
import type { Migration } from "./migration-files.ts";

/** How long a migration is tried again. */
export const PATIENCE_MS = 300_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/**
 * While a migration waits for a table, writes wait behind it, and so do those of the tables that it has locked. So it
 * waits for a moment, less once its transaction has run for a while, and gives way.
 */
const LOCK_MS = 500;
const LOCKS_IN_ALL_MS = 1_000;
const MIN_LOCK_MS = 50;

/** Runs the statements of a migration, and calls with each before it is sent. */
export type RunMigration = (onStatement: (statement: string) => Promise<void>) => Promise<void>;

/**
 * Applies a migration in a transaction of its own. When that conflicts with other sessions, by a lock that they hold or
 * by a deadlock, it is tried again after pauses that grow, for `patienceMs`; each try is logged with the session that
 * was in the way. Then throws a sentence about that session.
 */
export async function applyMigration(
  client: pg.ClientBase,
  { name }: Migration,
  run: RunMigration,
  { log, patienceMs }: { log: Pick<Logger, "warn"> | undefined; patienceMs: number },
): Promise<void> {
  const end = performance.now() + patienceMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (let attempt = 1; ; attempt++) {
    const tried = await attemptOnce(client, run);
    if (!tried) return;
    const blocker = await blockerOf(client, tried.statement);
    if (performance.now() + pauseMs > end) throw stuck(name, blocker, tried.error);
    const session = blocker?.description ?? "a session whose transaction has ended since";
    const fields = { migration: name, attempt, session, reason: tried.error.message, retryInMs: pauseMs };
    log?.warn(fields, "a migration has given way to other sessions; it is tried again");
    await pause(pauseMs);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

/** Returns the statement that met a conflict; undefined when the migration is committed. */
async function attemptOnce(
  client: pg.ClientBase,
  run: RunMigration,
): Promise<{ error: Error; statement: string } | undefined> {
  let latest = "";
  const began = performance.now();
  await client.query("begin");
  try {
    await run(async (statement) => {
      latest = statement;
      const left = LOCKS_IN_ALL_MS - (performance.now() - began);
      const lockMs = Math.round(Math.min(LOCK_MS, Math.max(MIN_LOCK_MS, left)));
      await client.query("select set_config('lock_timeout', $1, true)", [String(lockMs)]);
    });
    await client.query("commit");
    return undefined;
  } catch (error) {
    await client.query("rollback");
    if (!(error instanceof Error) || (!isConflict(error) && !isLockTimeout(error))) throw error;
    return { error, statement: latest };
  }
}

function stuck(name: string, blocker: Blocker | undefined, cause: Error): Error {
  const whose = blocker
    ? `the open transaction of ${blocker.description}`
    : "a transaction that has ended since";
  const remedy = blocker
    ? `end that session (select pg_terminate_backend(${blocker.pid})), then start`
    : "start";
  return new Error(
    `The migration ${name} waited too long for a table that ${whose} has locked: ${remedy} again.`,
    { cause },
  );
}
