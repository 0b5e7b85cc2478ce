import type { Ctx } from "../ctx.ts";
import { traceOf } from "./trace.ts";

type Handler = (request: Request) => Response | Promise<Response>;

/** Answers requests with their id in `X-Request-Id`, and writes one log line for each. */
export function logged(ctx: Ctx, handle: Handler): (request: Request) => Promise<Response> {
  return async (request) => {
    const { requestId, startedAt } = traceOf(request);
    const response = await handle(request);
    if (!response.headers.has("X-Request-Id")) response.headers.set("X-Request-Id", requestId);

    const { caller, headers } = traceOf(request);
    for (const [name, value] of Object.entries(headers ?? {})) response.headers.set(name, value);
    const line = {
      requestId,
      method: request.method,
      path: new URL(request.url).pathname,
      status: response.status,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      ...(caller && { storeId: caller.storeId, client: caller.by }),
    };
    ctx.log.info(line, "request");
    return response;
  };
}
