import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A TCP proxy to the database that can cut its connections, or silence them while they stay open. */
export type Link = {
  url: string;
  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): void;
  /** Forwards no data in either direction until `mend`. */
  silence(): void;
  mend(): void;
  close(): void;
};

export async function openLink(databaseUrl: string): Promise<Link> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: "open" | "cut" | "silent" = "open";

  const server = createServer((client) => {
    if (state === "cut") {
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
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut: () => {
      state = "cut";
      destroyAll();
    },
    silence: () => {
      state = "silent";
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      state = "open";
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      destroyAll();
      server.close();
    },
  };
}
