import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../db/connect.ts";
import type { DatabaseReading, Sample } from "./database-metrics.ts";

type Query = (db: Db) => Promise<DatabaseReading>;

/** Rows are counted up to this number; where there may be more, the planner's estimate is used. */
const MAX_COUNTED = 50_000;
const MAX_TABLES = 60;

/** Runs all queries, one after the other. Each has a bound; one that fails is logged, and others go on. */
export async function readDatabase(db: Db, log: Logger): Promise<DatabaseReading> {
  const reading: DatabaseReading = {};
  for (const query of [
    readServer,
    readSessions,
    readSlots,
    readTables,
    readReturns,
    readWebhooks,
    readStreams,
    readConnectors,
    readWithdrawals,
    readRows,
    readBackups,
  ]) {
    try {
      Object.assign(reading, await query(db));
    } catch (error) {
      log.warn({ err: error, query: query.name }, "can't read metrics of the database");
    }
  }
  return reading;
}

function only(value: unknown): Sample[] {
  return [{ value: Number(value ?? 0) }];
}

const readServer: Query = async (db) => {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select pg_database_size(current_database()) as size, xact_commit, xact_rollback, deadlocks, blks_hit, blks_read,
      temp_bytes, current_setting('max_connections') as max_connections,
      (select count(*) from pg_index where not indisvalid) as invalid_indexes
    from pg_stat_database where datname = current_database()`);
  const [row = {}] = rows;
  return {
    aftersale_database_size_bytes: only(row.size),
    aftersale_database_transactions_total: [
      { labels: { outcome: "commit" }, value: Number(row.xact_commit) },
      { labels: { outcome: "rollback" }, value: Number(row.xact_rollback) },
    ],
    aftersale_database_deadlocks_total: only(row.deadlocks),
    aftersale_database_blocks_total: [
      { labels: { source: "cache" }, value: Number(row.blks_hit) },
      { labels: { source: "disk" }, value: Number(row.blks_read) },
    ],
    aftersale_database_temporary_bytes_total: only(row.temp_bytes),
    aftersale_database_server_max_connections: only(row.max_connections),
    aftersale_database_invalid_indexes: only(row.invalid_indexes),
  };
};

const readSessions: Query = async (db) => {
  const { rows } = await db.execute<{ state: string; sessions: number; locked: number; oldest: number }>(sql`
    select coalesce(state, 'unknown') as state, count(*)::int as sessions,
      (count(*) filter (where wait_event_type = 'Lock'))::int as locked,
      coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as oldest
    from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    group by 1`);
  return {
    aftersale_database_server_sessions: rows.map(({ state, sessions }) => ({
      labels: { state },
      value: sessions,
    })),
    aftersale_database_lock_waits: only(rows.reduce((sum, { locked }) => sum + locked, 0)),
    aftersale_database_oldest_transaction_seconds: only(Math.max(0, ...rows.map(({ oldest }) => oldest))),
  };
};

/** A standby, which can't tell, keeps none. */
const readSlots: Query = async (db) => {
  const { rows } = await db.execute<{ slots: number; bytes: number }>(sql`
    select count(*)::int as slots, coalesce(max(case when not pg_is_in_recovery()
      then pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) end), 0)::float8 as bytes
    from pg_replication_slots
    where database = current_database() and starts_with(slot_name, 'aftersale_move_')`);
  const [row] = rows;
  return {
    aftersale_move_slots: only(row?.slots),
    aftersale_move_slots_retained_bytes: only(row?.bytes),
  };
};

/** All from statistics: no table is read. */
const readTables: Query = async (db) => {
  const { rows } = await db.execute<{ table: string; bytes: number; live: number; dead: number }>(sql`
    select relname as table, bytes::float8, live::float8, dead::float8
    from pg_stat_user_tables join lateral (select pg_total_relation_size(relid) as bytes,
      n_live_tup as live, n_dead_tup as dead) as figures on true
    where schemaname in ('public', 'pgboss') order by bytes desc, relname limit ${MAX_TABLES}`);
  const samples = (column: "bytes" | "live" | "dead") =>
    rows.map(({ table, [column]: value }) => ({ labels: { table }, value }));
  return {
    aftersale_database_table_bytes: samples("bytes"),
    aftersale_database_table_rows: samples("live"),
    aftersale_database_table_dead_rows: samples("dead"),
  };
};

/** Few returns are counted; of many, the shares of each status come from the planner's statistics. */
const readReturns: Query = async (db) => {
  const { rows } = await db.execute<{ status: string; returns: number }>(sql`
    with size as (select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'public.returns'::regclass)
    select status, count(*)::float8 as returns from (
      select status from returns where (select rows from size) < ${MAX_COUNTED} limit ${MAX_COUNTED}
    ) as counted group by status
    union all
    select status, share * rows from size, pg_stats,
      unnest(most_common_vals::text::text[], most_common_freqs) as common(status, share)
    where rows >= ${MAX_COUNTED} and schemaname = 'public' and tablename = 'returns' and attname = 'status'`);
  return { aftersale_returns: rows.map(({ status, returns }) => ({ labels: { status }, value: returns })) };
};

const readWebhooks: Query = async (db) => {
  const { rows } = await db.execute<{ state: string; webhooks: number; failing: number }>(sql`
    select state, count(hook.*)::float8 as webhooks,
      coalesce(extract(epoch from clock_timestamp() - min(failing_since)), 0)::float8 as failing
    from unnest(array['working', 'failing', 'disabled']) as state left join (
      select failing_since, case when disabled_at is not null then 'disabled'
        when failing_since is not null then 'failing' else 'working' end as state
      from webhooks where deleted_at is null limit ${MAX_COUNTED}
    ) as hook using (state)
    group by state`);
  const failing = rows.find(({ state }) => state === "failing")?.failing;
  return {
    aftersale_webhooks: rows.map(({ state, webhooks }) => ({ labels: { state }, value: webhooks })),
    aftersale_webhook_longest_failure_seconds: only(failing),
  };
};

const readConnectors: Query = async (db) => {
  const { rows } = await db.execute<Record<"kind" | "state", string> & Record<string, number>>(sql`
    select kind, state, count(*)::float8 as connectors, sum(rejected)::float8 as rejected,
      coalesce(max(extract(epoch from now() - failing_since)), 0)::float8 as failing,
      coalesce(max(extract(epoch from now() - coalesce(caught_up_at, created_at))), 0)::float8 as lag
    from (
      select kind, failing_since, caught_up_at, created_at, case when not is_enabled then 'off'
        when failing_since is not null then 'failing' else 'ok' end as state, (
          select count(*) from connector_rejections as rejection
          where rejection.store_id = connectors.store_id and rejection.connector_id = connectors.id
        ) as rejected
      from connectors limit ${MAX_COUNTED}
    ) as connector group by kind, state`);
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)];
  const greatest = (column: string, states: string[]) =>
    kinds.map(([kind, ofKind]) => ({
      labels: { kind },
      value: Math.max(0, ...ofKind.map((row) => (states.includes(row.state) ? Number(row[column]) : 0))),
    }));
  return {
    aftersale_connectors: rows.map(({ kind, state, connectors }) => ({
      labels: { kind, state },
      value: Number(connectors),
    })),
    aftersale_connector_longest_failure_seconds: greatest("failing", ["failing"]),
    aftersale_connector_lag_seconds: greatest("lag", ["ok", "failing"]),
    aftersale_connector_rejected_orders: kinds.map(([kind, ofKind]) => ({
      labels: { kind },
      value: ofKind.reduce((sum, { rejected }) => sum + Number(rejected), 0),
    })),
  };
};

/** Webhook by webhook: a disabled one may have any number of streams, none of which is read. */
const readStreams: Query = async (db) => {
  const { rows } = await db.execute<{ pending: number; streams: number; overdue: number }>(sql`
    select coalesce(sum(pending), 0)::float8 as pending, count(*)::float8 as streams,
      coalesce(greatest(extract(epoch from clock_timestamp() - min(due_at)), 0), 0)::float8 as overdue
    from (
      select stream.pending, stream.due_at
      from (
        select store_id, id from webhooks where deleted_at is null and disabled_at is null limit ${MAX_COUNTED}
      ) as hook, lateral (
        select pending, due_at from webhook_streams
        where store_id = hook.store_id and webhook_id = hook.id and due_at is not null
        order by due_at limit ${MAX_COUNTED}
      ) as stream limit ${MAX_COUNTED}
    ) as counted`);
  const [row] = rows;
  return {
    aftersale_webhook_events_pending: only(row?.pending),
    aftersale_webhook_streams_pending: only(row?.streams),
    aftersale_webhook_oldest_due_seconds: only(row?.overdue),
  };
};

/** Store by store, newest first: what is older is read by no scrape. */
const RECENT_WITHDRAWALS = `
  select withdrawal.* from (select store_id from stores where removed_at is null limit ${MAX_COUNTED}) as store, lateral (
    select store_id, order_id, return_id, is_identified, is_late, erased_at, created_at,
      created_at < clock_timestamp() - interval '14 days' as is_due
    from withdrawals where store_id = store.store_id and created_at > clock_timestamp() - interval '90 days'
    order by created_at desc, id desc limit ${MAX_COUNTED}
  ) as withdrawal limit ${MAX_COUNTED}`;

/** A statement without a return waits until its order has a later return, at most 14 days: nothing says that it was decided. */
const readWithdrawals: Query = async (db) => {
  const { rows } = await db.execute<{ reason: string; waiting: number; overdue: number }>(sql`
    select reason, count(found.*)::float8 as waiting, (count(*) filter (where is_due))::float8 as overdue
    from unnest(array['order_unknown', 'sender_unknown', 'late', 'nothing_to_return', 'return_open']) as reason left join (
      select is_due, case when return_id is not null then 'return_open' when order_id is null then 'order_unknown'
        when not is_identified then 'sender_unknown' when is_late then 'late' else 'nothing_to_return' end as reason
      from (${sql.raw(RECENT_WITHDRAWALS)}) as recent
      where case when return_id is not null then exists (
          select from returns where store_id = recent.store_id and id = recent.return_id
            and status not in ('complete', 'rejected', 'deleted'))
        else not is_due and erased_at is null and not exists (
          select from returns where store_id = recent.store_id and order_id = recent.order_id
            and created_at >= recent.created_at) end
    ) as found using (reason)
    group by reason`);
  return {
    aftersale_withdrawals_waiting: rows.map(({ reason, waiting }) => ({
      labels: { reason },
      value: waiting,
    })),
    aftersale_withdrawals_overdue: only(rows.find(({ reason }) => reason === "return_open")?.overdue),
  };
};

const readRows: Query = async (db) => {
  const { rows } = await db.execute<{ stores: number; changes: number }>(sql`
    select (select count(*) from (select from stores limit ${MAX_COUNTED}) as counted) as stores,
      (select count(*) from (select from unnumbered_changes limit ${MAX_COUNTED}) as counted) as changes`);
  return { aftersale_stores: only(rows[0]?.stores), aftersale_changes_unnumbered: only(rows[0]?.changes) };
};

const readBackups: Query = async (db) => {
  const { rows } = await db.execute<{ moment: number }>(
    sql`select coalesce(extract(epoch from max(moment)), 0)::float8 as moment from backups`,
  );
  return { aftersale_last_backup_timestamp_seconds: only(rows[0]?.moment) };
};
