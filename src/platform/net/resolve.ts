import { isIP } from "node:net";
import { createLimiter } from "../../lib/limiter.ts";
import { createHostsFile, type HostsFile } from "./hosts-file.ts";
import { createNameServers, type QueryDns } from "./name-servers.ts";

export type Address = { address: string; family: number };

/** On whose behalf a name is resolved, and the timeout. */
export type ResolveOptions = { owner?: string; timeoutMs?: number };

/** Returns all addresses of a name; throws when it has none or they are not known within the timeout. */
export type Resolve = (hostname: string, options?: ResolveOptions) => Promise<Address[]>;

type Options = { hostsFile?: HostsFile; queryDns?: QueryDns };
type Entry = { until: number; addresses: Promise<string[]> };

const TIMEOUT_MS = 10_000;
/**
 * How long a result is cached: long enough that concurrent connections share a query, short enough that a
 * changed address is noticed.
 */
const FOUND_CACHE_MS = 5_000;
const NOT_FOUND_CACHE_MS = 1_000;
const MAX_CACHED = 10_000;
/** Queries at a time, in total and per store: names with unresponsive servers take seconds each. */
const MAX_QUERIES = 1_000;
const MAX_QUERIES_PER_OWNER = 16;
const NO_RESPONSE = "no name server responded in time";

/**
 * Resolves names by the hosts file, then by DNS. Concurrent requests for a name share a query, and a store
 * with many queries waits for its own.
 */
export function createResolve(options: Options = {}): Resolve {
  const { hostsFile = createHostsFile(), queryDns = createNameServers() } = options;
  const limiter = createLimiter({ total: MAX_QUERIES, perOwner: MAX_QUERIES_PER_OWNER });
  // In the order of the queries, the oldest first.
  const cache = new Map<string, Entry>();

  function cached(name: string): Promise<string[]> | undefined {
    const entry = cache.get(name);
    return entry && performance.now() < entry.until ? entry.addresses : undefined;
  }

  function startQuery(name: string): Promise<string[]> {
    const entry: Entry = { until: Number.POSITIVE_INFINITY, addresses: queryDns(name) };
    cache.delete(name);
    cache.set(name, entry);
    const keep = (ms: number) => {
      entry.until = performance.now() + ms;
    };
    entry.addresses.then(
      (addresses) => keep(addresses.length > 0 ? FOUND_CACHE_MS : NOT_FOUND_CACHE_MS),
      () => keep(NOT_FOUND_CACHE_MS),
    );
    for (const [first] of cache) {
      if (cache.size <= MAX_CACHED) break;
      cache.delete(first);
    }
    return entry.addresses;
  }

  async function lookUp(name: string, { owner, timeoutMs }: Required<ResolveOptions>): Promise<string[]> {
    const existing = cached(name);
    if (existing) return existing;
    const release = await limiter.take(owner, { waitMs: timeoutMs });
    if (!release) throw resolveError("too many other names are being resolved");
    // Another store may have queried the name meanwhile.
    return (cached(name) ?? startQuery(name)).finally(release);
  }

  return async (hostname, { owner = "", timeoutMs = TIMEOUT_MS } = {}) => {
    if (isIP(hostname)) return [toAddress(hostname)];
    const name = hostname.toLowerCase();
    const addresses =
      hostsFile(name) ?? (await inTime(lookUp(name, { owner, timeoutMs }).catch(throwExplained), timeoutMs));
    if (addresses.length === 0) throw resolveError("there is no such name");
    return addresses.map(toAddress);
  };
}

function toAddress(address: string): Address {
  return { address, family: isIP(address) };
}

async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(resolveError(NO_RESPONSE)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const DESCRIPTIONS: Record<string, string> = {
  ETIMEOUT: NO_RESPONSE,
  ESERVFAIL: "the name servers failed",
  EREFUSED: "the name servers refused the query",
};

function throwExplained(error: NodeJS.ErrnoException): never {
  throw error.code ? resolveError(DESCRIPTIONS[error.code] ?? error.code) : error;
}

function resolveError(why: string): Error {
  return new Error(`the name can't be resolved: ${why}`);
}
