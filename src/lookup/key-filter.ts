import { type SQL, sql } from "drizzle-orm";
import { type SearchKind, searchKeys } from "../db/tables/search.ts";
import { searchKeyOf } from "../lib/search-key.ts";
import type { Stream } from "./filtered-keys.ts";

/**
 * Returns a filter on a field that is compared without case: the condition on a row of `table`, which has the
 * columns `created_at` and `id`, and the stream of the matching rows.
 */
export function keyFilter(
  storeId: string,
  kind: SearchKind,
  field: string,
  table: SQL,
): { match: SQL; stream: Stream } {
  const ofKey = sql`store_id = ${storeId} and kind = ${kind} and key = ${searchKeyOf(field) ?? ""}`;
  return {
    match: sql`exists (
      select from ${searchKeys} where ${ofKey} and at = ${table}.created_at and search_keys.id = ${table}.id
    )`,
    stream: {
      parts: (range) => [sql`select at, id from ${searchKeys} where ${ofKey} ${range(sql`at`, sql`id`)}`],
    },
  };
}
