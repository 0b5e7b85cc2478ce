import type { Logger } from "pino";
import type { App } from "../app.ts";
import type { Ctx } from "../core/ctx.ts";
import type { Readiness } from "../core/http/probes.ts";
import { requireJournal } from "../platform/db/backup/awaited-journal.ts";
import { buildIndexesInBackground } from "../platform/db/build-indexes.ts";
import { createKeyWatch, requireKey } from "../platform/db/key-check.ts";
import { warnOfFewConnections } from "../platform/db/warn-of-few-connections.ts";
import { startWorkers } from "../workers.ts";
import type { OpenedContext } from "./create-context.ts";
import { createWorkerFetch } from "./worker-app.ts";

/** The service on one database. */
export type OpenService = {
  ctx: Ctx;
  fetch: App["fetch"];
  readiness: Readiness;
  /** Whether the process's keys still decrypt the database, as last known. */
  hasKey(): boolean;
  /** Makes /readyz return 503 and stops the background loops. */
  beginStop(): void;
  /** Returns unfinished jobs to their queues and closes connections. */
  stop(): Promise<void>;
};

/**
 * Creates the app on an opened context and starts the workers, if this process has that role. `added` are the members
 * of the ctx that only a server knows. After an error the context is closed.
 */
export async function openService(
  opened: OpenedContext,
  log: Logger,
  added: Pick<Ctx, "freeMemory" | "origin" | "cell">,
): Promise<OpenService> {
  const { boss, url, close } = opened;
  const ctx = { ...opened.ctx, ...added };
  try {
    await requireKey(ctx.db, ctx.encryption);
    await requireJournal(ctx.db);
    const readiness = { ready: false, stopping: false };
    const fetch = await fetchOf(ctx, readiness);
    const endings: (() => Promise<void>)[] = [];
    if (ctx.config.role !== "api") {
      endings.push(await startWorkers(ctx, boss), buildIndexesInBackground(url, log));
    }
    const { databaseConnections: connections } = ctx.config;
    if (ctx.config.databaseUrl) await warnOfFewConnections({ db: ctx.db, url, connections }, log);
    let ending: Promise<unknown> | undefined;
    const end = () => {
      ending ??= Promise.all(endings.map((each) => each()));
      return ending;
    };
    return {
      ctx,
      fetch,
      readiness,
      hasKey: createKeyWatch(ctx.db, ctx.encryption),
      beginStop: () => {
        readiness.stopping = true;
        ctx.changeSignal.stop();
        void end();
      },
      stop: async () => {
        await end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fetchOf(ctx: Ctx, readiness: Readiness): Promise<App["fetch"]> {
  if (ctx.config.role === "worker") return createWorkerFetch(ctx, readiness);
  const { createApp } = await import("../app.ts");
  return createApp(ctx, readiness).fetch;
}
