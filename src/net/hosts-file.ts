import { readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";

/** The addresses that the machine's own table of hosts gives a name; undefined for a name that isn't in it. */
export type HostsFile = (name: string) => string[] | undefined;

/** How often it is looked whether a file has changed. */
const LOOK_MS = 2_000;
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * The table in a file such as /etc/hosts, read again when it changes. `localhost` and the names below it are this machine
 * (RFC 6761) where the file doesn't say otherwise. It is read without the runtime's threads, which a slow disk could hold.
 */
export function createHostsFile(path = "/etc/hosts"): HostsFile {
  const table = watched(path, parseHosts);
  return (name) => {
    const key = name.toLowerCase().replace(/\.$/, "");
    const isLocal = key === "localhost" || key.endsWith(".localhost");
    return table().get(key) ?? (isLocal ? LOOPBACK : undefined);
  };
}

/** What `parse` makes of a file's text, and of an empty text when it can't be read; parsed again when the file changes. */
export function watched<Value>(path: string, parse: (text: string) => Value): () => Value {
  let state = { at: Number.NEGATIVE_INFINITY, version: "", value: parse("") };
  return () => {
    const at = performance.now();
    if (at < state.at + LOOK_MS) return state.value;
    const version = versionOf(path);
    if (version === state.version) state.at = at;
    else state = { at, version, value: parse(textOf(path)) };
    return state.value;
  };
}

function versionOf(path: string): string {
  const { mtimeMs = 0, size = 0, ino = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${size} ${ino}`;
}

function textOf(path: string): string {
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
      const known = table.get(key) ?? [];
      if (!known.includes(address)) table.set(key, [...known, address]);
    }
  }
  return table;
}
