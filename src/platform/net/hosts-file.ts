import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";

/** Returns the addresses of a name in the hosts file; undefined for a name that is not listed. */
export type HostsFile = (name: string) => string[] | undefined;

/** How often a file is checked for changes. */
const CHECK_MS = 2_000;
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * Reads a hosts file such as /etc/hosts, again when it changes. `localhost` and names below it are loopback
 * unless listed (RFC 6761). Reads synchronously: the runtime's threads may be blocked by a slow disk.
 */
export function createHostsFile(path = "/etc/hosts"): HostsFile {
  const table = parsedFile(path, parseHosts);
  return (name) => {
    const key = name.toLowerCase().replace(/\.$/, "");
    const isLocal = key === "localhost" || key.endsWith(".localhost");
    return table().get(key) ?? (isLocal ? LOOPBACK : undefined);
  };
}

/**
 * Returns a function that parses a file, again when the file changes; a missing file is parsed as an empty
 * string.
 */
export function parsedFile<Value>(path: string, parse: (text: string) => Value): () => Value {
  let state = { at: Number.NEGATIVE_INFINITY, version: "", value: parse("") };
  return () => {
    const at = performance.now();
    if (at < state.at + CHECK_MS) return state.value;
    const version = versionOf(path);
    if (version === state.version) state.at = at;
    else state = { at, version, value: parse(contentOf(path)) };
    return state.value;
  };
}

function versionOf(path: string): string {
  const { mtimeMs = 0, size = 0, ino = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size} ${ino}`;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const table = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const addresses = table.get(key) ?? [];
      if (!addresses.includes(address)) table.set(key, [...addresses, address]);
    }
  }
  return table;
}
