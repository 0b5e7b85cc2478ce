import type { Logger } from "pino";
import type { App } from "../app.ts";
import type { Ctx } from "../core/ctx.ts";
import type { ShopperOrder } from "../features/demo/shopper-order.ts";
import type { DemoStore } from "../features/demo/store.ts";
import { originAt } from "../lib/host.ts";
import { requireNoDirectory } from "../platform/cells/directory.ts";
import type { Config } from "../platform/config/config.ts";
import { createContext } from "./create-context.ts";
import { earlyRequests } from "./early-requests.ts";
import { openService } from "./open-service.ts";
import { startTracing } from "./start-tracing.ts";

export type Service = {
  fetch: App["fetch"];
  /** The demo store, on the start that created it. */
  demo: DemoStore | undefined;
  /** Signs in to the demo store's console, once. */
  consoleLink: string | undefined;
  /** An order of the demo store that can be returned by the shopper's page. */
  shopperOrder: ShopperOrder | undefined;
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
  /** Is given what ends the embedded database, before that is opened. */
  onOwnDatabase?: (close: () => Promise<void>) => void;
};

/**
 * Starts the service on one database. It calls `listen` once this process owns the database, with a handler that also
 * responds to requests that come before the service has started. Throws when a step of the start fails.
 */
export async function start(
  config: Config,
  log: Logger,
  { listen, freeMemory, onOwnDatabase }: Listening,
): Promise<Service> {
  let { port } = config;
  const early = earlyRequests();
  const endTracing = await startTracing(config);
  const onReserved = async () => {
    port = await listen(early.fetch);
  };
  const opened = await createContext(config, log, "server", {
    onReserved,
    ...(onOwnDatabase && { onOwnDatabase }),
  });
  try {
    await requireNoDirectory(opened.ctx.db);
    const origin = config.publicUrl ?? originAt(config.host, port);
    const { fetch, ctx, readiness, ...service } = await openService(opened, log, { freeMemory, origin });
    const demo = config.demo ? await demoOf(ctx) : NO_DEMO;
    readiness.ready = true;
    early.serve(fetch);
    return {
      fetch,
      ...demo,
      beginStop: service.beginStop,
      stop: async () => {
        await service.stop();
        await endTracing();
      },
    };
  } catch (error) {
    early.fail(error);
    await opened.close();
    await endTracing();
    throw error;
  }
}

const NO_DEMO = { demo: undefined, consoleLink: undefined, shopperOrder: undefined };

/** Makes the demo store if there is none, and returns how to look at it. Few processes load its code. */
async function demoOf(ctx: Ctx) {
  const { demoStore, demoConsoleLink } = await import("../features/demo/store.ts");
  const { demoShopperOrder } = await import("../features/demo/shopper-order.ts");
  return {
    demo: await demoStore({ ...ctx, db: ctx.longDb }),
    consoleLink: await demoConsoleLink(ctx),
    shopperOrder: await demoShopperOrder(ctx),
  };
}
