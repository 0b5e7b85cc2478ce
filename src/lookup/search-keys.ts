import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { type SearchKind, searchKeys } from "../db/tables/search.ts";

/** An order or a return; `at` is its creation. */
export type Keyed = { storeId: string; at: Date; id: string };

/** Stores keys of an order or return, in the caller's transaction. Keys that it has already are skipped. */
export async function addSearchKeys(
  ctx: Ctx,
  { storeId, at, id }: Keyed,
  kind: SearchKind,
  keys: Set<string>,
): Promise<void> {
  if (keys.size === 0) return;
  await ctx.db.execute(sql`
    insert into ${searchKeys} (store_id, kind, key, at, id)
    select ${storeId}, ${kind}, key, ${at.toISOString()}::timestamptz, ${id}
    from unnest(${sql.param([...keys].sort())}::text[]) as key
    on conflict do nothing`);
}

/** Makes the keys of one kind of an order or return those of `after`, in the caller's transaction. */
export async function replaceSearchKeys(
  ctx: Ctx,
  keyed: Keyed,
  kind: SearchKind,
  { before, after }: { before: Set<string>; after: Set<string> },
): Promise<void> {
  const removed = before.difference(after);
  if (removed.size > 0) {
    const { storeId, at, id } = keyed;
    await ctx.db.execute(sql`
      delete from ${searchKeys} where store_id = ${storeId} and kind = ${kind}
        and key = any(${sql.param([...removed])}::text[]) and at = ${at.toISOString()}::timestamptz and id = ${id}`);
  }
  await addSearchKeys(ctx, keyed, kind, after.difference(before));
}
