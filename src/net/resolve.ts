import { isIP } from "node:net";
import { createFairLimit } from "../lib/fair-limit.ts";
import { createHostsFile, type HostsFile } from "./hosts-file.ts";
import { type AskNameServers, createNameServers } from "./name-servers.ts";

export type Address = { address: string; family: number };

/** Who wants to know, and how long it may take. */
export type Asking = { by?: string; withinMs?: number };

/** Returns all addresses that a name leads to; throws when it leads nowhere, or when that isn't known in time. */
export type Resolve = (hostname: string, asking?: Asking) => Promise<Address[]>;

type Options = { hostsFile?: HostsFile; ask?: AskNameServers };
type Known = { until: number; addresses: Promise<string[]> };

const WITHIN_MS = 10_000;
/** How long an answer is used again: so long that many connections at once ask once, not so long that a move is missed. */
const FOUND_MS = 5_000;
const NOT_FOUND_MS = 1_000;
const MAX_KNOWN = 10_000;
/** Names that are asked for at a time, in all and for one store: those whose servers never answer take seconds each. */
const MAX_ASKED = 1_000;
const MAX_ASKED_PER_OWNER = 16;
const NO_ANSWER = "no name server answered in time";

/**
 * Names of the machine's table of hosts and of DNS. Each name is asked for once at a time, however many want to know, and
 * stores that ask for many wait for themselves.
 */
export function createResolve(options: Options = {}): Resolve {
  const { hostsFile = createHostsFile(), ask = createNameServers() } = options;
  const limit = createFairLimit({ total: MAX_ASKED, perOwner: MAX_ASKED_PER_OWNER });
  // Those that were asked for first come first.
  const known = new Map<string, Known>();

  function knownNow(name: string): Promise<string[]> | undefined {
    const entry = known.get(name);
    return entry && performance.now() < entry.until ? entry.addresses : undefined;
  }

  function askNow(name: string): Promise<string[]> {
    const entry: Known = { until: Number.POSITIVE_INFINITY, addresses: ask(name) };
    known.delete(name);
    known.set(name, entry);
    const keep = (ms: number) => {
      entry.until = performance.now() + ms;
    };
    entry.addresses.then(
      (addresses) => keep(addresses.length > 0 ? FOUND_MS : NOT_FOUND_MS),
      () => keep(NOT_FOUND_MS),
    );
    for (const [first] of known) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(first);
    }
    return entry.addresses;
  }

  async function lookUp(name: string, { by, withinMs }: Required<Asking>): Promise<string[]> {
    const before = knownNow(name);
    if (before) return before;
    const release = await limit(by, withinMs);
    if (!release) throw unknown("too many other names are being asked for");
    // Another store, which had not to wait, may have asked meanwhile.
    return (knownNow(name) ?? askNow(name)).finally(release);
  }

  return async (hostname, { by = "", withinMs = WITHIN_MS } = {}) => {
    if (isIP(hostname)) return [toAddress(hostname)];
    const name = hostname.toLowerCase();
    const addresses =
      hostsFile(name) ?? (await inTime(lookUp(name, { by, withinMs }).catch(explained), withinMs));
    if (addresses.length === 0) throw unknown("there is no such name");
    return addresses.map(toAddress);
  };
}

function toAddress(address: string): Address {
  return { address, family: isIP(address) };
}

async function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(unknown(NO_ANSWER)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const WORDS: Record<string, string> = {
  ETIMEOUT: NO_ANSWER,
  ESERVFAIL: "the name servers failed",
  EREFUSED: "the name servers refuse to answer",
};

function explained(error: NodeJS.ErrnoException): never {
  throw error.code ? unknown(WORDS[error.code] ?? error.code) : error;
}

function unknown(why: string): Error {
  return new Error(`the name can't be resolved: ${why}`);
}
