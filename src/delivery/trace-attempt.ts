import type { PostResult } from "../net/post.ts";
import { type TraceHeaders, tracing } from "../tracing/tracing.ts";
import type { Lease, NextEvent } from "./leases.ts";

/**
 * Makes an attempt, within a span of the trace that has changed the return when traces are recorded. `post` gets
 * the span as headers, which the receiver continues.
 */
export function traceAttempt(
  { webhookId, returnId }: Lease,
  { id, seq, attempts, url, traceparent, tracestate }: NextEvent,
  post: (trace: TraceHeaders | undefined) => Promise<PostResult>,
): Promise<PostResult> {
  const recorder = tracing();
  if (!recorder) return post(undefined);
  const attributes = {
    "http.request.method": "POST",
    // The rest of the URL may be confidential.
    "server.address": new URL(url).hostname,
    "aftersale.webhook_id": webhookId,
    "aftersale.return_id": returnId,
    "aftersale.delivery_id": id,
    "aftersale.sequence": seq,
    "aftersale.attempt": attempts + 1,
  };
  const options = { kind: "client" as const, attributes, parent: { traceparent, tracestate } };
  return recorder.span("webhook attempt", options, async (span) => {
    const posted = await post(span.headers);
    if (posted.status !== undefined) span.set("http.response.status_code", posted.status);
    const hasSucceeded = posted.status !== undefined && posted.status >= 200 && posted.status < 300;
    if (!hasSucceeded) span.fail(posted.status === undefined ? "no response" : String(posted.status));
    return posted;
  });
}
