/** The host and port that an http or https URL leads to, `example.test:443`, as the configuration names hosts. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** What listens on every address or on those of its own machine is reached from there by this name. */
const LOCAL = ["0.0.0.0", "::", "127.0.0.1", "::1"];

/** The origin under which what listens at a host and a port is reached. */
export function originAt(host: string, port: number): string {
  const address = host.replace(/^\[(.*)\]$/, "$1");
  const name = LOCAL.includes(address) ? "localhost" : address.includes(":") ? `[${address}]` : address;
  return `http://${name}:${port}`;
}

/** The origin that a text is, with or without a slash behind it; undefined for one with more than that, such as a path or a user. */
export function parseOrigin(text: string): string | undefined {
  const isOrigin = /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) && URL.canParse(text);
  return isOrigin ? new URL(text).origin : undefined;
}
