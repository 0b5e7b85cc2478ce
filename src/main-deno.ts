// The entry for Deno 2.9 or newer: deno run --allow-all src/main-deno.ts
import { createPrinters } from "./boot/create-printers.ts";
import { run } from "./boot/run.ts";

type DenoServer = { addr: { port: number }; finished: Promise<void>; shutdown(): Promise<void> };
type ConnectionInfo = { remoteAddr: { hostname?: string } };
type ServeOptions = {
  port: number;
  hostname: string;
  onListen(): void;
  onError(error: unknown): Response;
  signal: AbortSignal;
};
declare const Deno: {
  serve(
    options: ServeOptions,
    handler: (request: Request, info: ConnectionInfo) => Promise<Response>,
  ): DenoServer;
};

await run({
  env: process.env,
  serve: ({ port, host, fetch, onError }) => {
    const abort = new AbortController();
    const { signal } = abort;
    const state = { hasStopped: false };
    const options = { port, hostname: host, onListen: () => {}, onError, signal };
    const server = Deno.serve(options, (request, { remoteAddr }) =>
      fetch(request, () => remoteAddr.hostname),
    );
    return {
      port: server.addr.port,
      stop: async (force) => {
        // A server that has shut down can't be aborted any more.
        if (!force) {
          await server.shutdown();
          state.hasStopped = true;
        } else if (!state.hasStopped) abort.abort();
      },
    };
  },
  onSignal: (signal, listener) => process.on(signal, listener),
  isTerminal: process.stdout.isTTY === true,
  ...createPrinters(process),
  exit: (code) => process.exit(code),
  freeMemory: () => {},
  freeNewMemory: () => {},
  cpuUsage: () => process.cpuUsage(),
});
