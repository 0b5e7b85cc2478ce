import { quoteIdentifier } from "./quote-identifier.ts";

/**
 * SQL that returns the stores with rows in a table, as `storeId`, but those that are not in this cell. It steps from store to store along an index
 * that begins with `store_id`, so the cost doesn't grow with the rows of a store.
 */
export function storesIn(table: string): string {
  return `with recursive found as (
    (select store_id from ${quoteIdentifier(table)} order by store_id limit 1)
    union all
    select next.store_id from found, lateral (
      select store_id from ${quoteIdentifier(table)} where store_id > found.store_id order by store_id limit 1
    ) as next
  )
  select store_id as "storeId" from found where not is_store_away(store_id)`;
}
