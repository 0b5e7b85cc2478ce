import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/connect.ts";
import type { QueueBacklog } from "../../platform/metrics/observe-service.ts";
import { createSampler } from "../../platform/metrics/sampler.ts";
import type { Job } from "./define-job.ts";

/** A queue, and how to count its backlog when that is not the number of its jobs. */
type Counted = Pick<Job<object>, "name" | "backlog">;
type Backlog = Omit<QueueBacklog, "queue">;

const MAX_AGE_MS = 5_000;
const MAX_WAIT_MS = 1_000;
/** Above this count pg-boss's own count, updated once a minute, is used. */
const MAX_COUNTED = 100_000;

/**
 * Returns a function that reads the backlog of each queue, cached for five seconds; an empty array while the
 * database is unavailable or slow.
 */
export function createBacklog(db: Db, log: Logger, jobs: Counted[]): () => Promise<QueueBacklog[]> {
  const sample = createSampler(() => readBacklog(db, jobs), {
    maxAgeMs: MAX_AGE_MS,
    maxWaitMs: MAX_WAIT_MS,
    onError: (error) => log.warn({ err: error }, "can't read the backlog"),
  });
  return async () => (await sample()) ?? [];
}

/**
 * Returns the backlog of a job that works on the rows of a table: how many there are, up to 100,000, and the age of the
 * oldest by its column `since`.
 */
export function backlogOf(table: string, since: string): (db: Db) => Promise<Backlog> {
  const [rows, at] = [sql.identifier(table), sql.identifier(since)];
  return async (db) => {
    const { rows: counted } = await db.execute<{ jobs: string; oldest: string }>(sql`
      select count(*) as jobs, coalesce(extract(epoch from now() - min(${at})), 0) as oldest
      from (select ${at} from ${rows} limit ${MAX_COUNTED}) as first_rows`);
    return { jobs: Number(counted[0]?.jobs ?? 0), oldestSeconds: Number(counted[0]?.oldest ?? 0) };
  };
}

async function readBacklog(db: Db, jobs: Counted[]): Promise<QueueBacklog[]> {
  const { counted = [], queued = [] } = Object.groupBy(jobs, ({ backlog }) =>
    backlog ? "counted" : "queued",
  );
  const [fromQueues, ...fromJobs] = await Promise.all([
    queued.length > 0
      ? readQueues(
          db,
          queued.map(({ name }) => name),
        )
      : [],
    ...counted.map(async ({ name, backlog }) => ({
      queue: name,
      jobs: 0,
      oldestSeconds: 0,
      ...(await backlog?.(db)),
    })),
  ]);
  return [...fromQueues, ...fromJobs];
}

/**
 * Its conditions match the index that pg-boss fetches by, so the count reads only that index, up to a limit.
 */
async function readQueues(db: Db, queues: string[]): Promise<QueueBacklog[]> {
  const { rows } = await db.execute<{ name: string; jobs: string; oldest: string | null }>(sql`
    select name, case when counted < ${MAX_COUNTED} then counted else greatest(counted, queued_count) end as jobs,
      (
        select extract(epoch from now() - job.created_on) from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked
          and (start_after <= now() or state = 'retry')
        order by priority desc, created_on limit 1
      ) as oldest
    from unnest(${sql.param(queues)}::text[]) as asked(name) join pgboss.queue using (name),
    lateral (
      select count(*) as counted from (
        select from pgboss.job where job.name = queue.name and state < 'active' and not blocked limit ${MAX_COUNTED}
      ) as first_jobs
    ) as counting`);
  return rows.map(({ name, jobs, oldest }) => ({
    queue: name,
    jobs: Number(jobs),
    oldestSeconds: Math.max(0, Number(oldest ?? 0)),
  }));
}
