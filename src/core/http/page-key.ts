const PUBLISHABLE = "aftersale_pub_";

/**
 * Returns the publishable secret in the query of a request (`?key=`) that has none in a header: what a page sends by
 * `navigator.sendBeacon` has no headers of its own. Any other secret in an address is no credential.
 */
export function pageKeyOf({ headers, url }: Request): string | undefined {
  if (!url.includes(PUBLISHABLE) || headers.has("authorization")) return undefined;
  const key = new URL(url).searchParams.get("key");
  return key?.startsWith(PUBLISHABLE) ? key : undefined;
}
