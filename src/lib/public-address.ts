import ipaddr from "ipaddr.js";

/** The addresses that a cloud answers its own machines under, though they look like anybody's. */
const OF_CLOUDS = new Set(["168.63.129.16"]);

/** What the internet routes of IPv6; everything outside is local, translated or not given out. */
const GLOBAL = ipaddr.parseCIDR("2000::/3");

/** What kind of address that nobody on the internet has this is, such as `loopback`; undefined when it is a public one. */
export function nonPublicRangeOf(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== "unicast") return range;
  if (address.kind() === "ipv6" && !address.match(GLOBAL)) return "reserved";
  return OF_CLOUDS.has(address.toString()) ? "reserved" : undefined;
}

/** The address of a URL's host when that is one, without the brackets of IPv6. */
export function literalAddress(hostname: string): string | undefined {
  const text = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(text) ? text : undefined;
}
