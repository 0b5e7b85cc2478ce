import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../db/connect.ts";
import type { QueueBacklog } from "../metrics.ts";
import type { Job } from "./define-job.ts";

/** A queue that holds its work itself, or says where else to count it. */
type Counted = Pick<Job<object>, "name" | "backlog">;

const KEPT_MS = 5_000;
/** Beyond it the count that the queue takes of itself once a minute has to do. */
const COUNTED = 100_000;

/**
 * How much work waits, queue by queue. Read at most once in five seconds, whoever asks how often; nothing while the
 * database does not answer.
 */
export function createBacklog(db: Db, log: Logger, jobs: Counted[]): () => Promise<QueueBacklog[]> {
  let latest: { until: number; waiting: Promise<QueueBacklog[]> } | undefined;
  return () => {
    const now = performance.now();
    if (!latest || now > latest.until) {
      const waiting = readBacklog(db, jobs).catch((error: unknown) => {
        log.warn({ err: error }, "the backlog can't be read");
        return [];
      });
      latest = { until: now + KEPT_MS, waiting };
    }
    return latest.waiting;
  };
}

async function readBacklog(db: Db, jobs: Counted[]): Promise<QueueBacklog[]> {
  const { own = [], queued = [] } = Object.groupBy(jobs, ({ backlog }) => (backlog ? "own" : "queued"));
  const [inQueues, ...others] = await Promise.all([
    queued.length > 0
      ? readQueues(
          db,
          queued.map(({ name }) => name),
        )
      : [],
    ...own.map(async ({ name, backlog }) => ({
      queue: name,
      jobs: 0,
      oldestSeconds: 0,
      ...(await backlog?.(db)),
    })),
  ]);
  return [...inQueues, ...others];
}

/** Its conditions are those of the index that pg-boss fetches by: the count reads that alone, and never to its end. */
async function readQueues(db: Db, queues: string[]): Promise<QueueBacklog[]> {
  const { rows } = await db.execute<{ name: string; jobs: string; oldest: string | null }>(sql`
    select name, case when counted < ${COUNTED} then counted else greatest(counted, queued_count) end as jobs,
      (
        select extract(epoch from now() - job.created_on) from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked
          and (start_after <= now() or state = 'retry')
        order by priority desc, created_on limit 1
      ) as oldest
    from unnest(${sql.param(queues)}::text[]) as asked(name) join pgboss.queue using (name),
    lateral (
      select count(*) as counted from (
        select from pgboss.job where job.name = queue.name and state < 'active' and not blocked limit ${COUNTED}
      ) as first_jobs
    ) as counting`);
  return rows.map(({ name, jobs, oldest }) => ({
    queue: name,
    jobs: Number(jobs),
    oldestSeconds: Math.max(0, Number(oldest ?? 0)),
  }));
}
