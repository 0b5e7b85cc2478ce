import { type Ctx, withCommit } from "../../../core/ctx.ts";
import { searchKeysOf } from "../../../core/lists/search-keys.ts";
import { prepared } from "../../../platform/db/prepared.ts";
import { linesById } from "../lines.ts";
import type { StoredOrder } from "../schema.ts";
import type { Held } from "./stored-orders.ts";

/** A key by which a return is found by the SKUs of its lines, and whether it is one of these now. */
export type ChangedSku = { id: string; key: string; isAdded: boolean };

/** Returns what the edit of an order changes of its returns' keys; `returned` has the lines of each return. */
export function* changedSkus(
  { before, after }: Record<"before" | "after", StoredOrder>,
  returned: Held["linesOf"],
): Generator<ChangedSku> {
  const [was, is] = [linesById(before), linesById(after)];
  for (const [id, lineIds] of returned) {
    const keysIn = (lines: typeof was) => searchKeysOf(lineIds.map((line) => lines.get(line)?.line.sku));
    const [old, own] = [keysIn(was), keysIn(is)];
    for (const key of old.difference(own)) yield { id, key, isAdded: false };
    for (const key of own.difference(old)) yield { id, key, isAdded: true };
  }
}

/** Writes the keys of returns, in the caller's transaction, which holds their orders' locks. */
export function writeSkus(tx: Ctx, storeId: string, changed: ChangedSku[]): void {
  if (changed.length > 0) withCommit(tx, write(tx.db, storeId, JSON.stringify(changed)));
}

const write = prepared(
  "write_return_skus",
  `with given as (
     select given.id, key, "isAdded", created_at as at
     from json_to_recordset($2::json) as given(id text, key text, "isAdded" boolean)
     join returns on returns.store_id = $1 and returns.id = given.id
   ), removed as (
     delete from search_keys using given
     where store_id = $1 and kind = 'return.sku' and search_keys.key = given.key and search_keys.at = given.at
       and search_keys.id = given.id and not "isAdded"
   )
   insert into search_keys (store_id, kind, key, at, id)
   select $1, 'return.sku', key, at, id from given where "isAdded" order by key, at, id
   on conflict do nothing`,
);
