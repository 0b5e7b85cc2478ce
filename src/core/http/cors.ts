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

type Preflight = { request: Request; params: { storeId: string | null } };

/**
 * Returns the handler of preflight requests for an operation with this method. `allowedOf` returns an origin if pages of it
 * may use the operation.
 */
export function preflightOf(
  method: string,
  allowedOf: (storeId: string | null, origin: string | null) => Promise<string | undefined>,
) {
  return async ({ request, params }: Preflight) =>
    preflightResponse(method, request, await allowedOf(params.storeId, request.headers.get("origin")));
}

/**
 * Returns the response to a preflight request for an operation with this method. Without `origin`, and for another
 * method, the browser doesn't send the request: GET and HEAD need no mention among the allowed methods, so for these
 * the origin isn't named either.
 */
function preflightResponse(
  method: string,
  { headers: asked }: Request,
  allowed: string | undefined,
): Response {
  const origin = asked.get("access-control-request-method") === method ? allowed : undefined;
  const headers = {
    Allow: `OPTIONS, ${method}`,
    Vary: "Origin",
    ...(origin !== undefined && {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Methods": method,
      "Access-Control-Allow-Headers":
        "Authorization, Content-Type, Content-Encoding, Prefer, Idempotency-Key",
      "Access-Control-Max-Age": String(MAX_AGE_S),
    }),
  };
  return new Response(null, { status: 204, headers });
}
