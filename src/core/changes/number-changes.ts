import { prepared, preparedByKey } from "../../platform/db/prepared.ts";
import { storesIn } from "../../platform/db/stores-in.ts";
import { type Ctx, inTransaction, planByKey, withCommit } from "../ctx.ts";

/** Few enough that one pass takes milliseconds. */
const MAX_NUMBERED = 1_000;

/**
 * Gives the store's oldest committed changes the next numbers of its feed, up to 1,000. Returns whether there
 * may be more. The numbering statement begins once the feed's row is locked, so it sees every change that an
 * earlier numbering saw: of two changes the one that was committed before the other was written has the lower
 * number, and a number is never given to a change that could still be rolled back.
 */
export async function numberChanges(ctx: Ctx, storeId: string): Promise<boolean> {
  const [numbered] = await inTransaction(ctx, (tx) => {
    planByKey(tx);
    withCommit(tx, lockFeed(tx.db, storeId));
    return number(tx.db, storeId, MAX_NUMBERED);
  });
  return Number(numbered?.count ?? 0) === MAX_NUMBERED;
}

/**
 * Returns the stores with changes that have no number. Steps from store to store along the index, so the cost
 * doesn't grow with the changes of a store.
 */
export async function storesWithUnnumberedChanges(ctx: Ctx): Promise<string[]> {
  const rows = await stores(ctx.db);
  return rows.map(({ storeId }) => storeId);
}

/** Creates the feed's row or locks it: `where false` leaves an existing row as it is. */
const lockFeed = prepared(
  "lock_change_feed",
  `insert into change_feeds (store_id) values ($1)
   on conflict (store_id) do update set last = change_feeds.last where false`,
);

const number = prepared<{ count: string }>(
  "number_changes",
  `with taken as (
    delete from unnumbered_changes where store_id = $1 and id = any(array(
      select id from unnumbered_changes where store_id = $1 order by id limit $2
    ))
    returning id, type, object_id, at
  ),
  numbered as (
    insert into changes (store_id, sequence, type, object_id, at)
    select $1, (select last from change_feeds where store_id = $1) + row_number() over (order by id), type, object_id, at
    from taken order by id
  )
  update change_feeds set last = last + count from (select count(*) as count from taken) as counted
  where store_id = $1 and count > 0 returning count`,
);

const stores = preparedByKey<{ storeId: string }>(
  "stores_with_unnumbered_changes",
  storesIn("unnumbered_changes"),
);
