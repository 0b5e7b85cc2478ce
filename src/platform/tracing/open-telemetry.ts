import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import { cutText } from "../../lib/text.ts";
import { VERSION } from "../../lib/version.ts";
import { within } from "../../lib/within.ts";
import type { TracingSettings } from "../config/tracing-settings.ts";
import { createBoundedProcessor } from "./bounded-processor.ts";
import { carriedTraceState } from "./trace-state.ts";
import type { SpanKind as Kind, OpenSpan, SpanOptions, TraceHeaders, Tracing } from "./tracing.ts";

const KINDS: Record<Kind, SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/;
const EXPORT_TIMEOUT_MS = 5_000;
const STOP_WITHIN_MS = 1_500;
const MAX_STATEMENT_CHARACTERS = 2_000;

/** After its end a span is no parent, whether it was recorded or not. */
type Current = { span: Span; hasEnded: boolean };

/** Returns the tracing that sends spans to an OTLP collector, in the background and never more than its queue. */
export function createTracing({ endpoint, serviceName, ratio }: TracingSettings): Tracing {
  const url = `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const { processor, counts } = createBoundedProcessor(
    new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS }),
    EXPORT_TIMEOUT_MS,
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": VERSION }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer("aftersale", VERSION);
  const storage = new AsyncLocalStorage<Current | undefined>();
  const contextOf = (span: Span | undefined) => (span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT);
  /** After its end a span gets no more children: loops that it has begun may go on for hours. */
  const currentSpan = () => {
    const current = storage.getStore();
    return current?.hasEnded === false ? current.span : undefined;
  };

  return {
    span: (name, { kind, attributes = {}, parent }, work) => {
      const context = remoteContext(parent) ?? contextOf(currentSpan());
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context);
      const current: Current = { span, hasEnded: false };
      return storage.run(current, async () => {
        try {
          return await work(openSpan(span));
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
          throw error;
        } finally {
          current.hasEnded = true;
          span.end();
        }
      });
    },
    statement: (name, text) => {
      const parent = currentSpan();
      if (!parent?.isRecording()) return undefined;
      const attributes = {
        "db.system.name": "postgresql",
        // Without the values, which belong to customers.
        "db.query.text": cutText(text, MAX_STATEMENT_CHARACTERS),
      };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contextOf(parent));
      return (error) => {
        if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
        span.end();
      };
    },
    current: () => {
      const span = currentSpan();
      return span && headersOf(span);
    },
    detached: (work) => storage.run(undefined, work),
    bound: (callback) => {
      const current = storage.getStore();
      return (...args) => storage.run(current, () => callback(...args));
    },
    counts,
    stop: () =>
      within(
        STOP_WITHIN_MS,
        provider.shutdown().catch(() => undefined),
      ),
  };
}

function openSpan(span: Span): OpenSpan {
  return {
    name: (name) => void span.updateName(name),
    set: (attribute, value) => void span.setAttribute(attribute, value),
    fail: (message) => void span.setStatus({ code: SpanStatusCode.ERROR, message }),
    headers: headersOf(span),
    traceId: span.spanContext().traceId,
  };
}

/** Returns the context of the headers of W3C Trace Context; undefined when `traceparent` is missing or malformed. */
function remoteContext(headers: SpanOptions["parent"]): Context | undefined {
  const [, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(headers?.traceparent ?? "") ?? [];
  const state = carriedTraceState(headers?.tracestate);
  const spanContext = {
    ...{ traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true },
    ...(state !== undefined && { traceState: createTraceState(state) }),
  };
  return trace.isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : undefined;
}

function headersOf(span: Span): TraceHeaders {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  const tracestate = traceState?.serialize();
  return tracestate ? { traceparent, tracestate } : { traceparent };
}

/** The message of an error may hold what a customer has sent. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "error";
}
