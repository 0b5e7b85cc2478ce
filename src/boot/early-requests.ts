import type { App } from "../app.ts";
import { withNormalizedUrl } from "../http/normalize-url.ts";
import { pause } from "../lib/pause.ts";
import { VERSION } from "../lib/version.ts";
import { unavailableResponse } from "./unavailable.ts";

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
    return app ? app.fetch(request) : unavailableResponse(pathname, "The service is starting; try again.", 5);
  };
}
