import type { Ctx } from "../ctx.ts";
import { releaseAdmission } from "./admission.ts";
import { internalErrorResponse, type Routes } from "./problems.ts";
import { requestContextOf } from "./request-context.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/**
 * Wraps a handler: adds `X-Request-Id` to every response, writes one access log line per request, and
 * observes its duration.
 */
export function withAccessLog(
  ctx: Ctx,
  routes: Routes,
  handle: Handler,
): (request: Request) => Promise<Response> {
  const staticPaths = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(":")));
  return async (request) => {
    const context = requestContextOf(request);
    const { requestId, startedAt } = context;
    let response: Response;
    try {
      response = await handle(request);
    } catch (error) {
      response = internalErrorResponse(ctx.log, error, requestId);
    }
    releaseAdmission(request);
    if (!response.headers.has("X-Request-Id")) response.headers.set("X-Request-Id", requestId);

    const { caller, headers } = context;
    for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
    const path = () => new URL(request.url).pathname;
    const durationMs = performance.now() - startedAt;
    if (ctx.log.isLevelEnabled("info")) {
      const line = {
        requestId,
        method: request.method,
        path: path(),
        status: response.status,
        durationMs: Math.round(durationMs * 10) / 10,
        ...(caller && { storeId: caller.storeId, client: caller.by }),
      };
      ctx.log.info(line, "request");
    }
    // Labels never hold what a client chose: every distinct value is a series that Prometheus keeps.
    ctx.metrics.requestFinished({
      method: METHODS.has(request.method) ? request.method : "other",
      route: context.route ?? (staticPaths.has(path()) ? path() : "other"),
      status: response.status,
      seconds: durationMs / 1_000,
    });
    return response;
  };
}
