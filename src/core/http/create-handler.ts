import type { RequestMetrics } from "../../platform/metrics/observe-requests.ts";
import type { OpenSpan } from "../../platform/tracing/tracing.ts";
import { recorder } from "../../platform/tracing/tracing.ts";
import type { Ctx } from "../ctx.ts";
import { keptFields } from "./body/body-faults.ts";
import { internalErrorResponse, type Routes } from "./errors/problems.ts";
import { handleHead } from "./head.ts";
import { releaseAdmission } from "./limits/admission.ts";
import { clientAddress, requestContextOf } from "./request-context.ts";
import { loggedPath } from "./request-log.ts";
import { addResponseHeaders, isHttps } from "./response-headers.ts";
import { describeRequest, traceRequest } from "./trace-request.ts";

type App = { routes: Routes; fetch: Handler };
type Handler = (request: Request) => Response | Promise<Response>;

const METHODS = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/** What the log of requests needs of a service, or of a process before its cells. */
export type LoggingCtx = Pick<Ctx, "config" | "log" | "now"> & {
  metrics: RequestMetrics;
  /** Missing where no request belongs to a store. */
  requestLog?: Ctx["requestLog"];
};

/**
 * Wraps an app: answers HEAD, adds `X-Request-Id` to every response, writes one access log line per request, adds
 * it to the log that its store can list, and observes its duration.
 */
export function createHandler(
  ctx: LoggingCtx,
  { routes, fetch }: App,
): (request: Request) => Promise<Response> {
  const staticPaths = new Set(routes.map(({ path }) => path).filter((path) => !path.includes(":")));
  const respond = async (request: Request, span: OpenSpan | undefined): Promise<Response> => {
    const context = requestContextOf(request, ctx.now);
    const { requestId, startedAt } = context;
    ctx.metrics.requestStarted();
    let response: Response;
    try {
      response = await (request.method === "HEAD" ? handleHead(request, fetch) : fetch(request));
    } catch (error) {
      context.problemCode = "internal_error";
      response = internalErrorResponse(ctx.log, error, requestId);
    }
    releaseAdmission(request);
    if (!response.headers.has("X-Request-Id")) response.headers.set("X-Request-Id", requestId);

    const { caller, headers } = context;
    for (const name in headers) response.headers.set(name, headers[name] ?? "");
    const isOfSender = context.isKnown === true || context.client !== undefined;
    const isPrivate = isOfSender && !context.isPublicElsewhere;
    addResponseHeaders(response.headers, { isSecure: isHttps(ctx.config, request.headers), isPrivate });
    const path = () => new URL(request.url).pathname;
    const durationMs = performance.now() - startedAt;
    const route = context.route ?? (staticPaths.has(path()) ? path() : "other");
    const method = METHODS.has(request.method) ? request.method : "other";
    const { status } = response;
    if (span) describeRequest(span, { method, route, status, requestId, storeId: caller?.storeId });
    if (ctx.log.isLevelEnabled("info")) {
      const line = {
        requestId,
        method: request.method,
        path: loggedPath(path()),
        status,
        address: clientAddress(ctx.config, request),
        durationMs: Math.round(durationMs * 10) / 10,
        ...(caller && { storeId: caller.storeId, client: caller.by }),
        ...(context.ignoredFields && { ignoredFields: context.ignoredFields }),
        ...(span && { traceId: span.traceId }),
      };
      ctx.log.info(line, "request");
    }
    if (context.client && context.route) {
      ctx.requestLog?.add({
        storeId: context.client.storeId,
        id: requestId,
        method: request.method,
        route: context.route,
        status: response.status,
        client: context.client.name,
        clientId: context.client.id,
        durationMs,
        code: context.problemCode,
        ignoredFields: context.ignoredFields && keptFields(context.ignoredFields),
      });
    }
    const seconds = durationMs / 1_000;
    const isKnown = context.isKnown === true && status !== 401;
    ctx.metrics.requestFinished({ isKnown, method, route, status, seconds, code: context.problemCode });
    return response;
  };
  return (request) =>
    recorder
      ? traceRequest(recorder, request, (span) => respond(request, span))
      : respond(request, undefined);
}
