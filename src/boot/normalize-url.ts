/** Replaces an origin that can't be parsed. No response depends on it. */
const ORIGIN = "http://localhost";

/**
 * Returns the request with a URL that can be parsed. The runtime builds the URL from the `Host` header; when
 * that is missing, empty or malformed, the URL is a bare path or invalid. Then the path and the query stay
 * and the origin is replaced. A fragment is removed: it is not part of a request target.
 */
export function withNormalizedUrl(request: Request): Request {
  const { url } = request;
  if (isNormal(url)) return request;
  const { pathname, search } = new URL(ORIGIN + targetIn(url));
  return new Request(ORIGIN + pathname + search, request);
}

/** The fast path: a copied request reads its body more slowly. */
function isNormal(url: string): boolean {
  return url.startsWith("http://") && !url.includes("#") && URL.canParse(url);
}

/** The path and query of an invalid URL; `/` if it has none (`CONNECT host:port`). */
function targetIn(url: string): string {
  return /^(?:https?:\/\/[^/?#]*)?(\/.*)$/is.exec(url)?.[1] ?? "/";
}
