/** How long a browser may keep the response to a preflight request. The request itself is always checked. */
const MAX_AGE_S = 3_600;

/** Returns the headers of a response that a page of this origin may read (CORS). */
export function pageHeaders(origin: string): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": "X-Request-Id, Retry-After, Ignored-Fields",
    Vary: "Origin",
  };
}

/**
 * Returns the response to a preflight request for an operation with this method. Without `origin` the browser
 * doesn't send the request.
 */
export function preflightResponse(method: string, origin: string | undefined): Response {
  const headers = {
    Allow: `OPTIONS, ${method}`,
    Vary: "Origin",
    ...(origin !== undefined && {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": method,
      "Access-Control-Allow-Headers": "Authorization, Content-Type, Content-Encoding, Prefer",
      "Access-Control-Max-Age": String(MAX_AGE_S),
    }),
  };
  return new Response(null, { status: 204, headers });
}
