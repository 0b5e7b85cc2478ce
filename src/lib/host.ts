/** The host and port that an http or https URL leads to, `example.test:443`, as the configuration names hosts. */
export function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}
