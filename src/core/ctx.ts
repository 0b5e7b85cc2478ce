import type { Logger } from "pino";
import type { Encryption } from "../lib/encryption.ts";
import type { InCell } from "../platform/cells/in-cell.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/connect.ts";
import { isConflict } from "../platform/db/errors.ts";
import type { HealthCheck } from "../platform/db/health-check.ts";
import { PLAN_BY_KEY } from "../platform/db/plan-by-key.ts";
import { prepared } from "../platform/db/prepared.ts";
import type { JobKind } from "../platform/db/tables/done-jobs.ts";
import { type HeldStatements, transact } from "../platform/db/transact.ts";
import type { Metrics } from "../platform/metrics/create-metrics.ts";
import type { CallIntegration } from "../platform/net/call-integration.ts";
import type { CallShop } from "../platform/net/call-shop.ts";
import type { Post } from "../platform/net/post.ts";
import type { Resolve } from "../platform/net/resolve.ts";
import type { StoreLimiter } from "./turns/store-limiter.ts";

/** The dependencies of features. Created once per process; tests create their own. */
export type Ctx = {
  db: Db;
  /** `db` for statements that may take minutes, on separate connections. */
  longDb: Db;
  /** `db` for background statements that look up by key, on connections that plan them so. */
  backgroundDb: Db;
  /** The health of the database, checked on a separate connection. */
  databaseHealth: HealthCheck;
  jobs: Jobs;
  /** Serializes requests that change the same resource before they take connections. */
  keyedMutex: StoreLimiter;
  /** Keeps connections free for other stores when one store has many requests. */
  connectionLimiter: StoreLimiter;
  /** Limits how many large requests run at a time: each needs the CPU time of many small ones. */
  largeRequestLimiter: StoreLimiter;
  log: Logger;
  metrics: Metrics;
  requestLog: RequestLog;
  doneJobs: DoneJobs;
  /** The database's clock, which all processes share. */
  now: () => Date;
  /** Runs the garbage collector; long-running reads call it earlier than the runtime would. */
  freeMemory: () => void;
  /** Posts to URLs that clients chose; public addresses only. */
  post: Post;
  /** Posts to integrations; only those that the operator has configured may be at any address. */
  callIntegration: CallIntegration;
  /** Requests the APIs of shops; public addresses only. */
  callShop: CallShop;
  /** Requests pictures of products, as `callShop` does, and takes no turns of its calls. */
  loadPicture: CallShop;
  resolve: Resolve;
  encryption: Encryption;
  config: Config;
  /** In a service of several cells: what this cell's service keeps in the directory. */
  cell?: InCell;
  /** The origin of links that are stored or sent to webhooks; never one that a client has named. */
  origin: string;
  /** Wakes the readers of change feeds. */
  changeSignal: ChangeSignal;
  /** If `db` is a transaction: the statements that it holds until its end. */
  held?: HeldStatements;
  /** In a transaction: the stores whose changes are announced once it is committed. */
  changedStores?: Set<string>;
};

/** A finished request. `id` begins with its time; `code` is that of a problem. */
export type RequestLogEntry = {
  storeId: string;
  id: string;
  method: string;
  /** The pattern of the path. */
  route: string;
  status: number;
  client: string;
  clientId: string;
  durationMs: number;
  code?: string | undefined;
  /** Pointers to the fields of the body that were ignored, in a form to keep. */
  ignoredFields?: string | undefined;
};

/** The log of requests that stores can list. */
export type RequestLog = {
  /** Writes a request soon. Never throws or waits. */
  add(request: RequestLogEntry): void;
  /** Writes what waits. */
  flush(): Promise<void>;
};

/** Counts background work that is done, by store and minute. */
export type DoneJobs = {
  /** Counts work; once by default. Never throws or waits. */
  add(storeId: string, kind: JobKind, done?: number): void;
  /** Writes the counts. */
  flush(): Promise<void>;
};

/** Notifies readers of change feeds, in this and other processes, that changes of a store were committed. */
export type ChangeSignal = {
  /** Announces stores with newly committed changes. Never throws: readers also look by themselves. */
  announce(storeIds: Iterable<string>): void;
  /** Wakes the readers of a store, or of every store, in this process only. */
  wake(storeId?: string): void;
  /** Watches a store from now on. */
  watch(storeId: string): ChangeWatch;
  /** How many readers watch. */
  watching(): number;
  /** Whether the service is shutting down, when no reader should wait. */
  isStopped(): boolean;
  stop(): void;
};

export type ChangeWatch = {
  /**
   * Resolves when the store was announced since the watch began or since the last call, when it has changes
   * after the number `after`, when the time is up, when `signal` aborts, and at shutdown.
   */
  next(after: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
};

/** Queues jobs. In a transaction they are committed with it; sending resolves once their statement is sent. */
export type Jobs = {
  send<Data extends object>(queue: QueueName<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Sends several jobs of one kind in one statement; `optionsOf` returns the options of each. */
  sendAll<Data extends object>(
    queue: QueueName<Data>,
    all: Data[],
    optionsOf?: (data: Data) => Omit<SendOptions, "group">,
  ): Promise<void>;
  /** Returns the same for a transaction; `withCommit` is handed over each statement. */
  within(tx: Db, withCommit: (statement: Promise<unknown>) => void): Jobs;
};

/** A queue. `handle` takes the jobs of one fetch; when it throws, they go back to the queue. */
export type Queue<Data extends object> = { name: string; handle(ctx: Ctx, batch: Data[]): Promise<void> };
/** The name of a queue: what queues jobs need not know what handles them. */
export type QueueName<Data extends object> = { name: string } & Partial<Queue<Data>>;

/** How a job is queued, in pg-boss's words. */
export type SendOptions = {
  /** Seconds from now. */
  startAfter?: number;
  /** Jobs of a higher priority are fetched first. */
  priority?: number;
  /** Workers can limit how many jobs of a group run at a time. */
  group?: { id: string };
  /** A job is not queued while another with its key is, or was queued in the last `singletonSeconds`. */
  singletonKey?: string;
  singletonSeconds?: number;
};

/**
 * Runs `work` in one transaction and returns its result; rows written and jobs sent through its ctx commit
 * together. After a deadlock or a serialization failure it runs `work` again, so `work` may have no effects
 * outside the database. Inside a transaction it joins that transaction, without a savepoint, because rows
 * carry the id of the transaction that commits them; an error aborts the whole transaction.
 */
export function inTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.held) return work(ctx);
  return begin(ctx, work).catch((error) => (isConflict(error) ? begin(ctx, work) : Promise.reject(error)));
}

/**
 * Hands a statement that is sent already over to its transaction, which sends the commit without waiting for the result.
 * When the statement fails, Postgres rolls the transaction back, and `inTransaction` throws the error.
 */
export function withCommit(ctx: Ctx, statement: Promise<unknown>): void {
  heldBy(ctx).withCommit(statement);
}

/**
 * Hands over a statement, or several that follow one another, with a check of their results. The commit is sent once it
 * has resolved, and never when it has failed: `inTransaction` throws its error.
 */
export function beforeCommit(ctx: Ctx, checked: Promise<unknown>): void {
  heldBy(ctx).beforeCommit(checked);
}

/** Makes the rest of the transaction plan its statements to use indexes, as `preparedByKey` does. */
export function planByKey(ctx: Ctx): void {
  withCommit(ctx, setPlanning(ctx.db));
}

const setPlanning = prepared("plan_by_key", `select ${PLAN_BY_KEY}`);

/** Announces changes of a store to the readers of its feed, in a transaction once it is committed. */
export function announceChange(ctx: Ctx, storeId: string): void {
  if (ctx.changedStores) ctx.changedStores.add(storeId);
  else ctx.changeSignal.announce([storeId]);
}

function heldBy({ held }: Ctx): HeldStatements {
  if (!held) throw new Error("a statement can be handed over in a transaction only");
  return held;
}

async function begin<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const changedStores = new Set<string>();
  const result = await transact(ctx.db, (db, held) =>
    work({ ...ctx, db, jobs: ctx.jobs.within(db, held.withCommit), held, changedStores }),
  );
  if (changedStores.size > 0) ctx.changeSignal.announce(changedStores);
  return result;
}
