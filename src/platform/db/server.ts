import {
  hostName,
  hostNames,
  type PostgresAddress,
  type PostgresHost,
  parsePostgresAddress,
} from "../../lib/postgres-address.ts";
import { findWritableHost } from "./find-writable-host.ts";

/** A connection, as far as its server decides about it. */
export type ServerConnection = {
  /** Makes its owner give it up: at once if nothing uses it, else after use. */
  retire(error: Error): void;
  connectedAt: number;
  /** The server's process of its session. */
  pid(): number | null;
};

/** What a process has found out about a database that it may use. */
export type Inspection = {
  /** Whether the options of a connection reach the server; behind some poolers they don't. */
  passesOptions: boolean;
  /** Whether the server can limit how long a transaction takes, as Postgres 17 and newer can. */
  hasTransactionTimeout: boolean;
};

/** Until a server has been inspected: what every one has. */
export const NOT_INSPECTED: Inspection = { passesOptions: true, hasTransactionTimeout: false };

/** What this process knows of the database at an address, and all its connections to it. */
export type Server = {
  address: PostgresAddress;
  connections: Set<ServerConnection>;
  /** Undefined until it has been inspected. */
  inspection: Inspection | undefined;
  /** Where to connect to; of several hosts, the one that was last found to accept writes, or a search for it. */
  host(): PostgresHost | Promise<PostgresHost>;
  /** Notes that a host is slow to answer: of several the writable one is sought again. */
  doubt(host: PostgresHost): void;
  /** Looks among several hosts again, for the one to use from now on. */
  search(): Promise<PostgresHost>;
  /** The error of the last attempt to connect, until one succeeds. */
  failure(): Error | undefined;
  /** Whether an attempt has failed that began at this time of `performance.now()` or later. */
  hasFailedSince(time: number): boolean;
  /**
   * While attempts fail, the pools make one at a time. Returns what to call when that attempt has ended, or undefined
   * when one has just failed or is in progress.
   */
  beginProbe(): (() => void) | undefined;
  /** When the next probe may begin, of `performance.now()`. */
  nextProbeAt(): number;
  /** Notes a connection that began to be made at this time. Attempts that are much older wait for a server that is gone. */
  connected(startedAt: number): void;
  /** The attempts in progress. */
  attempts: Set<{ startedAt: number; abandon(): void }>;
  failed(error: Error, startedAt: number): void;
  /** Retires all connections but those that were made a moment ago: their server no longer accepts writes. */
  retireAll(error: Error): void;
  /** Resolves with the next connection after a failed one. */
  back(): Promise<void>;
  /** Calls with the error of each failed attempt, and with undefined for each that succeeds. Returns how to stop. */
  onAttempt(listener: (error: Error | undefined) => void): () => void;
  /** For messages: the hosts without user and password. */
  name: string;
};

/** Attempts to connect are this far apart while they fail. */
const FAILURE_MS = 200;
/** A probe that takes longer isn't waited for. */
const PROBE_MS = 500;
/** A connection that is younger was verified after the server began to refuse writes. */
const YOUNG_MS = 1_000;
/** An attempt that began this long before one that succeeded has no answer to expect. */
const OLD_MS = 1_000;
const MAX_SERVERS = 1_000;

const servers = new Map<string, Server>();

/** Returns the database at an address: one and the same for all that connect to it in this process. */
export function serverAt(url: string): Server {
  const known = servers.get(url);
  if (known) return known;
  const [oldest] = servers.keys();
  if (oldest !== undefined && servers.size >= MAX_SERVERS) servers.delete(oldest);
  const server = createServer(addressOf(url));
  servers.set(url, server);
  return server;
}

function createServer(address: PostgresAddress): Server {
  const connections = new Set<ServerConnection>();
  const attempts = new Set<{ startedAt: number; abandon(): void }>();
  const listeners = new Set<(error: Error | undefined) => void>();
  const [only, ...others] = address.hosts;
  let known: PostgresHost | undefined = others.length === 0 ? only : undefined;
  let search: Promise<PostgresHost> | undefined;
  let failure: Error | undefined;
  let failedUntil = 0;
  /** When the latest of the attempts that have failed began. */
  let lastFailedStart = Number.NEGATIVE_INFINITY;
  let probe: { until: number } | undefined;
  let back: PromiseWithResolvers<void> | undefined;

  function find(): Promise<PostgresHost> {
    const startedAt = performance.now();
    search ??= findWritableHost(address)
      .then(
        (host) => {
          known = host;
          return host;
        },
        (error) => {
          lastFailedStart = Math.max(lastFailedStart, startedAt);
          throw error;
        },
      )
      .finally(() => {
        search = undefined;
      });
    return search;
  }

  return {
    address,
    connections,
    inspection: undefined,
    name: others.length === 0 ? hostName(only) : hostNames(address),
    host: () => known ?? find(),
    doubt: (host) => {
      if (others.length > 0 && known === host) known = undefined;
    },
    search: () => (others.length > 0 ? find() : Promise.resolve(only)),
    failure: () => failure,
    hasFailedSince: (time) => lastFailedStart >= time,
    beginProbe: () => {
      const now = performance.now();
      if (now < Math.max(failedUntil, probe?.until ?? 0)) return undefined;
      const begun = { until: now + PROBE_MS };
      probe = begun;
      return () => {
        if (probe === begun) probe = undefined;
      };
    },
    nextProbeAt: () => Math.max(failedUntil, probe?.until ?? 0),
    attempts,
    connected: (startedAt) => {
      for (const attempt of [...attempts]) if (startedAt - attempt.startedAt > OLD_MS) attempt.abandon();
      failure = undefined;
      back?.resolve();
      back = undefined;
      for (const listener of listeners) listener(undefined);
    },
    failed: (error, startedAt) => {
      if (others.length > 0) known = undefined;
      failure = error;
      lastFailedStart = Math.max(lastFailedStart, startedAt);
      failedUntil = performance.now() + FAILURE_MS;
      back ??= Promise.withResolvers();
      for (const listener of listeners) listener(error);
    },
    retireAll: (error) => {
      if (others.length > 0) known = undefined;
      const now = performance.now();
      for (const connection of [...connections]) {
        if (now - connection.connectedAt > YOUNG_MS) connection.retire(error);
      }
    },
    back: () => {
      back ??= Promise.withResolvers();
      return back.promise;
    },
    onAttempt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function addressOf(url: string): PostgresAddress {
  try {
    return parsePostgresAddress(url);
  } catch (error) {
    throw new Error(`The address of the database ${(error as Error).message}.`);
  }
}
