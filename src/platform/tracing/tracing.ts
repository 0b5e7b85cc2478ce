export type SpanKind = "server" | "client" | "job" | "internal";
type Value = string | number | boolean;

/** A place in a trace, as the headers of W3C Trace Context. */
export type TraceHeaders = { traceparent: string; tracestate?: string };

/** Trace headers as a client sends them or a database column holds them. */
type GivenHeaders = { traceparent: string | null; tracestate?: string | null };

export type SpanOptions = {
  kind: SpanKind;
  attributes?: Record<string, Value>;
  /** The span that this one continues; without it, the current one. */
  parent?: GivenHeaders | undefined;
};

/** A span that is being measured. */
export type OpenSpan = {
  name(name: string): void;
  set(attribute: string, value: Value): void;
  /** Marks the span as failed. */
  fail(reason: string): void;
  headers: TraceHeaders;
  traceId: string;
};

/** Spans that were sent to the collector, and those that it will not get. */
export type SpanCounts = { exported: number; dropped: number };

export type Tracing = {
  /** Runs work in a span. What the work throws is thrown, and noted. */
  span<T>(name: string, options: SpanOptions, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** Begins a span of a statement within the current span; returns how to end it, undefined without a current span. */
  statement(name: string, text: string): ((error?: unknown) => void) | undefined;
  /** The current span, until it has ended; also one of a trace that isn't recorded. */
  current(): TraceHeaders | undefined;
  /** Runs work that outlives the current span and doesn't belong to it. */
  detached<T>(work: () => T): T;
  /** Returns the callback so that it runs within the span that is the current one now. */
  bound<Args extends unknown[]>(callback: (...args: Args) => void): (...args: Args) => void;
  counts(): SpanCounts;
  /** Sends the waiting spans, for a limited time. */
  stop(): Promise<void>;
};

/** What records the traces of this process; undefined unless the settings name a collector. */
export let recorder: Tracing | undefined;

/** Sets what records the traces of this process; undefined ends it. */
export function setRecorder(tracing: Tracing | undefined): void {
  recorder = tracing;
}

/** Returns the id of the current trace. */
export function currentTraceId(): string | undefined {
  return recorder?.current()?.traceparent.split("-")[1];
}
