import { type SQL, sql } from "drizzle-orm";
import type { Counted } from "./schema.ts";

/**
 * The rows of a store of a time, and when its hours or days begin. The present one has no end: rows have their time from
 * the database's clock, which may be ahead of this process's.
 */
export type Range = {
  storeId: string;
  since: Date;
  starts: readonly Date[];
  until: Date;
  isPresent: boolean;
};

/** Returns SQL for the number of rows of a select, up to one more than the bound. */
export function boundedCount(rows: SQL, bound: number): SQL {
  return sql`(select count(*)::int from (${rows} limit ${sql.raw(String(bound + 1))}) as counted)`;
}

/** Returns the view of such a number. */
export function countedView(count: number, bound: number): Counted {
  return { count: Math.min(count, bound), isAtLeast: count > bound };
}

/** Returns SQL for a moment. */
function instant(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`;
}

/** Returns the SQL condition that a time is in the range. */
export function within(column: SQL, { since, until, isPresent }: Range): SQL {
  return isPresent
    ? sql`${column} >= ${instant(since)}`
    : sql`${column} >= ${instant(since)} and ${column} < ${instant(until)}`;
}

export type Interval = { since: string } & Counted;

/**
 * Returns SQL for the numbers of rows in each hour or day of a range, from the index of their time, and their view. `rows` are
 * those of the store.
 */
export function perInterval(rows: SQL, column: SQL, { range, bound }: { range: Range; bound: number }) {
  const { starts } = range;
  const counts = starts.map((since, i) => {
    const end = starts[i + 1];
    const part = end ? { ...range, since, until: end, isPresent: false } : { ...range, since };
    return boundedCount(sql`${rows} and ${within(column, part)}`, bound);
  });
  return {
    counts: sql`array[${sql.join(counts, sql`, `)}]`,
    viewOf: (all: number[] = []): Interval[] =>
      starts.map((start, i) => ({ since: start.toISOString(), ...countedView(all[i] ?? 0, bound) })),
  };
}
