import type { App } from "../app.ts";
import { UNKEPT } from "../core/http/response-headers.ts";
import { awaitedLater, pause } from "../lib/promises.ts";
import { VERSION } from "../lib/version.ts";
import { unavailableResponse } from "./unavailable.ts";

/** An ordinary start is faster; one that migrates a large database takes minutes. */
const WAIT_MS = 5_000;

export type EarlyRequests = {
  fetch: App["fetch"];
  /** Hands the requests that wait, and all later ones, to the service. */
  serve(fetch: App["fetch"]): void;
  /** Rejects the requests that wait. */
  fail(error: unknown): void;
};

/**
 * Returns a handler for requests before the service has started and after it: until then the probes get their
 * responses at once, and any other request waits, for five seconds at most, and then gets 503.
 */
export function earlyRequests(): EarlyRequests {
  const started = Promise.withResolvers<App["fetch"]>();
  awaitedLater(started.promise);
  let running: App["fetch"] | undefined;

  const wait: App["fetch"] = async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return Response.json({ status: "alive" }, { headers: UNKEPT });
    if (pathname === "/readyz") {
      return Response.json(
        { status: "not ready", ready: false, stopping: false, version: VERSION },
        { status: 503, headers: UNKEPT },
      );
    }
    const fetch = await Promise.race([started.promise, pause(WAIT_MS)]);
    return fetch
      ? fetch(request)
      : unavailableResponse(request, pathname, "The service is starting; try again.", 5);
  };
  return {
    fetch: (request) => (running ?? wait)(request),
    serve: (fetch) => {
      running = fetch;
      started.resolve(fetch);
    },
    fail: started.reject,
  };
}
