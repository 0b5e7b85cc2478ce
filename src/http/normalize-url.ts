/** Takes the place of an origin that can't be read: no answer depends on it. */
const ORIGIN = "http://localhost";

/**
 * Returns the request with a URL that every part of the service can read. A URL is made of the client's `Host`; with one that
 * is absent, empty or malformed the runtime leaves a bare path or a text that is no URL. Then the path and the query are
 * kept and the origin is replaced. A fragment, which is no part of a request's target, is left out.
 */
export function withNormalizedUrl(request: Request): Request {
  const { url } = request;
  if (isReadable(url)) return request;
  const { pathname, search } = new URL(ORIGIN + targetIn(url));
  return new Request(ORIGIN + pathname + search, request);
}

/** Most are, and go on as they came: a request that is built again reads its body more slowly. */
function isReadable(url: string): boolean {
  return url.startsWith("http://") && !url.includes("#") && URL.canParse(url);
}

/** The path and query of what is no URL: a path alone, one behind an unreadable host, or none at all (`CONNECT host:port`). */
function targetIn(url: string): string {
  return /^(?:https?:\/\/[^/?#]*)?(\/.*)$/is.exec(url)?.[1] ?? "/";
}
