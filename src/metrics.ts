import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** The jobs of a queue that have not started, and the age of the oldest. */
export type QueueBacklog = { queue: string; jobs: number; oldestSeconds: number };

/** The database connections in use, and the callers that wait for one. */
export type Connections = { inUse: number; waiting: number };

/** Read on every scrape. */
type Sources = {
  connections(): Connections;
  backlog(): Promise<QueueBacklog[]>;
  /** How many readers of change feeds wait for a change. */
  feedReaders(): number;
};

type FinishedRequest = { method: string; route: string; status: number; seconds: number };

export type Metrics = {
  requestFinished(request: FinishedRequest): void;
  rateLimited(operation: string): void;
  eventsAccepted(count: number): void;
  eventsRejected(count: number): void;
  /** Observes a delivery attempt. */
  webhookAttempted(outcome: string, seconds: number): void;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string>;
  contentType: string;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Creates the metrics of a service, in a registry of its own. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "aftersale_http_request_duration_seconds",
    help: "Duration of requests, by method, route and status.",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers,
  });
  const limited = new Counter({
    name: "aftersale_rate_limited_requests_total",
    help: "Requests refused because their store was over its rate limit.",
    labelNames: ["operation"],
    registers,
  });
  const accepted = new Counter({
    name: "aftersale_events_accepted_total",
    help: "Custom events accepted, without duplicates.",
    registers,
  });
  const rejected = new Counter({
    name: "aftersale_events_rejected_total",
    help: "Elements of bulk requests rejected because they were not valid events.",
    registers,
  });
  const attempts = new Histogram({
    name: "aftersale_webhook_attempt_duration_seconds",
    help: "Duration of delivery attempts, by outcome.",
    labelNames: ["outcome"],
    buckets: SECONDS,
    registers,
  });
  observeConnections(registers, sources.connections);
  new Gauge({
    name: "aftersale_change_feed_readers_waiting",
    help: "Requests of change feeds that wait for a change.",
    registers,
    collect() {
      this.set(sources.feedReaders());
    },
  });
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
    help: "Database connections in use.",
    registers,
    collect() {
      this.set(connections().inUse);
    },
  });
  new Gauge({
    name: "aftersale_database_connections_waiting",
    help: "Callers that wait for a database connection.",
    registers,
    collect() {
      this.set(connections().waiting);
    },
  });
}

/** When the backlog can't be read, its metrics are missing rather than stale. */
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
  gauge("aftersale_jobs_waiting", "Jobs that have not started.", ({ jobs }) => jobs);
  gauge(
    "aftersale_jobs_oldest_seconds",
    "Age of the oldest job that has not started.",
    ({ oldestSeconds }) => oldestSeconds,
  );
}
