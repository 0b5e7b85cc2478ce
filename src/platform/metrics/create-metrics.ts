import { Counter, Histogram, Registry } from "prom-client";
import { type DatabaseReading, observeDatabase } from "./database-metrics.ts";
import { type CellSources, observeCells } from "./observe-cells.ts";
import { observeRequests, type RequestMetrics, SECONDS } from "./observe-requests.ts";
import { type Connections, observeService, observeSpans, type QueueBacklog } from "./observe-service.ts";
import { observeRuntime } from "./runtime-metrics.ts";

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

export type Metrics = RequestMetrics & {
  rateLimited(operation: string): void;
  eventsAccepted(count: number): void;
  eventsRejected(count: number): void;
  /** Counts requests that are missing in the log that stores can list. */
  requestsNotLogged(reason: string, count: number): void;
  /** Observes a delivery attempt. */
  webhookAttempted(outcome: string, seconds: number): void;
  webhookDisabled(): void;
  /** Observes an attempt to send a mail. */
  mailAttempted(outcome: string, seconds: number): void;
  /** Observes a request to a payee, by what it said. */
  payoutAttempted(outcome: string, seconds: number): void;
  /** Observes how a page of a shop's orders was read. */
  connectorPolled(kind: string, outcome: string, seconds: number): void;
  /** Counts an order of a shop, by how it came and what became of it. */
  connectorOrder(kind: string, way: string, outcome: string): void;
  /** Observes a request to a shop to change its stock, by what became of it. */
  restockAttempted(outcome: string, seconds: number): void;
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

const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600];

/** The metrics of a process beside those of its cells. */
export type ProcessMetrics = RequestMetrics & Pick<Metrics, "text">;

/** Creates the metrics of this process alone, with the requests that no cell handles. */
export function createProcessMetrics(sources: CellSources): ProcessMetrics {
  const registry = new Registry();
  const requests = observeRequests(registry);
  observeProcess(registry, sources);
  return { ...requests, text: () => registry.metrics() };
}

/** Adds what a process has once, however many services run in it. */
function observeProcess(registry: Registry, sources?: CellSources): void {
  observeCells(registry, sources);
  observeRuntime(registry);
  observeSpans([registry]);
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

  const requests = observeRequests(registry);
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
  const mailAttempts = histogram(
    "aftersale_mail_attempt_duration_seconds",
    "Duration of attempts to send a mail, by outcome.",
    ["outcome"],
  );
  const payoutAttempts = histogram(
    "aftersale_payout_attempt_duration_seconds",
    "Duration of requests to payees, by what they said of the payout: paid, amount_differs, refused or unknown.",
    ["outcome"],
  );
  const restockAttempts = histogram(
    "aftersale_restock_attempt_duration_seconds",
    "Duration of requests to shops to change their stock, by what became of it.",
    ["outcome"],
  );
  const polls = histogram(
    "aftersale_connector_poll_duration_seconds",
    "Duration of reading a page of a shop's orders and storing them, by kind of shop and outcome.",
    ["kind", "outcome"],
  );
  const shopOrders = counter(
    "aftersale_connector_orders_total",
    "Orders that came from shops, by kind of shop, by way (webhook, poll or payout), and by outcome: created, updated, unchanged or rejected.",
    ["kind", "way", "outcome"],
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
  if (sources.ofProcess) observeProcess(registry);

  return {
    ...requests,
    rateLimited: (operation) => limited.inc({ operation }),
    eventsAccepted: (count) => accepted.inc(count),
    eventsRejected: (count) => rejected.inc(count),
    requestsNotLogged: (reason, count) => {
      dropped.set(reason, (dropped.get(reason) ?? 0) + count);
    },
    webhookAttempted: (outcome, seconds) => attempts.observe({ outcome }, seconds),
    webhookDisabled: () => disabled.inc(),
    mailAttempted: (outcome, seconds) => mailAttempts.observe({ outcome }, seconds),
    payoutAttempted: (outcome, seconds) => payoutAttempts.observe({ outcome }, seconds),
    connectorPolled: (kind, outcome, seconds) => polls.observe({ kind, outcome }, seconds),
    connectorOrder: (kind, way, outcome) => shopOrders.inc({ kind, way, outcome }),
    restockAttempted: (outcome, seconds) => restockAttempts.observe({ outcome }, seconds),
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
