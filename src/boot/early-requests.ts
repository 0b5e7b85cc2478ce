import type { App } from "../app.ts";
import { apiStyleOf } from "../http/api-style.ts";
import { withNormalizedUrl } from "../http/normalize-url.ts";
import { problemResponse } from "../http/problems.ts";
import { pause } from "../lib/pause.ts";
import { problem } from "../lib/problem.ts";
import { VERSION } from "../lib/version.ts";
import { WAREHOUSE } from "../warehouse/api-style.ts";

/** An ordinary start is faster; one that migrates a large database takes minutes. */
const WAIT_MS = 5_000;

/**
 * Returns a handler for the time until `started` resolves: the probes get their responses at once, and any
 * other request waits, for five seconds at most, and then gets 503. Throws what `started` throws.
 */
export function earlyRequests(started: Promise<App>): App["fetch"] {
  return async (request) => {
    const { pathname } = new URL(withNormalizedUrl(request).url);
    if (pathname === "/healthz") return Response.json({ status: "alive" });
    if (pathname === "/readyz") {
      return Response.json(
        { status: "not ready", ready: false, stopping: false, version: VERSION },
        { status: 503 },
      );
    }
    const app = await Promise.race([started, pause(WAIT_MS)]);
    return app ? app.fetch(request) : stillStarting(pathname);
  };
}

function stillStarting(pathname: string): Response {
  const { parts } = problem("database_unavailable", "The service is starting; try again.", {
    headers: { "Retry-After": "5" },
  });
  const requestId = crypto.randomUUID();
  const style = apiStyleOf([WAREHOUSE], pathname);
  if (!style) return problemResponse(parts, requestId);
  const { status, body } = style.errorResponse(parts);
  return Response.json(body, { status, headers: { ...parts.headers, "X-Request-Id": requestId } });
}
