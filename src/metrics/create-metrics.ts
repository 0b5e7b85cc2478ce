import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { type DatabaseReading, observeDatabase } from "./database-metrics.ts";
import { type Connections, observeService, type QueueBacklog } from "./observe-service.ts";
import { observeRuntime } from "./runtime-metrics.ts";
import { createTally } from "./tally.ts";

/** Read on every scrape. */
type Sources = {
  connections(): Connections;
  backlog(): Promise<QueueBacklog[]>;
  /** Undefined while the database can't be read. */
  database(): Promise<DatabaseReading | undefined>;
  /** How many readers of change feeds wait for a change. */
  feedReaders(): number;
  /** Whether to measure the process too; one service of it does. */
  ofProcess: boolean;
  /** The name of one of several databases, the label of what is measured of it. */
  cell?: string | undefined;
};

type FinishedRequest = {
  method: string;
  route: string;
  status: number;
  seconds: number;
  /** The code of the problem that was the response. */
  code?: string | undefined;
};

export type Metrics = {
  requestStarted(): void;
  requestFinished(request: FinishedRequest): void;
  rateLimited(operation: string): void;
  eventsAccepted(count: number): void;
  eventsRejected(count: number): void;
  /** Counts requests that are missing in the log that stores can list. */
  requestsNotLogged(reason: string, count: number): void;
  /** Observes a delivery attempt. */
  webhookAttempted(outcome: string, seconds: number): void;
  webhookDisabled(): void;
  /** Observes the jobs that a worker has handled together. */
  jobsHandled(queue: string, handled: { jobs: number; failed: boolean; seconds: number }): void;
  /** Counts a slice of rows that retention has removed, or tried to remove. */
  retentionWorked(kind: string, outcome: "removed" | "failed"): void;
  /** Observes a call of an integration. */
  integrationCalled(outcome: string, seconds: number): void;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<string>;
  contentType: string;
};

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600];

/** Returns the metrics of this process alone, in Prometheus's text format, beside those of its cells. */
export function createProcessMetrics(): () => Promise<string> {
  const registry = new Registry();
  observeRuntime(registry);
  return () => registry.metrics();
}

/** Creates the metrics of a service, in a registry of its own. */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  if (sources.cell !== undefined) registry.setDefaultLabels({ cell: sources.cell });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[], buckets = SECONDS) =>
    new Histogram({ name, help, labelNames, buckets, registers });

  const requests = createTally<{ method: string; route: string; status: number }>(
    {
      name: "aftersale_http_request_duration_seconds",
      help: "Duration of requests, by method, route and status.",
      buckets: SECONDS,
      registry,
    },
    ({ method, route, status }) => `${method} ${route} ${status}`,
  );
  let inFlight = 0;
  new Gauge({
    name: "aftersale_http_requests_in_flight",
    help: "Requests that have no response yet.",
    registers,
    collect() {
      this.set(inFlight);
    },
  });
  const errors = counter(
    "aftersale_http_errors_total",
    "Error responses, by status and the code of the problem.",
    ["status", "code"],
  );
  const limited = counter(
    "aftersale_rate_limited_requests_total",
    "Requests refused because their store was over its rate limit.",
    ["operation"],
  );
  const accepted = counter("aftersale_events_accepted_total", "Custom events accepted, without duplicates.");
  const rejected = counter(
    "aftersale_events_rejected_total",
    "Elements of bulk requests rejected because they were not valid events.",
  );
  /** Since the last scrape. */
  const dropped = new Map<string, number>();
  new Counter({
    name: "aftersale_requests_not_logged_total",
    help: "Requests missing in the log that stores can list, by reason: rate, memory or database.",
    labelNames: ["reason"],
    registers,
    collect() {
      for (const [reason, count] of dropped) this.inc({ reason }, count);
      dropped.clear();
    },
  });
  const attempts = histogram(
    "aftersale_webhook_attempt_duration_seconds",
    "Duration of delivery attempts, by outcome.",
    ["outcome"],
  );
  const disabled = counter(
    "aftersale_webhooks_disabled_total",
    "Webhooks that were disabled because they had failed for three days.",
  );
  const jobs = counter("aftersale_jobs_handled_total", "Jobs handled, by queue and outcome.", [
    "queue",
    "outcome",
  ]);
  const jobSeconds = histogram(
    "aftersale_job_duration_seconds",
    "Duration of jobs that a worker has handled together, by queue.",
    ["queue"],
    JOB_SECONDS,
  );
  const retention = counter(
    "aftersale_retention_slices_total",
    "Slices of old rows that were removed or could not be, by kind of rows.",
    ["kind", "outcome"],
  );
  const integrations = histogram(
    "aftersale_integration_call_duration_seconds",
    "Duration of calls of integrations, by outcome.",
    ["outcome"],
  );
  observeService(registers, sources);
  observeDatabase(registers, sources.database);
  if (sources.ofProcess) observeRuntime(registry);

  return {
    requestStarted: () => {
      inFlight++;
    },
    requestFinished: ({ method, route, status, seconds, code }) => {
      inFlight--;
      requests.observe({ method, route, status }, seconds);
      if (status >= 400) errors.inc({ status, code: code ?? "other" });
    },
    rateLimited: (operation) => limited.inc({ operation }),
    eventsAccepted: (count) => accepted.inc(count),
    eventsRejected: (count) => rejected.inc(count),
    requestsNotLogged: (reason, count) => {
      dropped.set(reason, (dropped.get(reason) ?? 0) + count);
    },
    webhookAttempted: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    webhookDisabled: () => disabled.inc(),
    jobsHandled: (queue, { jobs: count, failed, seconds }) => {
      jobs.inc({ queue, outcome: failed ? "failed" : "completed" }, count);
      jobSeconds.observe({ queue }, seconds);
    },
    retentionWorked: (kind, outcome) => retention.inc({ kind, outcome }),
    integrationCalled: (outcome, seconds) => integrations.observe({ outcome }, seconds),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
