import type { Logger } from "pino";
import type { App } from "../app.ts";
import { internalErrorResponse } from "../core/http/errors/problems.ts";
import { type Peer, setPeer } from "../core/http/request-context.ts";
import { explainError } from "../lib/explain-error.ts";
import { limitShare } from "../lib/limit-share.ts";
import { pause } from "../lib/promises.ts";
import { within } from "../lib/within.ts";
import { readConfig } from "../platform/config/config.ts";
import { unknownSettings } from "../platform/config/setting-names.ts";
import { banner } from "./banner.ts";
import { createLog } from "./create-log.ts";
import { logStartFailure } from "./log-start-failure.ts";
import { withNormalizedUrl } from "./normalize-url.ts";
import { prettyLog } from "./pretty-log.ts";
import { type Service, start } from "./start.ts";
import { dropUnreadBody } from "./unread-body.ts";

export type ServeOptions = {
  port: number;
  host: string;
  /** How long a connection stays open without a request. */
  keepAliveMs: number;
  /** `peer` returns the address that the request comes from. */
  fetch(request: Request, peer: Peer): Promise<Response>;
  /** The response to a request whose handling failed in the runtime itself. */
  onError(error: unknown): Response;
};

export type Server = {
  port: number;
  /** Resolves when the responses in progress are sent; with `force` their connections are closed at once. */
  stop(force: boolean): Promise<void>;
};

/** What an entry provides: everything that differs between runtimes. */
export type Runtime = {
  env: Record<string, string | undefined>;
  serve(options: ServeOptions): Server | Promise<Server>;
  onSignal(signal: "SIGTERM" | "SIGINT", listener: () => void): void;
  /** Whether standard output is a terminal, where a person reads. */
  isTerminal: boolean;
  print(text: string): void;
  printError(text: string): void;
  exit(code: number): void;
  freeMemory(): void;
  /** Frees only what was allocated since memory was last freed, much faster. */
  freeNewMemory(): void;
  /** The processor time that the process has used, in microseconds. */
  cpuUsage(): { user: number; system: number };
};

type State = {
  server?: Server;
  isStopping: boolean;
  /** Logs the error that ends the start; undefined until there is a log. */
  onFailure?: (error: unknown, text: string) => void;
  /** Ends what has been opened: at first nothing, then the embedded database, then the service. */
  stop(): Promise<void>;
};

/**
 * Shutdown ends within 10 seconds: clients are asked to leave, responses in progress are sent, jobs are
 * handed back.
 */
const SHUTDOWN_GRACE_MS = 250;
const RESPONSES_WITHIN_MS = 6_500;
const SHUTDOWN_WITHIN_MS = 9_500;
/** Freeing memory stops all requests for some 30 ms, freeing new memory for some 3. */
const FREEING_LIMITS = { share: 0.02, burstMs: 100 };
const NEW_FREEING_LIMITS = { share: 0.1, burstMs: 20 };

/**
 * Runs the service until a signal ends it, also one that comes while it starts. A start that fails prints one message
 * and exits with status 1.
 */
export async function run(runtime: Runtime): Promise<void> {
  const state: State = { isStopping: false, stop: async () => {} };
  try {
    const config = readConfig(runtime.env);
    const log = createLog(
      config.logLevel,
      runtime.isTerminal ? prettyLog(runtime.print) : { write: runtime.print },
    );
    state.onFailure = (error, text) => logStartFailure(log, error, config.databaseUrl, text);
    for (const setting of unknownSettings(runtime.env)) log.warn(setting);
    const stop = () => {
      if (state.isStopping) return;
      state.isStopping = true;
      void stopInOrder(state, log).then(() => runtime.exit(0));
    };
    runtime.onSignal("SIGTERM", stop);
    runtime.onSignal("SIGINT", stop);
    const cpuMs = () => {
      const { user, system } = runtime.cpuUsage();
      return (user + system) / 1_000;
    };
    const startService = config.cells ? (await import("./start-cells.ts")).startCells : start;
    const serviceLog = log.child({});
    const service = await startService(config, serviceLog, {
      freeMemory: limitShare(
        runtime.freeMemory,
        { ...FREEING_LIMITS, cpuMs },
        limitShare(runtime.freeNewMemory, { ...NEW_FREEING_LIMITS, cpuMs }),
      ),
      onOwnDatabase: (close) => {
        state.stop = () => {
          // A start that is interrupted fails at each of its connections, because its database ends.
          serviceLog.level = "silent";
          return close();
        };
      },
      listen: async (fetch) => {
        const { port, host, keepAliveMs } = config;
        const onError = onErrorOf(log);
        state.server = await runtime.serve({
          port,
          host,
          keepAliveMs,
          onError,
          fetch: closing(fetch, state),
        });
        return state.server.port;
      },
    });
    const { server } = state;
    if (!server) throw new Error("The start ended without a server.");
    if (state.isStopping) return;
    state.stop = () => shutDown(server, service);
    const { demo: hasDemo, publicUrl, host } = config;
    const { demo, consoleLink, shopperOrder } = service;
    const readyAfterMs = performance.now();
    const { role } = config;
    log.info({ port: server.port, role, readyAfterMs: Math.round(readyAfterMs) }, "the service has started");
    runtime.print(
      banner({ port: server.port, host, publicUrl, readyAfterMs, hasDemo, demo, consoleLink, shopperOrder }),
    );
  } catch (error) {
    if (state.isStopping) return;
    const text = explain(error);
    state.onFailure?.(error, text);
    runtime.printError(`${text}\n`);
    runtime.exit(1);
  }
}

async function stopInOrder(state: State, log: Logger): Promise<void> {
  log.info("the service is stopping");
  try {
    await within(SHUTDOWN_WITHIN_MS, state.stop());
    log.info("the service has stopped");
  } catch (err) {
    log.error({ err }, "the service could not stop in order");
  }
}

function onErrorOf(log: Logger): ServeOptions["onError"] {
  return (error) => internalErrorResponse(log, error);
}

/** During shutdown every response asks its client not to reuse the connection. */
function closing(fetch: App["fetch"], state: State): ServeOptions["fetch"] {
  return async (given, peer) => {
    const request = withNormalizedUrl(given);
    setPeer(request, peer);
    const response = await fetch(request);
    await dropUnreadBody(request);
    if (state.isStopping) response.headers.set("Connection", "close");
    return response;
  };
}

async function shutDown(server: Server, service: Service): Promise<void> {
  service.beginStop();
  await pause(SHUTDOWN_GRACE_MS);
  await within(RESPONSES_WITHIN_MS, server.stop(false));
  await server.stop(true);
  await service.stop();
}

function explain(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
    return `${error.message.includes("port") ? error.message : "The port is in use."} Set PORT to another one.`;
  }
  return explainError(error);
}
