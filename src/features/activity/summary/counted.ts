import { type SQL, sql } from "drizzle-orm";
import type { Counted } from "./schema.ts";

/** The rows of a store since a moment. */
export type Range = { storeId: string; since: Date };

/** Returns SQL for the number of rows of a select, up to one more than the bound. */
export function boundedCount(rows: SQL, bound: number): SQL {
  return sql`(select count(*)::int from (${rows} limit ${sql.raw(String(bound + 1))}) as counted)`;
}

/** Returns the view of such a number. */
export function countedView(count: number, bound: number): Counted {
  return { count: Math.min(count, bound), isAtLeast: count > bound };
}

/** Returns SQL for a moment. */
export function instant(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`;
}
