import type { TraceHeaders, Tracing } from "../../platform/tracing/tracing.ts";

/** What jobs carry of the trace that has sent them. */
type Traced = { traceparent?: unknown; tracestate?: unknown };

/** Jobs of more traces that are handled together are in the last ones alone. */
const MAX_TRACES = 32;

/** Handles jobs, with a span in each of the traces that have sent them. */
export function traceJobs(
  recorder: Tracing,
  { queue, jobs }: { queue: string; jobs: Traced[] },
  handle: () => Promise<void>,
): Promise<void> {
  const parents = new Map<string, TraceHeaders>();
  for (const { traceparent, tracestate } of jobs) {
    if (typeof traceparent !== "string") continue;
    const headers = { traceparent, ...(typeof tracestate === "string" && { tracestate }) };
    parents.set(traceparent, headers);
  }
  return inSpans(recorder, { queue, jobs: jobs.length }, [...parents.values()].slice(-MAX_TRACES), handle);
}

function inSpans(
  recorder: Tracing,
  batch: { queue: string; jobs: number },
  [parent, ...others]: TraceHeaders[],
  handle: () => Promise<void>,
): Promise<void> {
  if (parent === undefined) return handle();
  const attributes = {
    "messaging.destination.name": batch.queue,
    "messaging.batch.message_count": batch.jobs,
  };
  return recorder.span(`job ${batch.queue}`, { kind: "job", attributes, parent }, () =>
    inSpans(recorder, batch, others, handle),
  );
}
