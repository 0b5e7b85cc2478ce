import ipaddr from "ipaddr.js";

/** Public addresses that cloud providers use for their internal services. */
const CLOUD_INTERNAL = new Set(["168.63.129.16"]);

/** The globally routed part of IPv6; addresses outside it are local, translated or unassigned. */
const GLOBAL = ipaddr.parseCIDR("2000::/3");

/** Returns the kind of an address that is not public, such as `loopback`; undefined for a public address. */
export function nonPublicRangeOf(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return "unknown";
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range !== "unicast") return range;
  if (address.kind() === "ipv6" && !address.match(GLOBAL)) return "reserved";
  return CLOUD_INTERNAL.has(address.toString()) ? "reserved" : undefined;
}

/** Returns the IP address of a URL's host, without the brackets of IPv6; undefined for a name. */
export function literalAddress(hostname: string): string | undefined {
  const text = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(text) ? text : undefined;
}
