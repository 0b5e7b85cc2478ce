import { type SQL, sql } from "drizzle-orm";
import type { StockChange } from "./change-clock.ts";

/**
 * Returns SQL that records in the history what a statement makes of levels: of its parts `before`, all levels of their
 * items as they were, and `written`. Grouped instead of joined, because the planner can't know how many levels there are.
 */
export function recordHistory({ storeId, at, by, byId, requestId, forReturnId }: StockChange): SQL {
  return sql`
      insert into inventory_level_history (store_id, level_id, at, by, request_id, quantity_before, committed_before,
        reserved_before, buildable_before, quantity_after, committed_after, reserved_after, buildable_after, counted_by_id,
        for_return_id)
      select ${storeId}, id, ${at}::timestamptz, ${by}, ${requestId}, max(quantity), max(committed), max(reserved),
        max(buildable), max(to_quantity), max(to_committed), max(to_reserved), max(to_buildable), ${byId},
        ${forReturnId ?? null}
      from (
        select *, null::int as to_quantity, null::int as to_committed, null::int as to_reserved, null::int as to_buildable
        from before
        union all
        select id, null, null, null, null, quantity, committed, reserved, buildable from written
      ) as either
      group by id having max(to_quantity) is not null`;
}
