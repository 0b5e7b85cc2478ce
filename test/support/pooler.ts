import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Pooler = { url: string; stop(): Promise<void> };

/**
 * `keeps`: for how long a connection keeps its session of the server. `options`: what becomes of the options of a
 * connection; Postgres itself is passed none.
 */
export type PoolerMode = { keeps: "connection" | "transaction"; options: "refused" | "dropped" };

/** A session of the server, the client that it works for, and the responses that it still owes. */
type Session = { socket: Socket; client: Socket | undefined; pending: number };

const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
const TERMINATE = "X".charCodeAt(0);
/** A query, and the end of an extended one: the server ends its response to each with a READY. */
const ANSWERED = ["Q", "S"].map((type) => type.charCodeAt(0));
const NO_OPTIONS = "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0";
/** After the length of the message and the version of the protocol. */
const PARAMETERS_AT = 8;

/** Starts a pooler before a database, as far as the service sees what poolers do. */
export async function startPooler(databaseUrl: string, mode: PoolerMode): Promise<Pooler> {
  const { hostname, port } = new URL(databaseUrl);
  const sessions = new Set<Session>();
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    watch(client);
    let toSession: ((data: Buffer) => void) | undefined;
    client.on("data", (data: Buffer) => {
      if (toSession) return toSession(data);
      const startup = startupOf(data);
      if (startup.hasOptions && mode.options === "refused") return client.end(message("E", NO_OPTIONS));
      openSession(client, startup.without);
      toSession = byMessage((each) => pass(client, each));
    });
    client.on("close", () => {
      for (const session of sessions) if (session.client === client) session.socket.destroy();
    });
  });

  function watch(socket: Socket) {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  }

  function openSession(client: Socket, startup: Buffer) {
    const socket = connect(Number(port), hostname);
    const session: Session = { socket, client, pending: 1 };
    watch(socket);
    sessions.add(session);
    socket.write(startup);
    const toClient = byMessage((each) => {
      session.client?.write(each);
      if (each[0] !== READY) return;
      session.pending--;
      if (session.pending === 0 && each[5] === IDLE && mode.keeps === "transaction") free(session);
    });
    socket.on("data", toClient);
    socket.on("close", () => {
      sessions.delete(session);
      session.client?.destroy();
    });
  }

  /** The session that was free last is used first. */
  function free(session: Session) {
    session.client = undefined;
    sessions.delete(session);
    sessions.add(session);
  }

  function pass(client: Socket, each: Buffer) {
    if (each[0] === TERMINATE) {
      client.end();
      return;
    }
    const all = [...sessions];
    const own = all.find((session) => session.client === client);
    const session = own ?? all.findLast((session) => session.client === undefined);
    if (!session) {
      client.destroy();
      return;
    }
    session.client = client;
    if (ANSWERED.includes(each[0] ?? 0)) session.pending++;
    session.socket.write(each);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns a function that takes bytes as they come, and calls with each message, its type and length included. */
function byMessage(onMessage: (each: Buffer) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      onMessage(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  };
}

function startupOf(data: Buffer): { hasOptions: boolean; without: Buffer } {
  const words = data.toString("latin1", PARAMETERS_AT).split("\0");
  const kept: string[] = [];
  for (let i = 0; i + 1 < words.length && words[i]; i += 2) {
    if (words[i] !== "options") kept.push(`${words[i]}\0${words[i + 1]}\0`);
  }
  const parameters = Buffer.from(`${kept.join("")}\0`, "latin1");
  const without = Buffer.concat([data.subarray(0, PARAMETERS_AT), parameters]);
  without.writeInt32BE(without.length, 0);
  return { hasOptions: words.includes("options"), without };
}

function message(type: string, text: string): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
