import { createSocket } from "node:dgram";
import { once } from "node:events";

/**
 * Receives the deliveries of the quiet store's webhook, and responds slowly to those of the other store's.
 */
export type Receivers = {
  host: string;
  quiet: string;
  slow: string;
  /** `address:port` of a name server that never answers. */
  nameServer: string;
  /** By a comment's message, when it was received, in `performance.now()`. */
  received: Map<string, number>;
  close(): void;
};

const SLOW_MS = 9_500;

export async function startReceivers(): Promise<Receivers> {
  const received = new Map<string, number>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: async (request) => {
      const now = performance.now();
      if (new URL(request.url).pathname === "/slow") {
        await Bun.sleep(SLOW_MS);
        return new Response();
      }
      const { return: updated } = (await request.json()) as { return: { notes: { message?: string }[] } };
      for (const { message } of updated.notes) {
        if (message && !received.has(message)) received.set(message, now);
      }
      return new Response();
    },
  });
  const silent = createSocket("udp4").bind(0, "127.0.0.1");
  await once(silent, "listening");
  const host = `127.0.0.1:${server.port}`;
  return {
    ...{ host, received, quiet: `http://${host}/quiet`, slow: `http://${host}/slow` },
    nameServer: `127.0.0.1:${silent.address().port}`,
    close: () => {
      silent.close();
      void server.stop(true);
    },
  };
}
