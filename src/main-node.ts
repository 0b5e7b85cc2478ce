// The entry for Node 26 or newer: node src/main-node.ts
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "srvx/node";
import { createPrinters } from "./boot/create-printers.ts";
import { run } from "./boot/run.ts";

await run({
  env: process.env,
  serve: async ({ port, host, keepAliveMs, fetch, onError }) => {
    const handler = toNodeHandler((request: Adapted) =>
      fetch(plain(request), () => request.ip).catch(onError),
    ) as RequestListener;
    const server = createServer({ keepAliveTimeout: keepAliveMs }, handler);
    server.listen(port, host);
    await once(server, "listening");
    let closed: Promise<unknown> | undefined;
    return {
      port: (server.address() as AddressInfo).port,
      stop: async (force) => {
        if (!closed) {
          closed = once(server, "close");
          server.close();
        }
        if (force) server.closeAllConnections();
        await closed;
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

type Adapted = Request & { _request?: Request; ip?: string };

/** The runtime's own request behind the adapter's, which can't be copied with `new Request`. */
function plain(request: Adapted): Request {
  return request._request ?? request;
}
