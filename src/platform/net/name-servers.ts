import { promises } from "node:dns";
import { pause } from "../../lib/promises.ts";
import { parsedFile } from "./hosts-file.ts";

/**
 * Returns the addresses of a name by DNS, an empty array when there is no such name; throws when no server
 * responds in time.
 */
export type QueryDns = (name: string) => Promise<string[]>;

/** `servers` are `address:port`; by default those of the machine. */
type Options = { servers?: string[]; resolvConf?: string };

/** The timeout of the first try; the second try waits twice as long. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;
/** How long addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 250;
const MAX_SEARCH_DOMAINS = 6;
const NO_ADDRESS = new Error("no address of this family");
const NOT_FOUND_CODES = new Set(["ENOTFOUND", "ENODATA"]);

type Settings = { resolver: promises.Resolver; search: string[]; ndots: number };

/**
 * Queries name servers over sockets of its own. The runtime's lookup uses a few threads that encryption and
 * signatures need too: two names with unresponsive servers would block them for seconds.
 */
export function createNameServers({ servers, resolvConf = "/etc/resolv.conf" }: Options = {}): QueryDns {
  // A resolver keeps the servers of its creation.
  const settings = parsedFile(resolvConf, (text): Settings => {
    const resolver = new promises.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    return { resolver, ...parseResolvConf(text) };
  });
  return async (name) => {
    const { resolver, ...conf } = settings();
    for (const candidate of candidates(name, conf)) {
      const found = await bothFamilies(resolver, candidate);
      if (found.length > 0) return found;
    }
    return [];
  };
}

/** Returns the name and, when it has fewer dots than `ndots`, the name below each search domain. */
function candidates(name: string, { search, ndots }: Omit<Settings, "resolver">): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  const dots = name.split(".").length - 1;
  const searched = dots < ndots ? search.map((domain) => `${name}.${domain}`) : [];
  return dots === 0 ? [...searched, name] : [name, ...searched];
}

/** Returns the addresses of both families. A family whose query gets no response doesn't delay the other. */
async function bothFamilies(resolver: promises.Resolver, name: string): Promise<string[]> {
  const found: string[][] = [[], []];
  const families = [resolver.resolve4(name), resolver.resolve6(name)].map(async (query, i) => {
    const addresses = await query.catch(emptyIfNotFound);
    found[i] = addresses;
    if (addresses.length === 0) throw NO_ADDRESS;
  });
  const both = Promise.allSettled(families);
  const isFound = await Promise.any(families).then(
    () => true,
    () => false,
  );
  if (isFound) await Promise.race([both, pause(OTHER_FAMILY_MS)]);
  for (const family of isFound ? [] : await both) {
    if (family.status === "rejected" && family.reason !== NO_ADDRESS) throw family.reason;
  }
  return found.flat();
}

function emptyIfNotFound(error: NodeJS.ErrnoException): string[] {
  if (NOT_FOUND_CODES.has(error.code ?? "")) return [];
  throw error;
}

function parseResolvConf(text: string): Omit<Settings, "resolver"> {
  const lines = text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
  const [, ...search] = lines.findLast(([key]) => key === "search" || key === "domain") ?? [];
  const options = lines.filter(([key]) => key === "options").flat();
  const ndots = options.map((option) => /^ndots:(\d{1,2})$/.exec(option)?.[1]).find((dots) => dots);
  return { search: search.slice(0, MAX_SEARCH_DOMAINS), ndots: Number(ndots ?? 1) };
}
