import { apiStyleOf } from "../http/api-style.ts";
import { problemResponse } from "../http/problems.ts";
import { problem } from "../lib/problem.ts";
import { WAREHOUSE } from "../warehouse/api-style.ts";

/** Returns the 503 to a request for this path that no app has handled, in the style of the path's API. */
export function unavailableResponse(pathname: string, detail: string, retryAfterS: number): Response {
  const { parts } = problem("database_unavailable", detail, {
    headers: { "Retry-After": String(retryAfterS) },
  });
  const requestId = crypto.randomUUID();
  const style = apiStyleOf([WAREHOUSE], pathname);
  if (!style) return problemResponse(parts, requestId);
  const { status, body } = style.errorResponse(parts);
  return Response.json(body, { status, headers: { ...parts.headers, "X-Request-Id": requestId } });
}
