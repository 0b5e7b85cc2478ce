import { Counter, Gauge, type Registry } from "prom-client";
import { recorder } from "../tracing/tracing.ts";

/** The jobs of a queue that have not started, and the age of the oldest. */
export type QueueBacklog = { queue: string; jobs: number; oldestSeconds: number };

/** The database connections in use, those that may be, and the callers that wait for one. */
export type Connections = { inUse: number; max: number; waiting: number };

/** Adds the gauges of this process that are read on every scrape. */
export function observeService(
  registers: Registry[],
  sources: {
    connections(): Connections;
    feedReaders(): number;
    backlog(): Promise<QueueBacklog[]>;
  },
): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const { connections, feedReaders, backlog } = sources;
  gauge("aftersale_database_connections_in_use", "Database connections in use.", () => connections().inUse);
  gauge(
    "aftersale_database_connections_max",
    "Database connections that this process may use.",
    () => connections().max,
  );
  gauge(
    "aftersale_database_connections_waiting",
    "Callers that wait for a database connection.",
    () => connections().waiting,
  );
  gauge(
    "aftersale_change_feed_readers_waiting",
    "Requests of change feeds that wait for a change.",
    feedReaders,
  );
  observeBacklog(registers, backlog);
}

/** Registers the counters of the spans of this process. */
export function observeSpans(registers: Registry[]): void {
  new Counter({
    name: "aftersale_trace_spans_total",
    help: "Spans that the collector has accepted, and those dropped because it was away or slow, by outcome.",
    labelNames: ["outcome"],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(recorder?.counts() ?? {})) this.inc({ outcome }, count);
    },
  });
}

/** When the backlog can't be read, its metrics are missing rather than stale. */
function observeBacklog(registers: Registry[], backlog: () => Promise<QueueBacklog[]>): void {
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
  gauge("aftersale_jobs_waiting", "Jobs that have not started, by queue.", ({ jobs }) => jobs);
  gauge(
    "aftersale_jobs_oldest_seconds",
    "Age of the oldest job that has not started, by queue.",
    ({ oldestSeconds }) => oldestSeconds,
  );
}
