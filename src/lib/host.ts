/**
 * Returns the host and port of an http or https URL, `example.test:443`, as the configuration writes hosts.
 */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** Addresses that are reached as `localhost` on the same machine. */
const LOCAL = ["0.0.0.0", "::", "127.0.0.1", "::1"];

/** Returns the origin of a service that listens at a host and a port. */
export function originAt(host: string, port: number): string {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const name = LOCAL.includes(address) ? "localhost" : address.includes(":") ? `[${address}]` : address;
  return `http://${name}:${port}`;
}

/**
 * Returns the origin of a URL without path, user or query; a trailing slash is allowed. Undefined for any
 * other string.
 */
export function parseOrigin(text: string): string | undefined {
  const isOrigin = /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) && URL.canParse(text);
  return isOrigin ? new URL(text).origin : undefined;
}

const MAX_HOST = 255;
const ADDRESS_6 = /^\[[\da-f:.]+\]$/i;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;

/** Returns the origin of a `Host` header, `name:port`; undefined for one that is malformed. */
export function originOfHost(scheme: "http" | "https", host: string): string | undefined {
  if (host.length > MAX_HOST) return undefined;
  const [, name = "", port] = /^(\[.*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? [];
  const labels = name.replace(/\.$/, "").split(".");
  if (Number(port ?? 80) === 0 || !(ADDRESS_6.test(name) || labels.every((one) => LABEL.test(one))))
    return undefined;
  return parseOrigin(`${scheme}://${host}`);
}
