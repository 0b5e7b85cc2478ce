import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { Db } from "./db/connect.ts";
import type { Pulse } from "./db/pulse.ts";
import { retryOnConflict } from "./db/retry-on-conflict.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Encryption } from "./lib/encryption.ts";
import type { KeyedMutex } from "./lib/keyed-mutex.ts";
import type { StoreLimiter } from "./lib/store-limiter.ts";
import type { Metrics } from "./metrics.ts";
import type { Post } from "./net/post.ts";
import type { Resolve } from "./net/resolve.ts";

/** Everything a feature may reach outside itself. Built once at the entry; rebuilt by tests. */
export type Ctx = {
  db: Db;
  /** The same database for statements that may take minutes, on connections of their own. */
  longDb: Db;
  /** Whether the database is well, without waiting for what others do there. */
  pulse: Pulse;
  jobs: Jobs;
  /** Lets requests that change one thing take connections one after the other. */
  keyedMutex: KeyedMutex;
  /** Lets no store's requests take the connections that others need. */
  connectionLimiter: StoreLimiter;
  /** Lets few large requests be worked on at a time: each takes of the processor what many small ones do. */
  largeRequestLimiter: StoreLimiter;
  log: Logger;
  metrics: Metrics;
  now: () => Date;
  /** Gives back what nobody holds any more: what reads much without end calls it, before the runtime would. */
  freeMemory: () => void;
  /** Sends to addresses that others chose, and to public ones alone. */
  post: Post;
  /** Sends to the integrations that the operator has configured. */
  callIntegration: Post;
  resolve: Resolve;
  encryption: Encryption;
  config: Config;
  /** What links begin with that are kept, or sent to others than the client: never an address that a client has named. */
  origin: string;
  /** Whether `db` is a transaction. */
  inTransaction?: true;
};

/**
 * Runs `work` in one transaction; rows written and jobs sent through its ctx commit together. Work that is undone by a
 * deadlock or a serialization failure runs once more: it may not reach anything but the database. Inside a transaction it is a
 * part of that one and no savepoint: rows carry the number of the transaction that they are committed with, and what fails
 * fails the whole.
 */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return work(ctx);
  return retryOnConflict(() => transact(ctx, work));
}

/**
 * Like `inTransaction`, for work that ends by sending statements without waiting for them: the commit goes out with them. What
 * fails among them fails the whole, and nothing of it stays.
 */
export function inTransactionEndingIn<T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<{ result: T; last: Promise<unknown> }>,
): Promise<T> {
  const attempt = async (run: typeof transact) => {
    const { result, last } = await run(ctx, async (tx) => {
      const ending = await work(tx);
      // Waited for below: here nobody listens yet.
      ending.last.catch(() => undefined);
      return ending;
    });
    await last;
    return result;
  };
  return ctx.inTransaction ? attempt(inTransaction) : retryOnConflict(() => attempt(transact));
}

function transact<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.db.transaction((tx) => work({ ...ctx, db: tx, jobs: ctx.jobs.within(tx), inTransaction: true }));
}
