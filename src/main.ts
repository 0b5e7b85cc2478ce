import { edenGC, fullGC } from "bun:jsc";
import { createPrinters } from "./boot/create-printers.ts";
import { run } from "./boot/run.ts";

await run({
  env: process.env,
  serve: ({ port, host, keepAliveMs, fetch, onError }) => {
    const server = Bun.serve({
      port,
      hostname: host,
      // Each operation has its own limit, and its error says what that is.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      idleTimeout: Math.ceil(keepAliveMs / 1_000),
      // In development mode the runtime shows sources and paths in error responses, and shares the port.
      development: false,
      reusePort: false,
      error: onError,
      fetch: (request, server) => fetch(request, () => server.requestIP(request)?.address),
    });
    return { port: server.port ?? port, stop: (force) => server.stop(force) };
  },
  onSignal: (signal, listener) => process.on(signal, listener),
  isTerminal: process.stdout.isTTY === true,
  ...createPrinters(process),
  exit: (code) => process.exit(code),
  // Unlike Bun.gc(true) it keeps the compiled code of functions, which other requests need.
  freeMemory: () => void fullGC(),
  freeNewMemory: () => void edenGC(),
  cpuUsage: () => process.cpuUsage(),
});
