import pg from "pg";
import { hostName, type PostgresAddress, type PostgresHost } from "../../lib/postgres-address.ts";
import { pause } from "../../lib/promises.ts";
import { endSession } from "./end-session.ts";
import { connectionOf, followWriteAccess, isReadOnlyError, mayWrite, readOnlyError } from "./write-access.ts";

/** A host that hasn't answered for this long is not waited for alone: the next is tried beside it. */
const ALONE_MS = 250;
/** A standby is asked again after this time. */
const AGAIN_MS = 250;
const TIMEOUT_MS = 4_000;

/**
 * Connects to the hosts of an address in order and returns the first that accepts writes, as libpq does. Throws the
 * error of a host that refuses writes if there is one, else that of the first host.
 */
export async function findWritableHost(address: PostgresAddress): Promise<PostgresHost> {
  const hosts = address.isShuffled ? shuffled(address.hosts) : address.hosts;
  const found = Promise.withResolvers<PostgresHost>();
  const errors: Error[] = [];
  const attempts: Promise<void>[] = [];
  /** Hosts that haven't answered yet: while they are waited for, a standby may be promoted. */
  const silent = new Set(hosts);
  let isFound = false;
  const seek = async (host: PostgresHost): Promise<void> => {
    for (;;) {
      try {
        await tryHost(address, host);
        isFound = true;
        found.resolve(host);
        return;
      } catch (error) {
        errors.push(error as Error);
        silent.delete(host);
        if (isFound || silent.size === 0 || !isReadOnlyError(error)) return;
      }
      await pause(AGAIN_MS);
    }
  };
  for (const host of hosts) {
    if (isFound) break;
    const attempt = seek(host);
    attempts.push(attempt);
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, ALONE_MS);
    await Promise.race([attempt, late.promise]);
    clearTimeout(timer);
  }
  void Promise.all(attempts).then(() => found.reject(worstOf(errors)));
  return found.promise;
}

async function tryHost({ url, connectMs = TIMEOUT_MS }: PostgresAddress, host: PostgresHost): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "aftersale host check",
    connectionTimeoutMillis: Math.min(connectMs, TIMEOUT_MS),
    query_timeout: TIMEOUT_MS,
  });
  client.on("error", () => {});
  pointTo(client, host);
  const access = followWriteAccess(client);
  try {
    await client.connect();
    const isWritable = access.isKnown && !access.isRefused ? true : await mayWrite(client);
    if (!isWritable) throw readOnlyError(hostName(host));
  } catch (error) {
    // Whatever state it is in, nothing of it stays.
    connectionOf(client).stream.destroy();
    throw error;
  }
  // The search doesn't wait for it: the host may freeze now.
  endSession(client);
}

/** Makes a client that isn't connected yet connect to one of the hosts of its address. */
export function pointTo(client: pg.Client, { host, port }: PostgresHost): void {
  client.host = host || "localhost";
  if (port !== undefined) client.port = port;
}

function worstOf(errors: Error[]): Error {
  return errors.find(isReadOnlyError) ?? errors[0] ?? new Error("the address of the database has no host");
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
