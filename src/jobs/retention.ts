import { asc, gt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { stores } from "../db/tables/stores.ts";
import type { Retained } from "../retention-settings.ts";
import { defineJob, type Job } from "./define-job.ts";
import { workInSlices } from "./slices.ts";

/** Rows of one store that are older than `keptSeconds`; `mark` is what the slice before gave back. */
export type OldRows = { storeId: string; keptSeconds: number; mark?: string | undefined };

/** Whether a slice has left more to do. A rule that has to look at rows that stay says in `mark` how far it has come. */
export type Progress = { isDone: boolean; mark?: string | undefined };

/** How one kind of rows is removed, slice by slice. */
export type RetentionRule = { kind: Retained; remove(ctx: Ctx, old: OldRows): Promise<Progress> };

type Place = { storeId: string; kind: Retained; mark?: string | undefined };

/** Goes on behind the store `after`, or with what an earlier job has left. */
export type RemoveOld = { after?: string; left?: Place[] };

/** Rows removed by one statement, few enough that it takes milliseconds. */
export const SLICE_ROWS = 1_000;
const STORES_PER_JOB = 200;

/**
 * The job that removes, once a day, what is older than the settings allow: slice by slice, the stores in turn. A store whose
 * rows can't be removed is logged and skipped until the next day.
 */
export function retentionJob(rules: readonly RetentionRule[]): Job<RemoveOld> {
  const removeOldJob = defineJob<RemoveOld>({
    name: "retention.remove",
    queue: {
      notify: true,
      retryLimit: 5,
      retryDelay: 60,
      expireInSeconds: 300,
      // The work of a killed process goes to another one after this, not only when it expires.
      heartbeatSeconds: 10,
      deleteAfterSeconds: 3_600,
    },
    work: { notifyPollingIntervalSeconds: 60, pollingIntervalSeconds: 10 },
    cron: "17 3 * * *",
    isLong: true,
    handle: async (ctx, jobs) => {
      for (const { after = "", left } of jobs) {
        const page = left ? [] : await storesBehind(ctx, after);
        const places = left ?? page.flatMap((storeId) => rules.map(({ kind }) => ({ storeId, kind })));
        // First, so that no failure here stops the stores behind; once, however often this job is retried.
        const last = page[STORES_PER_JOB - 1];
        const once = { singletonKey: last, singletonSeconds: 3_600 };
        if (last !== undefined) await ctx.jobs.send(removeOldJob, { after: last }, once);
        const more = await workInSlices(ctx, places, (place) => removeSlice(ctx, rules, place));
        if (more.length > 0) await ctx.jobs.send(removeOldJob, { left: more });
      }
    },
  });
  return removeOldJob;
}

async function storesBehind(ctx: Ctx, after: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ storeId: stores.storeId })
    .from(stores)
    .where(gt(stores.storeId, after))
    .orderBy(asc(stores.storeId))
    .limit(STORES_PER_JOB);
  return rows.map(({ storeId }) => storeId);
}

async function removeSlice(ctx: Ctx, rules: readonly RetentionRule[], place: Place): Promise<boolean> {
  const keptSeconds = ctx.config.retention[place.kind];
  const rule = rules.find(({ kind }) => kind === place.kind);
  if (!rule || keptSeconds === undefined) return false;
  const { isDone, mark } = await rule.remove(ctx, { ...place, keptSeconds });
  place.mark = mark;
  return !isDone;
}

/** The moment before which rows are old, by the database's clock. */
export function keptSince(keptSeconds: number): SQL {
  return sql`(now() - make_interval(secs => ${keptSeconds}))`;
}

/** That a time in a column is not older than that; undefined, no condition, where rows are kept forever. */
export function isKept(column: SQLWrapper, keptSeconds: number | undefined): SQL | undefined {
  return keptSeconds === undefined ? undefined : sql`${column} >= ${keptSince(keptSeconds)}`;
}

/**
 * Deletes a slice of the rows of a store. `which` says which, and in what order where an index gives one. Rows that others hold
 * are skipped.
 */
export async function deleteSlice(
  ctx: Ctx,
  table: SQL,
  { storeId, which, limit = SLICE_ROWS }: { storeId: string; which: SQL; limit?: number },
): Promise<Progress> {
  const { rowCount } = await ctx.db.execute(sql`
    delete from ${table} where store_id = ${storeId} and ctid = any(array(
      select ctid from ${table} where store_id = ${storeId} and ${which} limit ${limit} for update skip locked))`);
  return { isDone: (rowCount ?? 0) < limit };
}
