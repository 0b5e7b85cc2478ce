import { and, asc, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Retained } from "../../platform/config/retention-settings.ts";
import { stores } from "../../platform/db/tables/stores.ts";
import type { Ctx } from "../ctx.ts";
import { workInSlices } from "../turns/slices.ts";
import { defineJob, type Job } from "./define-job.ts";

/** Rows of one store older than `retentionSeconds`; `cursor` is what the previous slice returned. */
export type OldRows = { storeId: string; retentionSeconds: number; cursor?: string | undefined };

/** Whether all old rows are removed, how many a slice has removed, and in `cursor` how far it has come. */
export type Progress = { isDone: boolean; cursor?: string | undefined; removed?: number };

/** How one kind of rows is removed, slice by slice. */
export type RetentionRule = { kind: Retained; remove(ctx: Ctx, old: OldRows): Promise<Progress> };

type Task = { storeId: string; kind: Retained; cursor?: string | undefined; removed?: number };

/** `after`: the last store of the previous job. `left`: the rest of an earlier job. */
export type RemoveOld = { after?: string; left?: Task[] };

/** Rows removed by one statement: few enough that it takes milliseconds. */
export const SLICE_ROWS = 1_000;
const STORES_PER_JOB = 200;

/**
 * Returns the daily job that removes rows older than the settings allow: slice by slice, with stores in turn.
 * A store whose rows can't be removed is logged and skipped until the next day.
 */
export function retentionJob(rules: readonly RetentionRule[]): Job<RemoveOld> {
  const removeOldJob = defineJob<RemoveOld>({
    name: "retention.remove",
    queue: {
      notify: true,
      retryLimit: 5,
      retryDelay: 60,
      expireInSeconds: 300,
      // Another process continues the job of a killed one after this time, before the job expires.
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3_600,
    },
    work: { notifyPollingIntervalSeconds: 60, pollingIntervalSeconds: 10 },
    cron: "17 3 * * *",
    isLong: true,
    handle: async (ctx, jobs) => {
      for (const { after = "", left } of jobs) {
        const page = left ? [] : await storesAfter(ctx, after);
        const tasks = left ?? page.flatMap((storeId) => rules.map(({ kind }) => ({ storeId, kind })));
        // Sent first, so that a failure here doesn't stop the stores after it; at most once, however often
        // this job is retried.
        const last = page[STORES_PER_JOB - 1];
        const once = { singletonKey: last, singletonSeconds: 3_600 };
        if (last !== undefined) await ctx.jobs.send(removeOldJob, { after: last }, once);
        const more = await workInSlices(ctx, tasks, (task) => removeSlice(ctx, rules, task));
        if (more.length > 0) await ctx.jobs.send(removeOldJob, { left: more });
      }
    },
  });
  return removeOldJob;
}

async function storesAfter(ctx: Ctx, after: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ storeId: stores.storeId })
    .from(stores)
    .where(and(gt(stores.storeId, after), sql`not is_store_away(${stores.storeId})`))
    .orderBy(asc(stores.storeId))
    .limit(STORES_PER_JOB);
  return rows.map(({ storeId }) => storeId);
}

async function removeSlice(ctx: Ctx, rules: readonly RetentionRule[], task: Task): Promise<boolean> {
  const retentionSeconds = ctx.config.retention[task.kind];
  const rule = rules.find(({ kind }) => kind === task.kind);
  if (!rule || retentionSeconds === undefined) return false;
  const {
    isDone,
    cursor,
    removed = 0,
  } = await rule.remove(ctx, { ...task, retentionSeconds }).catch((error: unknown) => {
    ctx.metrics.retentionWorked(task.kind, "failed");
    throw error;
  });
  ctx.metrics.retentionWorked(task.kind, "removed");
  task.cursor = cursor;
  task.removed = (task.removed ?? 0) + removed;
  if (isDone) await recordRun(ctx, task);
  return !isDone;
}

/** A deleted store gets no row. */
async function recordRun(ctx: Ctx, { storeId, kind, removed = 0 }: Task): Promise<void> {
  await ctx.db.execute(sql`
    insert into retention_runs (store_id, kind, removed, ended_at)
    select store_id, ${kind}, ${removed}, now() from stores where store_id = ${storeId} and removed_at is null
    on conflict (store_id, kind) do update set removed = excluded.removed, ended_at = excluded.ended_at`);
}

/** SQL for the time before which rows are old, by the database's clock. */
export function retentionCutoff(retentionSeconds: number): SQL {
  return sql`(now() - make_interval(secs => ${retentionSeconds}))`;
}

/** SQL for a lower bound of the UUIDs of version 7 whose time is not old. */
export function retentionCutoffId(retentionSeconds: number): SQL {
  const hex = sql`to_hex((extract(epoch from ${retentionCutoff(retentionSeconds)}) * 1000)::bigint)`;
  return sql`rpad(lpad(${hex}, 12, '0'), 32, '0')::uuid`;
}

/** Returns the same bounds as text, for a parameter that is null when rows are kept forever. */
export function retainedSince(seconds: string): string {
  return `coalesce(now() - make_interval(secs => ${seconds}), '-infinity')`;
}
export function retainedSinceId(seconds: string): string {
  const milliseconds = `(extract(epoch from now() - make_interval(secs => ${seconds})) * 1000)::bigint`;
  return `coalesce(rpad(lpad(to_hex(${milliseconds}), 12, '0'), 32, '0'), repeat('0', 32))::uuid`;
}

/** SQL condition that a row is within its retention; undefined when rows are kept forever. */
export function isRetained(column: SQLWrapper, retentionSeconds: number | undefined): SQL | undefined {
  return retentionSeconds === undefined ? undefined : sql`${column} >= ${retentionCutoff(retentionSeconds)}`;
}

/** Returns the rule that deletes the rows of a table by a time, which the table has an index of per store. */
export function deletionByTime(kind: Retained, table: SQL, time: SQL): RetentionRule {
  return {
    kind,
    remove: (ctx, { storeId, retentionSeconds, cursor }) => {
      const which = sql`${time} < ${retentionCutoff(retentionSeconds)}`;
      return deleteSlice(ctx, table, { storeId, which, key: [time], cursor });
    },
  };
}

type Slice = {
  storeId: string;
  which?: SQL;
  /** The columns that the rows are deleted in the order of, which an index has after the store. */
  key: readonly SQL[];
  /** What the slice before has returned. */
  cursor?: string | undefined;
  limit?: number;
};

/** Deletes a slice of a store's rows that match `which`, in the order of a key. Skips rows that are locked. */
export async function deleteSlice(
  ctx: Ctx,
  table: SQL,
  { storeId, which = sql`true`, key, cursor, limit = SLICE_ROWS }: Slice,
): Promise<Progress> {
  const order = sql.join([...key], sql`, `);
  const { rows } = await ctx.db.execute<{ place: string[] }>(sql`
    with removed as (
      delete from ${table} where store_id = ${storeId} and ctid = any(array(
        select ctid from ${table} where store_id = ${storeId} and ${which} and ${isNotBefore(key, cursor)}
        order by ${order} limit ${limit} for update skip locked))
      returning ${order}
    )
    select array[${sql.join(
      key.map((column) => sql`${column}::text`),
      sql`, `,
    )}] as place from removed order by ${order}`);
  return { isDone: rows.length < limit, removed: rows.length, cursor: cursorOf(rows.at(-1)?.place) };
}

/** Returns the cursor of a slice that ends at a place, which is what its last row has in the columns of the key. */
export function cursorOf(place: string[] | undefined): string | undefined {
  return place && JSON.stringify(place);
}

/**
 * SQL condition that a row is not before the end of the slice before. While an old snapshot is held, removed rows stay in
 * indexes, and each slice would pass over those of all slices before it.
 */
export function isNotBefore(key: readonly SQL[], cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`;
  const place = (JSON.parse(cursor) as string[]).map((value) => sql`${value}`);
  return sql`(${sql.join([...key], sql`, `)}) >= (${sql.join(place, sql`, `)})`;
}
