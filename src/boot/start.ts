import type { Logger } from "pino";
import { type App, createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { buildIndexesInBackground } from "../db/build-indexes.ts";
import { requireKey } from "../db/key-check.ts";
import { type DemoStore, demoConsoleLink, demoStore } from "../demo/store.ts";
import { originAt } from "../lib/host.ts";
import { startWorkers } from "../workers.ts";
import { createContext } from "./create-context.ts";
import { earlyRequests } from "./early-requests.ts";
import { startTracing } from "./start-tracing.ts";

export type Service = {
  fetch: App["fetch"];
  /** The demo store, on the start that created it. */
  demo: DemoStore | undefined;
  /** Signs in to the demo store's console, once. */
  consoleLink: string | undefined;
  /** Makes /readyz return 503 and stops the background loops. */
  beginStop(): void;
  /** Returns unfinished jobs to their queues, closes connections, stops the embedded database. */
  stop(): Promise<void>;
};

/** What the runtime does for the service. */
export type Listening = {
  /** Returns the port. */
  listen(fetch: App["fetch"]): number | Promise<number>;
  freeMemory(): void;
};

/**
 * Starts the service. It calls `listen` once this process owns the database, with a handler that also responds
 * to requests that come before the service has started. Throws when a step of the start fails.
 */
export async function start(
  config: Config,
  log: Logger,
  { listen, freeMemory }: Listening,
): Promise<Service> {
  const started = Promise.withResolvers<App>();
  // Requests that wait for the start get its error; without one, the rejection must not count as unhandled.
  started.promise.catch(() => undefined);
  let { port } = config;
  let running: App | undefined;
  const early = earlyRequests(started.promise);
  const endTracing = await startTracing(config);
  const {
    boss,
    url,
    close: closeContext,
    ...opened
  } = await createContext(config, log, "server", async () => {
    port = await listen((request) => (running ? running.fetch(request) : early(request)));
  });
  const close = async () => {
    await closeContext();
    await endTracing();
  };
  const origin = config.publicUrl ?? originAt(config.host, port);
  const ctx = { ...opened.ctx, freeMemory, origin };
  try {
    await requireKey(ctx.db, ctx.encryption);
    const readiness = { ready: false, stopping: false };
    const app = createApp(ctx, readiness);
    const endings: (() => Promise<void>)[] = [];
    if (config.role !== "api") {
      endings.push(await startWorkers(ctx, boss), buildIndexesInBackground(url, log));
    }
    const endWork = async () => {
      await Promise.all(endings.map((end) => end()));
    };
    const demo = config.demo ? await demoStore({ ...ctx, db: ctx.longDb }) : undefined;
    const consoleLink = config.demo ? await demoConsoleLink(ctx) : undefined;
    readiness.ready = true;
    let ending: Promise<void> | undefined;
    running = app;
    started.resolve(app);
    return {
      fetch: app.fetch,
      demo,
      consoleLink,
      beginStop: () => {
        readiness.stopping = true;
        ctx.changeSignal.stop();
        ending ??= endWork();
      },
      stop: async () => {
        ending ??= endWork();
        await ending;
        await close();
      },
    };
  } catch (error) {
    started.reject(error);
    await close();
    throw error;
  }
}
