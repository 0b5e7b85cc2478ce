import { afterAll, beforeAll, expect, test } from "bun:test";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { LIMITS } from "../../../src/platform/db/limits.ts";
import { clientOptions } from "../../../src/platform/db/open.ts";
import { PipelinedClient, type PipelinedClientOptions } from "../../../src/platform/db/pipelined-client.ts";
import { createWatchdog } from "../../../src/platform/db/watchdog.ts";

/** Two hosts that accept connections and say nothing, so that it isn't known which of them accepts writes. */
const silent: Server[] = [];
const sockets: Socket[] = [];
let url: string;

beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    silent.push(server);
  }
  const hosts = silent.map((server) => `127.0.0.1:${(server.address() as AddressInfo).port}`).join();
  url = `postgres://user:secret@${hosts}/none?target_session_attrs=read-write&connect_timeout=2`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of silent) server.close();
});

function createWatched() {
  const healthy = { reachable: true, responsive: true, writable: true };
  const watchdog = createWatchdog({ check: async () => healthy, close: async () => {} }, () => {});
  const options: PipelinedClientOptions = {
    ...clientOptions(url, { limits: LIMITS, name: "test", connectMs: 2_000 }),
    ...{ watchdog, limitMs: 10_000 },
  };
  const client = new PipelinedClient(options);
  return { watchdog, connecting: client.connect().catch((error: Error) => error) };
}

test("a connection whose host is still being sought can be ended, and the process goes on", async () => {
  const { watchdog, connecting } = createWatched();
  for (const connection of watchdog.connections) connection.fail(new Error("the database does not respond"));
  expect(await connecting).toBeInstanceOf(Error);
  expect(watchdog.connections.size).toBe(0);
  watchdog.stop();
});

test("a connection for which no host was found is watched no longer", async () => {
  const { watchdog, connecting } = createWatched();
  expect(watchdog.connections.size).toBe(1);
  expect(await connecting).toBeInstanceOf(Error);
  expect(watchdog.connections.size).toBe(0);
  watchdog.stop();
});
