import type { OpenSpan, Tracing } from "../../platform/tracing/tracing.ts";

/** Probes and scrapes come every few seconds. */
const UNTRACED = /^https?:\/\/[^/]+\/(?:healthz|readyz|metrics)$/;

/** Handles a request within a span, which continues the client's trace, if there is one. */
export function traceRequest(
  recorder: Tracing,
  request: Request,
  handle: (span: OpenSpan | undefined) => Promise<Response>,
): Promise<Response> {
  if (UNTRACED.test(request.url)) return handle(undefined);
  const { headers } = request;
  const parent = { traceparent: headers.get("traceparent"), tracestate: headers.get("tracestate") };
  return recorder.span(request.method, { kind: "server", parent }, handle);
}

/** Describes a finished request in its span. The path is the route's pattern, without ids. */
export function describeRequest(
  span: OpenSpan,
  finished: {
    method: string;
    route: string;
    status: number;
    requestId: string;
    storeId?: string | undefined;
  },
): void {
  const { method, route, status, requestId, storeId } = finished;
  span.name(`${method} ${route}`);
  span.set("http.request.method", method);
  span.set("http.route", route);
  span.set("http.response.status_code", status);
  span.set("aftersale.request_id", requestId);
  if (storeId !== undefined) span.set("aftersale.store_id", storeId);
  if (status >= 500) span.fail(String(status));
}
