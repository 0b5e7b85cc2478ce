import { connect, createServer, type Server as NetServer, type Socket } from "node:net";
import { type SQL, StringChunk } from "drizzle-orm";
import type { Ctx } from "../../src/core/ctx.ts";
import type { Db } from "../../src/platform/db/connect.ts";
import type { OutsideWorld } from "./outside-world.ts";
import type { TestService } from "./service.ts";

/** A service of several processes behind a proxy, which a run of the tests shares; see TEST_FLEET. */
export type Fleet = { origin: string; databaseUrl: string; encryptionKey: string };

/** The message of a failure by which a run against the fleet knows a test that isn't for it. */
export const NEEDS_MORE_THAN_HTTP = "this test needs more than HTTP";

/** A longer head of a request gets the server's own response, 431. */
const MAX_TARGET_CHARACTERS = 15_000;
/** Headers that a server adds, and that the app itself doesn't. */
const OF_CONNECTIONS = ["date", "connection", "keep-alive", "transfer-encoding"];

/** Returns the fleet that `test/lab/fleet/main.ts` has started for this run. */
export function givenFleet(): Fleet | undefined {
  return process.env.TEST_FLEET ? (JSON.parse(process.env.TEST_FLEET) as Fleet) : undefined;
}

/**
 * Returns what sends a request for any origin to the fleet, each on a connection of its own. Throws where the fleet gets
 * another request than the app would, because `fetch` sends `//a` as `/a`.
 */
export function fetchFrom({ origin }: Fleet): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const target = `${pathname}${search}`;
    if (target.startsWith("//") || target.length > MAX_TARGET_CHARACTERS) fail();
    const sent = new Request(`${origin}${target}`, request);
    if (!sent.headers.has("Accept-Encoding")) sent.headers.set("Accept-Encoding", "identity");
    sent.headers.set("Connection", "close");
    const response = await fetch(sent, { redirect: "manual", decompress: false });
    const headers = new Headers(response.headers);
    for (const name of OF_CONNECTIONS) headers.delete(name);
    const { status, statusText } = response;
    return new Response(response.body, { headers, status, statusText });
  };
}

const fail = (): never => {
  throw new Error(NEEDS_MORE_THAN_HTTP);
};

/** Returns whether the fleet serves the stores of this context. */
export function isOfFleet({ config }: Ctx): boolean {
  return config.databaseUrl === givenFleet()?.databaseUrl;
}

/** Fails a test against the fleet that watches what this process does for a store. */
export function requireInProcess(ctx: Ctx): void {
  if (isOfFleet(ctx)) fail();
}

/** What only a service in this process has: its use fails a test that runs against the fleet. */
export function inside(): Pick<TestService, "world" | "log" | "setClock" | "drain"> {
  const closed = <T extends object>(target: T) => new Proxy(target, { get: fail, set: fail });
  return { world: closed({} as OutsideWorld), log: closed([]), setClock: fail, drain: fail };
}

/**
 * Returns the context to look into the fleet's database, and not into this process, where no requests arrive. It can't
 * change the schema, which all tests share.
 */
export function ofDatabase(ctx: Ctx): Ctx {
  const { db, longDb, requestLog, changeSignal } = ctx;
  return {
    ...{ ...ctx, db: ofRows(db), longDb: ofRows(longDb) },
    ...{ post: fail, callIntegration: fail, callShop: fail, loadPicture: fail, resolve: fail },
    requestLog: { ...requestLog, flush: fail },
    changeSignal: { ...changeSignal, watching: fail, stop: fail },
  };
}

/** Returns the database without statements that change the schema. */
function ofRows<Database extends Db>(db: Database): Database {
  const execute = (query: string | SQL) => {
    return /^\s*(alter|create|drop|truncate)\b/i.test(beginningOf(query)) ? fail() : db.execute(query);
  };
  const transaction: Db["transaction"] = (work, config) => db.transaction((tx) => work(ofRows(tx)), config);
  const replaced = new Map<string | symbol, unknown>([
    ["execute", execute],
    ["transaction", transaction],
  ]);
  const get = (_: Database, name: string | symbol) => {
    const value = replaced.get(name) ?? Reflect.get(db, name);
    return typeof value === "function" ? value.bind(db) : value;
  };
  return new Proxy(db, { get });
}

function beginningOf(query: string | SQL): string {
  if (typeof query === "string") return query;
  const [first] = query.queryChunks;
  return first instanceof StringChunk ? first.value.join("") : "";
}

/**
 * Starts a proxy that passes the bytes of each connection to the next of the ports, which may change meanwhile. Like a
 * plain HTTP proxy it tries the port after one that refuses the connection, and passes on a response that ends before
 * the client has sent its whole request.
 */
export async function startProxy(ports: number[]): Promise<{ port: number; server: NetServer }> {
  let next = 0;
  const server = createServer(async (client) => {
    client.on("error", () => {});
    const target = await connectToOne(ports, next++);
    if (!target || client.destroyed) {
      target?.destroy();
      client.destroy();
      return;
    }
    client.on("close", () => target.destroy());
    target.on("error", () => {});
    target.on("close", () => {
      client.end();
      client.resume();
    });
    client.pipe(target);
    target.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return { port: address.port, server };
}

/** Connects to one of the ports, beginning with that at `first`; undefined when all refuse. */
async function connectToOne(ports: number[], first: number): Promise<Socket | undefined> {
  for (let tried = 0; tried < ports.length; tried++) {
    const socket = connect(ports[(first + tried) % ports.length] ?? 0, "127.0.0.1");
    const isConnected = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
    });
    if (isConnected) return socket;
  }
  return undefined;
}
