import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** What of a queue has not been begun, and how long ago the first of it was queued. */
export type QueueBacklog = { queue: string; jobs: number; oldestSeconds: number };

/** How many of the connections to the database are at work, and how many callers wait for one. */
export type Connections = { inUse: number; waiting: number };

/** Read when somebody asks for the metrics. */
type Sources = { connections(): Connections; backlog(): Promise<QueueBacklog[]> };

type FinishedRequest = { method: string; route: string; status: number; seconds: number };

export type Metrics = {
  requestFinished(request: FinishedRequest): void;
  rateLimited(operation: string): void;
  eventsAccepted(count: number): void;
  eventsRejected(count: number): void;
  /** An attempt to deliver, by what it came to. */
  webhookAttempted(outcome: string, seconds: number): void;
  /** All of them in Prometheus's text format. */
  text(): Promise<string>;
  contentType: string;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What the service counts of itself, apart from every other service in the process. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "aftersale_http_request_duration_seconds",
    help: "How long requests took, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const limited = new Counter({
    name: "aftersale_rate_limited_requests_total",
    help: "Requests refused because their store was over its rate.",
    labelNames: ["operation"],
    registers,
  });
  const accepted = new Counter({
    name: "aftersale_events_accepted_total",
    help: "Custom events accepted, those sent again left out.",
    registers,
  });
  const rejected = new Counter({
    name: "aftersale_events_rejected_total",
    help: "Elements of bulk requests dropped because they were no events.",
    registers,
  });
  const attempts = new Histogram({
    name: "aftersale_webhook_attempt_duration_seconds",
    help: "How long attempts to deliver an event took, by what they came to.",
    labelNames: ["outcome"],
    buckets: SECONDS,
    registers,
  });
  observeConnections(registers, sources.connections);
  observeBacklog(registers, sources.backlog);

  return {
    requestFinished: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    rateLimited: (operation) => limited.inc({ operation }),
    eventsAccepted: (count) => accepted.inc(count),
    eventsRejected: (count) => rejected.inc(count),
    webhookAttempted: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

function observeConnections(registers: Registry[], connections: Sources["connections"]): void {
  new Gauge({
    name: "aftersale_database_connections_in_use",
    help: "Connections to the database that are at work.",
    registers,
    collect() {
      this.set(connections().inUse);
    },
  });
  new Gauge({
    name: "aftersale_database_connections_waiting",
    help: "Callers that wait for a connection to the database.",
    registers,
    collect() {
      this.set(connections().waiting);
    },
  });
}

/** A backlog that can't be read leaves its lines out, rather than telling an old one. */
function observeBacklog(registers: Registry[], backlog: Sources["backlog"]): void {
  const gauge = (name: string, help: string, read: (waiting: QueueBacklog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      registers,
      async collect() {
        const all = await backlog();
        this.reset();
        for (const waiting of all) this.set({ queue: waiting.queue }, read(waiting));
      },
    });
  gauge("aftersale_jobs_waiting", "Jobs that nobody has begun yet.", ({ jobs }) => jobs);
  gauge(
    "aftersale_jobs_oldest_seconds",
    "How long ago the first of the waiting jobs was queued.",
    ({ oldestSeconds }) => oldestSeconds,
  );
}
