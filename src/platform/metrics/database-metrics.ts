import { Counter, Gauge, type Registry } from "prom-client";

type Definition = { type?: "counter"; help: string; labels?: string[] };

type DatabaseMetric = keyof typeof DATABASE_METRICS;

/** One value per combination of labels. */
export type Sample = { labels?: Record<string, string>; value: number };

/** The samples of each metric; those of a query that failed are missing. */
export type DatabaseReading = Partial<Record<DatabaseMetric, Sample[]>>;

/** The metrics that are read from the database: every process that shares it reports the same values. */
const DATABASE_METRICS = {
  aftersale_database_size_bytes: { help: "Size of the database on disk." },
  aftersale_database_table_bytes: { help: "Size of a table with its indexes.", labels: ["table"] },
  aftersale_database_table_rows: { help: "Rows of a table, as Postgres estimates them.", labels: ["table"] },
  aftersale_database_table_dead_rows: {
    help: "Rows of a table that wait for vacuum, as Postgres estimates them.",
    labels: ["table"],
  },
  aftersale_database_transactions_total: {
    type: "counter",
    help: "Transactions of the database, by outcome.",
    labels: ["outcome"],
  },
  aftersale_database_deadlocks_total: { type: "counter", help: "Deadlocks of the database." },
  aftersale_database_blocks_total: {
    type: "counter",
    help: "Blocks read, from Postgres's cache or from disk.",
    labels: ["source"],
  },
  aftersale_database_temporary_bytes_total: {
    type: "counter",
    help: "Bytes written to temporary files by sorts and joins that don't fit in memory.",
  },
  aftersale_database_server_max_connections: { help: "The server's max_connections." },
  aftersale_database_server_sessions: { help: "Sessions of this database, by state.", labels: ["state"] },
  aftersale_database_lock_waits: { help: "Sessions that wait for a lock." },
  aftersale_database_oldest_transaction_seconds: { help: "Age of the oldest open transaction." },
  aftersale_database_invalid_indexes: { help: "Indexes that are being built or whose build has failed." },
  aftersale_last_backup_timestamp_seconds: {
    help: "The moment whose data the newest backup has, as seconds since 1970; 0 before the first.",
  },
  aftersale_move_slots: { help: "Replication slots of moves of stores in this database." },
  aftersale_move_slots_retained_bytes: {
    help: "Bytes of its log that the server keeps for the slot of a move that is furthest behind.",
  },
  aftersale_stores: { help: "Stores, counted up to 50,000." },
  aftersale_returns: {
    help: "Returns by status: exact below 50,000 returns, else as Postgres estimates them.",
    labels: ["status"],
  },
  aftersale_changes_unnumbered: {
    help: "Changes that the change feed has yet to number, counted up to 50,000.",
  },
  aftersale_webhooks: {
    help: "Webhooks by state: working, failing (since the last success) or disabled; counted up to 50,000.",
    labels: ["state"],
  },
  aftersale_webhook_longest_failure_seconds: {
    help: "How long the webhook that has failed for longest has had no success, without disabled ones.",
  },
  aftersale_webhook_streams_pending: {
    help: "Returns, per enabled webhook, with events to deliver, counted up to 50,000.",
  },
  aftersale_webhook_events_pending: {
    help: "Events to deliver, in those streams, also those that wait for a retry.",
  },
  aftersale_webhook_oldest_due_seconds: {
    help: "How long the delivery that has waited longest is overdue.",
  },
  aftersale_connectors: {
    help: "Connectors to shops by kind and state: ok, failing or off; counted up to 50,000.",
    labels: ["kind", "state"],
  },
  aftersale_connector_longest_failure_seconds: {
    help: "How long the shop of a kind that has failed for longest could not be read.",
    labels: ["kind"],
  },
  aftersale_connector_lag_seconds: {
    help: "How long ago the shop of a kind that is furthest behind was read to its end, without those that are off.",
    labels: ["kind"],
  },
  aftersale_connector_rejected_orders: {
    help: "Orders of shops that could not be stored, by kind of shop; counted up to 50,000.",
    labels: ["kind"],
  },
  aftersale_withdrawals_waiting: {
    help: "Withdrawals that wait for staff, counted up to 50,000, by why: order_unknown, sender_unknown, late or nothing_to_return for 14 days or until their order has a return, or return_open until their return is complete, rejected or deleted, for 90 days.",
    labels: ["reason"],
  },
  aftersale_withdrawals_overdue: {
    help: "Withdrawals whose return is still open 14 days after the statement, when the money is due, without those older than 90 days.",
  },
} as const satisfies Record<string, Definition>;

/** Adds the metrics to the registries. What could not be read is missing rather than stale. */
export function observeDatabase(
  registers: Registry[],
  read: () => Promise<DatabaseReading | undefined>,
): void {
  for (const [name, { help, labels = [], type }] of Object.entries<Definition>(DATABASE_METRICS)) {
    const options = { name, help, labelNames: labels, registers };
    const collect = async (
      metric: Gauge | Counter,
      add: (labels: Record<string, string>, value: number) => void,
    ) => {
      const samples = (await read())?.[name as DatabaseMetric];
      metric.reset();
      // Without labels, a reset metric is zero; `remove` leaves it out.
      if (!samples && labels.length === 0) metric.remove();
      for (const { labels: of = {}, value } of samples ?? []) add(of, value);
    };
    if (type === "counter") {
      new Counter({
        ...options,
        collect() {
          return collect(this, (of, value) => this.inc(of, value));
        },
      });
    } else {
      new Gauge({
        ...options,
        collect() {
          return collect(this, (of, value) => this.set(of, value));
        },
      });
    }
  }
}
