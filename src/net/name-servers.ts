import { promises } from "node:dns";
import { pause } from "../lib/pause.ts";
import { watched } from "./hosts-file.ts";

/** The addresses of a name by DNS, none when there is no such name; throws when no server says so in time. */
export type AskNameServers = (name: string) => Promise<string[]>;

/** `servers` are `address:port`; those of the machine when it is absent. */
type Options = { servers?: string[]; resolvConf?: string };

/** The first answer of a server is waited for so long, the second one twice as long. */
const TIMEOUT_MS = 1_000;
const TRIES = 2;
/** How long addresses of one family are held back for those of the other. */
const OTHER_FAMILY_MS = 250;
const MAX_SEARCHED = 6;
const NONE = new Error("no address of this family");
const NOT_THERE = new Set(["ENOTFOUND", "ENODATA"]);

type Settings = { resolver: promises.Resolver; search: string[]; ndots: number };

/**
 * Asks the name servers over sockets of its own. The runtime's look-up calls the C library on a few threads that encryption
 * and signatures need too: two names whose servers never answer would stop those for seconds.
 */
export function createNameServers({
  servers,
  resolvConf = "/etc/resolv.conf",
}: Options = {}): AskNameServers {
  // A resolver has the servers of the time at which it was made.
  const settings = watched(resolvConf, (text): Settings => {
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

/** A name as it is, and as one of the machine's own domains when it has fewer dots than names of the internet have. */
function candidates(name: string, { search, ndots }: Omit<Settings, "resolver">): string[] {
  if (name.endsWith(".")) return [name.slice(0, -1)];
  const dots = name.split(".").length - 1;
  const below = dots < ndots ? search.map((domain) => `${name}.${domain}`) : [];
  return dots === 0 ? [...below, name] : [name, ...below];
}

/** The addresses of both families. One family that is silent does not cost the name the other one. */
async function bothFamilies(resolver: promises.Resolver, name: string): Promise<string[]> {
  const found: string[][] = [[], []];
  const families = [resolver.resolve4(name), resolver.resolve6(name)].map(async (asked, i) => {
    const addresses = await asked.catch(noneIfNotThere);
    found[i] = addresses;
    if (addresses.length === 0) throw NONE;
  });
  const both = Promise.allSettled(families);
  const isFound = await Promise.any(families).then(
    () => true,
    () => false,
  );
  if (isFound) await Promise.race([both, pause(OTHER_FAMILY_MS)]);
  for (const family of isFound ? [] : await both) {
    if (family.status === "rejected" && family.reason !== NONE) throw family.reason;
  }
  return found.flat();
}

function noneIfNotThere(error: NodeJS.ErrnoException): string[] {
  if (NOT_THERE.has(error.code ?? "")) return [];
  throw error;
}

function parseResolvConf(text: string): Omit<Settings, "resolver"> {
  const words = text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
  const [, ...search] = words.findLast(([key]) => key === "search" || key === "domain") ?? [];
  const options = words.filter(([key]) => key === "options").flat();
  const ndots = options.map((option) => /^ndots:(\d{1,2})$/.exec(option)?.[1]).find((dots) => dots);
  return { search: search.slice(0, MAX_SEARCHED), ndots: Number(ndots ?? 1) };
}
