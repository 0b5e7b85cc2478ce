import { sql } from "drizzle-orm";
import type { PgBoss } from "pg-boss";
import type { App } from "../../src/app.ts";
import type { Ctx } from "../../src/core/ctx.ts";
import { createClient } from "../../src/features/stores/create-client.ts";
import { createStore, type NewStore } from "../../src/features/stores/create-store.ts";
import type { Config } from "../../src/platform/config/config.ts";
import { JOBS } from "../../src/workers.ts";
import { type ApiClient, createApiClient } from "../client/create-client.ts";
import { judged } from "../contract/judge.ts";
import { fetchFrom, givenFleet, inside, ofDatabase } from "./fleet.ts";
import { knownCell, type OnDatabase, type Outside, startOnDatabase } from "./on-database.ts";
import { createOutsideWorld, type OutsideWorld } from "./outside-world.ts";
import { startTwoCells } from "./two-cells.ts";

export type TestService = {
  /** The context of the first database in which the service has stores; each store has its own, see TestStore. */
  ctx: Ctx;
  /** Those of all databases in which it has stores. */
  contexts: Ctx[];
  /** The scripted hosts that receive the service's outgoing requests. */
  world: OutsideWorld;
  /** Every line logged so far. */
  log: Record<string, unknown>[];
  /** Sets what `ctx.now()` returns; undefined restores the real clock. */
  setClock(now: Date | undefined): void;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Creates a store, in the database of another one where a test needs both in one. */
  newStore(options?: Partial<NewStore> & { beside?: TestStore }): Promise<TestStore>;
  /** Returns a client of this service for a store that another service created on the same database. */
  as(store: Pick<TestStore, "id" | "secret">): TestStore;
  /** Runs the queued jobs of each queue until the queue is empty; throws what a job throws. */
  drain(options?: DrainOptions): Promise<void>;
  stop(): Promise<void>;
};

/** How many jobs a worker fetches at a time, how it splits them, and what it awaits before each part. */
export type DrainOptions = {
  /** Whether to also run the sweeps, which find work that has no job; without them a lost wake-up shows. */
  sweeps?: boolean;
  fetched?: number;
  parts?: <Job>(jobs: Job[]) => Job[][];
  pause?: () => Promise<void>;
};

export type TestStore = {
  /** The context of the service in the store's cell, to look into its database. */
  ctx: Ctx;
  id: string;
  secret: string;
  /** The typed client that integrators use, for requests that should succeed. */
  api: ApiClient;
  /** Paths are relative to {base_url}; `:store` stands for the store's id. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  delete(path: string): Promise<Response>;
  /** Returns the same store with a secret that has only these scopes. */
  withScopes(...scopes: string[]): Promise<TestStore>;
};

/**
 * With `isSingle`, a service of one database and one process in whichever form the tests run; with `hasIdleQueues` one
 * whose jobs only the test runs, also where the tests run against a fleet.
 */
export type StartSettings = Partial<Config> & { isSingle?: boolean; hasIdleQueues?: boolean };

/**
 * Starts the real app with a scripted outside world, on its own database or, when `settings` have a
 * `databaseUrl`, on that of another service. Call `stop` in afterAll.
 */
export async function startService({
  isSingle = false,
  hasIdleQueues = false,
  ...settings
}: StartSettings = {}): Promise<TestService> {
  const outside = { log: [], world: createOutsideWorld(), clock: {} };
  const spread = isSingle ? undefined : process.env.TEST_CELLS;
  if (spread && (!settings.databaseUrl || knownCell(settings.databaseUrl))) {
    return inTwoCells(settings, outside, spread === "second");
  }
  const fleet = isSingle || hasIdleQueues ? undefined : givenFleet();
  const { databaseUrl = fleet?.databaseUrl, ...others } = settings;
  if (fleet && databaseUrl === fleet.databaseUrl && Object.keys(others).length === 0) {
    const { databaseUrl, encryptionKey } = fleet;
    const service = await startOnDatabase({ databaseUrl, encryptionKey }, outside);
    const app = judged({ fetch: fetchFrom(fleet), routes: service.app.routes });
    return serviceOn([{ ...service, ctx: ofDatabase(service.ctx) }], app, outside, inside());
  }
  const service = await startOnDatabase(settings, outside);
  return serviceOn([service], service.app, outside);
}

/** The address of the database that each store of this run is in. */
const databases = new Map<string, string>();

/**
 * `services` are those of the databases in which stores are created in turn; `app` serves all of them. Tests get
 * `instead` in place of what it names.
 */
function serviceOn(
  services: [OnDatabase, ...OnDatabase[]],
  app: App,
  outside: Outside,
  instead: Partial<TestService> = {},
): TestService {
  const [{ ctx }] = services;
  const { world, log, clock } = outside;
  const contextOf = (storeId: string) =>
    services.find((service) => service.ctx.config.databaseUrl === databases.get(storeId))?.ctx ?? ctx;
  let created = 0;
  return {
    ctx,
    contexts: services.map((service) => service.ctx),
    world,
    log,
    setClock: (now) => {
      clock.now = now;
    },
    fetch: (path, init) => app.fetch(new Request(`http://localhost${path}`, init)),
    newStore: async ({ beside, ...options } = {}) => {
      const next = services[created++ % services.length]?.ctx ?? ctx;
      const inside = beside ? contextOf(beside.id) : next;
      const { storeId } = await createStore(inside, { name: "Test shop", ...options });
      databases.set(storeId, inside.config.databaseUrl ?? "");
      const { secret } = await createClient(inside, storeId, { name: "test client" });
      return storeOf(inside, app, { id: storeId, secret });
    },
    as: (store) => storeOf(contextOf(store.id), app, store),
    drain: async (options = {}) => {
      for (const service of services) await drain(service.ctx, service.boss, options);
    },
    stop: async () => {
      for (const service of services.toReversed()) await service.stop();
    },
    ...instead,
  };
}

/** All stores are created in the second cell, or in the two in turn. */
async function inTwoCells(settings: Partial<Config>, outside: Outside, allInSecond: boolean) {
  const { first, second, app } = await startTwoCells(settings, outside, allInSecond);
  if (!allInSecond) return serviceOn([first, second], app, outside);
  const stop = async () => {
    await second.stop();
    await first.stop();
  };
  return serviceOn([{ ...second, stop }], app, outside);
}

async function drain(ctx: Ctx, boss: PgBoss, options: DrainOptions): Promise<void> {
  const { fetched, parts, pause, sweeps = false } = options;
  let ready = await queuesWithJobs(ctx);
  for (const job of JOBS) {
    const batchSize = fetched ?? job.work.batchSize ?? 1;
    const fetches = ready.has(job.name);
    let jobs = fetches ? await boss.fetch<object>(job.name, { batchSize }) : [];
    for (; jobs.length > 0; jobs = await boss.fetch<object>(job.name, { batchSize })) {
      for (const part of parts?.(jobs) ?? [jobs]) {
        await pause?.();
        await job.handle(
          ctx,
          part.map(({ data }) => data),
        );
        await boss.complete(
          job.name,
          part.map(({ id }) => id),
        );
      }
    }
    await job.waitUntilIdle?.(ctx);
    if (sweeps && job.sweep) {
      await job.sweep(ctx);
      await job.waitUntilIdle?.(ctx);
    }
    // What was done may have queued jobs of those that follow.
    if (fetches || (sweeps && job.sweep)) ready = await queuesWithJobs(ctx);
  }
}

/** Returns the queues that have a job to fetch: asking each takes many times as long. */
async function queuesWithJobs({ db }: Ctx): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select distinct name from pgboss.job where state < 'active'`,
  );
  return new Set(rows.map(({ name }) => name));
}

function storeOf(ctx: Ctx, app: App, { id, secret }: Pick<TestStore, "id" | "secret">): TestStore {
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
    app.fetch(
      new Request(`http://localhost/v2.2${path.replace(":store", id)}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...headers,
        },
        body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
      }),
    );
  return {
    ctx,
    id,
    secret,
    api: createApiClient({ url: "http://localhost", secret, fetch: app.fetch }),
    get: (path, headers) => send("GET", path, headers),
    post: (path, body, headers) => send("POST", path, headers, body),
    put: (path, body, headers) => send("PUT", path, headers, body),
    patch: (path, body, headers) => send("PATCH", path, headers, body),
    delete: (path) => send("DELETE", path),
    withScopes: async (...scopes) => {
      const { secret: narrower } = await createClient(ctx, id, {
        name: scopes.join(" ").slice(0, 200),
        scopes,
      });
      return storeOf(ctx, app, { id, secret: narrower });
    },
  };
}
