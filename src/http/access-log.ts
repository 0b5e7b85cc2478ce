import type { Ctx } from "../ctx.ts";
import { leave } from "./admission.ts";
import { internalErrorResponse, type Routes } from "./problems.ts";
import { requestContextOf } from "./request-context.ts";

type Handler = (request: Request) => Response | Promise<Response>;

const METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/** Answers requests with their id in `X-Request-Id`, writes one log line for each, and counts them. */
export function withAccessLog(
  ctx: Ctx,
  routes: Routes,
  handle: Handler,
): (request: Request) => Promise<Response> {
  const fixed = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(":")));
  return async (request) => {
    const trace = requestContextOf(request);
    const { requestId, startedAt } = trace;
    let response: Response;
    try {
      response = await handle(request);
    } catch (error) {
      response = internalErrorResponse(ctx.log, error, requestId);
    }
    leave(request);
    if (!response.headers.has("X-Request-Id")) response.headers.set("X-Request-Id", requestId);

    const { caller, headers } = trace;
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
    // What a stranger may choose is not told: every name is a series that Prometheus keeps.
    ctx.metrics.requestFinished({
      method: METHODS.has(request.method) ? request.method : "other",
      route: trace.route ?? (fixed.has(path()) ? path() : "other"),
      status: response.status,
      seconds: durationMs / 1_000,
    });
    return response;
  };
}
