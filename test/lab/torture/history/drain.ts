import type { Databases } from "../databases.ts";

const POLL_MS = 200;
const REPORT_MS = 5_000;

/** Counts pending and failed work by kind. Deleted webhooks get no events. */
const QUEUES = `
  select 'bulk requests' as waiting, count(*)::int as count from event_batches
  union all
  select 'events to deliver', coalesce(sum(pending), 0)::int from webhook_streams as stream
    join webhooks as hook on hook.store_id = stream.store_id and hook.id = stream.webhook_id
    where hook.deleted_at is null
  union all
  select 'jobs ' || name, count(*)::int from pgboss.job
    where name in ('events.record', 'webhooks.replay', 'webhooks.backfill') and state < 'completed' group by name
  union all
  select 'failed jobs ' || name, count(*)::int from pgboss.job
    where name in ('events.record', 'webhooks.replay', 'webhooks.backfill') and state > 'completed' group by name`;

type Waiting = { waiting: string; count: number };

export type Drained = { ms: number; pending: string[] };

/** Waits until no work is pending, at most `withinMs`; returns the work that is left. */
export async function drain(
  { names, query }: Databases,
  withinMs: number,
  say: (line: string) => void,
): Promise<Drained> {
  const startedAt = performance.now();
  for (let reportedAt = startedAt; ; await Bun.sleep(POLL_MS)) {
    const rows = (await Promise.all(names.map((name) => query<Waiting>(name, QUEUES, [])))).flat();
    const left = rows.filter(({ count }) => count > 0).map(({ waiting, count }) => `${count} ${waiting}`);
    const now = performance.now();
    const ms = Math.round(now - startedAt);
    if (left.length === 0) return { ms, pending: [] };
    if (ms > withinMs) return { ms, pending: left.map((text) => `${text} after ${ms} ms`) };
    if (now - reportedAt < REPORT_MS) continue;
    say(`waiting for ${left.join(", ")}`);
    reportedAt = now;
  }
}
