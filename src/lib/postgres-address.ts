/** A host of a database's address. Without a port the driver's default counts. */
export type PostgresHost = { host: string; port: number | undefined };

export type PostgresAddress = {
  /** What the driver connects by: the address with the first host alone. */
  url: string;
  /** In the order in which they are tried. */
  hosts: [PostgresHost, ...PostgresHost[]];
  /** Whether the hosts are tried in random order. */
  isShuffled: boolean;
  /** How long a host may take to connect, as the address says. */
  connectMs: number | undefined;
  /** As in the path: with the slash, or empty. */
  database: string;
  /** Settings of its sessions, in the syntax of Postgres's command line. */
  options: string;
};

const PARTS = /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/;
const HOST = /^(?:\[([\da-f:.%]+)\]|([^:[\]]*))(?::([^:]*))?$/i;
/** Those that say how to choose among hosts: the driver doesn't know them, or takes them for one host. */
const OF_HOSTS = [
  "host",
  "hostaddr",
  "port",
  "target_session_attrs",
  "load_balance_hosts",
  "connect_timeout",
];
const WRITING = ["any", "read-write", "primary"];
const READING = ["read-only", "standby", "prefer-standby"];
const MAX_PORT = 65_535;

/**
 * Reads the address of a database as libpq does: several hosts separated by commas, each with its port, or `host` and
 * `port` as parameters. Throws a sentence that goes on after the name of the setting, and holds nothing of the address.
 */
export function parsePostgresAddress(text: string): PostgresAddress {
  const [, scheme = "", user, authority = "", path = "", query = ""] = PARTS.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  requireUsable(scheme !== "");
  requireTarget(parameters);
  const hosts = hostsOf(authority, parameters);
  const connectMs = connectMsOf(parameters);
  const isShuffled = isShuffledBy(parameters);
  const options = parameters.get("options") ?? "";
  const [first] = hosts;
  const isPlain = hosts.length === 1 && ![...OF_HOSTS, "options"].some((name) => parameters.has(name));
  if (isPlain) {
    requireUsable(URL.canParse(text) || authority === "");
    return { url: text, hosts, isShuffled, connectMs, database: path, options };
  }
  for (const name of [...OF_HOSTS, "options"]) parameters.delete(name);
  // The driver takes the path of a socket as a parameter alone.
  if (first.host.startsWith("/")) parameters.set("host", first.host);
  if (hosts.length === 1 && first.host.startsWith("/") && first.port)
    parameters.set("port", String(first.port));
  // Of several hosts each has its own port, or the default one.
  const shown = hosts.length === 1 ? first : { ...first, port: undefined };
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  const url = `${scheme}${user === undefined ? "" : `${user}@`}${authorityOf(shown)}${path}${rest}`;
  requireUsable(URL.canParse(url));
  return { url, hosts, isShuffled, connectMs, database: path, options };
}

/** Returns the hosts of an address, without users and passwords, as a person reads them. */
export function hostNames({ hosts }: PostgresAddress): string {
  return hosts.map(hostName).join(", ");
}

export function hostName({ host, port }: PostgresHost): string {
  const name = host.includes(":") ? `[${host}]` : host || "localhost";
  return port === undefined ? name : `${name}:${port}`;
}

function requireUsable(isUsable: boolean): void {
  if (!isUsable) throw new Error("must be an address such as postgres://user:password@host:5432/database");
}

/** The service writes: of several hosts it takes the one that accepts that, whichever of these is given. */
function requireTarget(parameters: URLSearchParams): void {
  const target = parameters.get("target_session_attrs");
  if (target === null || WRITING.includes(target)) return;
  const reason = READING.includes(target)
    ? `asks for a server to read from (target_session_attrs=${target}), and the service writes`
    : "has a target_session_attrs that Postgres doesn't know";
  throw new Error(`${reason}: use read-write`);
}

/** A parameter replaces what stands before the path. */
function hostsOf(authority: string, parameters: URLSearchParams): PostgresAddress["hosts"] {
  const named = authority.split(",").map(hostOf);
  const given = parameters.get("host") ?? (authority === "" ? parameters.get("hostaddr") : null);
  const names = given?.split(",") ?? named.map(({ host }) => host);
  const ports = parameters.get("port")?.split(",") ?? named.map(({ port }) => port);
  if (ports.length > 1 && ports.length !== names.length) {
    throw new Error(
      `has ${names.length} hosts and ${ports.length} ports: give one port, or one for each host`,
    );
  }
  const [first, ...others] = names.map((host, i) => ({ host, port: portOf(ports[i] ?? ports[0] ?? "") }));
  return [first ?? { host: "", port: undefined }, ...others];
}

function hostOf(text: string): { host: string; port: string } {
  const [found, address, name = "", port = ""] = HOST.exec(text) ?? [];
  if (found === undefined) {
    throw new Error("has a host that can't be read: write name:port, and an IPv6 address in brackets");
  }
  return { host: address ?? decoded(name), port };
}

function portOf(text: string): number | undefined {
  if (text === "") return undefined;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= MAX_PORT) return port;
  throw new Error(`has a port that isn't a number from 1 to ${MAX_PORT}`);
}

function isShuffledBy(parameters: URLSearchParams): boolean {
  const how = parameters.get("load_balance_hosts") ?? "disable";
  if (how === "disable" || how === "random") return how === "random";
  throw new Error("has a load_balance_hosts that isn't disable or random");
}

function connectMsOf(parameters: URLSearchParams): number | undefined {
  const text = parameters.get("connect_timeout");
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error("has a connect_timeout that isn't a number of seconds");
  return Number(text) * 1_000 || undefined;
}

function authorityOf({ host, port }: PostgresHost): string {
  if (host === "" || host.startsWith("/")) return "localhost";
  return hostName({ host: host.includes(":") ? host : encodeURIComponent(host), port });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
