import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import type { SpanCounts } from "./tracing.ts";

/** Spans that wait, or are being sent. Further ones are dropped. */
const MAX_SPANS = 4_096;
const SUCCESS = 0;

/**
 * Returns a processor that sends spans in batches and counts those that get lost, because the collector is away
 * or slow. The package's own processor drops them too, without saying how many.
 */
export function createBoundedProcessor(
  exporter: SpanExporter,
  exportTimeoutMillis: number,
): { processor: SpanProcessor; counts: () => SpanCounts } {
  const counts = { exported: 0, dropped: 0 };
  let waiting = 0;
  const counting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        waiting -= spans.length;
        if (result.code === SUCCESS) counts.exported += spans.length;
        else counts.dropped += spans.length;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    exportTimeoutMillis: 2 * exportTimeoutMillis,
    maxQueueSize: MAX_SPANS,
    scheduledDelayMillis: 1_000,
  });
  const processor: SpanProcessor = {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & 1) === 0) return;
      if (waiting >= MAX_SPANS) {
        counts.dropped++;
        return;
      }
      waiting++;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return { processor, counts: () => counts };
}
