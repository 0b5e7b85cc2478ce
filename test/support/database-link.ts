import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy before a database, on one port for as long as it exists. */
export type DatabaseLink = {
  url: string;
  /** Breaks every session, and refuses new ones until `mend`. */
  cut(): Promise<void>;
  /** Breaks every session, and accepts and breaks new ones until `mend`. */
  hangUp(): void;
  /** Forwards no data in either direction until `mend`. */
  silence(): void;
  mend(): Promise<void>;
  /** Leads new sessions to another database server; those that exist stay where they are. */
  pointAt(databaseUrl: string): void;
  /** Breaks every session. */
  endSessions(): void;
  /** How many sessions it has, and how many were tried since it exists, without those that were refused. */
  counts(): { sessions: number; tried: number };
  close(): Promise<void>;
};

export async function linkTo(databaseUrl: string): Promise<DatabaseLink> {
  let target = new URL(databaseUrl);
  let state: "open" | "hangs up" | "silent" = "open";
  let tried = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    tried++;
    if (state === "hangs up") {
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (chunk) => {
        if (!other.write(chunk)) socket.pause();
      });
      other.on("drain", () => {
        if (state !== "silent") socket.resume();
      });
      if (state === "silent") socket.pause();
    }
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const endSessions = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    endSessions();
    await closed;
  };
  return {
    url: url.href,
    cut,
    hangUp: () => {
      state = "hangs up";
      endSessions();
    },
    silence: () => {
      state = "silent";
      for (const socket of sockets) socket.pause();
    },
    mend: async () => {
      state = "open";
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    pointAt: (other) => {
      target = new URL(other);
    },
    endSessions,
    counts: () => ({ sessions: Math.ceil(sockets.size / 2), tried }),
    close: cut,
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}
