import type { PostResult } from "../../platform/net/post.ts";
import { tracePost } from "../../platform/net/trace-post.ts";
import type { TraceHeaders, Tracing } from "../../platform/tracing/tracing.ts";
import type { Lease, NextEvent } from "./leases.ts";

/**
 * Makes an attempt within a span of the trace that has changed the return. `post` gets
 * the span as headers, which the receiver continues.
 */
export function traceAttempt(
  recorder: Tracing,
  { webhookId, returnId }: Lease,
  { id, seq, attempts, url, traceparent, tracestate }: NextEvent,
  post: (trace: TraceHeaders) => Promise<PostResult>,
): Promise<PostResult> {
  const attributes = {
    "aftersale.webhook_id": webhookId,
    "aftersale.return_id": returnId,
    "aftersale.delivery_id": id,
    "aftersale.sequence": seq,
    "aftersale.attempt": attempts + 1,
  };
  const parent = { traceparent, tracestate };
  return tracePost(recorder, "webhook attempt", { url, attributes, parent }, (span) => post(span.headers));
}
