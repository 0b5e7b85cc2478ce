import { NOW } from "../../platform/db/now.ts";
import { prepared } from "../../platform/db/prepared.ts";
import type { ChangeType } from "../../platform/db/tables/changes.ts";
import { announceChange, type Ctx, withCommit } from "../ctx.ts";

export type NewChange = { type: ChangeType; objectId: string };

/**
 * Adds changes to the store's feed, in the order given, with one statement. Runs in the transaction of the changes, which
 * has locked or inserted their objects; takes no other lock.
 */
export function recordChanges(ctx: Ctx, storeId: string, changes: NewChange[]): void {
  if (changes.length === 0) return;
  announceChange(ctx, storeId);
  const types = changes.map(({ type }) => type);
  const objectIds = changes.map(({ objectId }) => objectId);
  withCommit(ctx, record(ctx.db, storeId, types, objectIds));
}

/**
 * SQL that adds changes of the store `$1` to its feed, for statements that also write the objects: `rows` has
 * the columns `type` and `object_id`. All have one time. The caller calls `announceChange`.
 */
export function insertChanges(rows: string): string {
  return `insert into unnumbered_changes (store_id, type, object_id, at) select $1, type, object_id, (select ${NOW}) from ${rows}`;
}

const record = prepared(
  "record_changes",
  insertChanges("unnest($2::text[], $3::text[]) as change(type, object_id)"),
);
