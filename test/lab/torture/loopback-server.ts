import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Random } from "./random.ts";

/** Starts a server on a port of its own; a request whose `answer` throws, as when it is cut off, is destroyed. */
export async function serveOnLoopback(
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ host: string; close(): void }> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns one of the kinds of response at random, by its share in percent. */
export function moodOf<Mood extends string>(random: Random, moods: Record<Mood, number>): Mood {
  let left = random.between(1, 100);
  for (const mood in moods) {
    left -= moods[mood];
    if (left <= 0) return mood;
  }
  throw new Error("the shares are less than 100 percent");
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
