import { pino } from "pino";
import type { App } from "./app.ts";
import { banner } from "./boot/banner.ts";
import { type Service, start } from "./boot/start.ts";
import { readConfig } from "./config.ts";
import { internalErrorResponse } from "./http/problems.ts";

/** How long keep-alive clients are told to leave, and how long the last answers may take: with the rest, within 10 s. */
const FAREWELL_MS = 250;
const ANSWER_WITHIN_MS = 6_500;
const STOP_WITHIN_MS = 9_500;

await main();

async function main(): Promise<void> {
  try {
    const config = readConfig(process.env);
    const log = pino({ level: config.logLevel, base: null });
    const state: { server?: Bun.Server<undefined>; stopping: boolean } = { stopping: false };
    const listen = (fetch: App["fetch"]) => {
      state.server = Bun.serve({
        port: config.port,
        hostname: config.host,
        // Bodies are counted at the door of each operation, whose refusal says what the limit is.
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        idleTimeout: 60,
        // In development the runtime shows sources and paths to whoever caused an error; outside it, it shares the port.
        development: false,
        reusePort: false,
        error: (error) => internalErrorResponse(log, error),
        fetch: async (request) => {
          const response = await fetch(request);
          if (state.stopping) response.headers.set("Connection", "close");
          return response;
        },
      });
      return state.server.port ?? config.port;
    };
    const service = await start(config, log, { listen, freeMemory: () => Bun.gc(true) });
    const { server } = state;
    if (!server) throw new Error("The start ended without a server.");

    const stop = async () => {
      if (state.stopping) return;
      state.stopping = true;
      await Promise.race([stopService(server, service), Bun.sleep(STOP_WITHIN_MS)]);
      process.exit(0);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    const { demo: hasDemo, publicUrl, host } = config;
    const { port = config.port } = server;
    const readyAfterMs = performance.now();
    process.stdout.write(banner({ port, host, publicUrl, readyAfterMs, hasDemo, demo: service.demo }));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

/** Answers everything that was accepted, telling clients meanwhile not to reuse their connections; then stops the rest. */
async function stopService(server: Bun.Server<undefined>, service: Service): Promise<void> {
  service.beginStop();
  await Bun.sleep(FAREWELL_MS);
  await Promise.race([server.stop(), Bun.sleep(ANSWER_WITHIN_MS)]);
  await server.stop(true);
  await service.stop();
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE") {
    return `${error.message.includes("port") ? error.message : "The port is in use."} Set PORT to another one.`;
  }
  return error.message;
}
