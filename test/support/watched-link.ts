import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

/** What a client has sent; `name` is the application name of its session. */
export type Sent = { name: string; text: string };

/** A TCP proxy before a database that shows what clients send. */
export type WatchedLink = {
  url: string;
  /** Is asked about each packet of a client. With `true`, `onAnswer` is called before the client gets the response. */
  watch: (sent: Sent) => boolean;
  onAnswer: () => void;
  close(): Promise<void>;
};

export async function watchedLinkTo(databaseUrl: string): Promise<WatchedLink> {
  const target = new URL(databaseUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let name: string | undefined;
    let isWatched = false;
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    client.on("data", (packet) => {
      const text = packet.toString("latin1");
      name ??= /application_name\0([^\0]*)/.exec(text)?.[1] ?? "";
      isWatched ||= link.watch({ name, text });
      upstream.write(packet);
    });
    upstream.on("data", (packet) => {
      if (isWatched) link.onAnswer();
      isWatched = false;
      client.write(packet);
    });
  });
  const { port } = await listening(server);
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  const link: WatchedLink = {
    url: url.href,
    watch: () => false,
    onAnswer: () => {},
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
  return link;
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server.address() as AddressInfo;
}
