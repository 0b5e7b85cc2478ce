import { type Tracing, tracing } from "../tracing/tracing.ts";

/** What jobs carry of the trace that has sent them. */
type Traced = { traceparent?: unknown };

/** Jobs of more traces that are handled together are in the last ones alone. */
const MAX_TRACES = 32;

/** Returns the data of a job with the current span, which its worker continues. */
export function withTrace<Data extends object>(data: Data): Data {
  const traceparent = tracing()?.current();
  return traceparent === undefined ? data : { ...data, traceparent };
}

/** Handles jobs, with a span in each of the traces that have sent them. */
export function traceJobs(queue: string, jobs: Traced[], handle: () => Promise<void>): Promise<void> {
  const recorder = tracing();
  if (!recorder) return handle();
  const parents = new Set<string>();
  for (const { traceparent } of jobs) if (typeof traceparent === "string") parents.add(traceparent);
  return inSpans(recorder, { queue, jobs: jobs.length }, [...parents].slice(-MAX_TRACES), handle);
}

function inSpans(
  recorder: Tracing,
  batch: { queue: string; jobs: number },
  [parent, ...others]: string[],
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
