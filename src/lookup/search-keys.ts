import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { type SearchKind, searchKeys } from "../db/tables/search.ts";

/** In characters; an index entry has a maximum size. */
const MAX_KEY_LENGTH = 255;

/** An order or a return; `at` is its creation. */
export type Keyed = { storeId: string; at: Date; id: string };

/**
 * Returns a field as it is compared: trimmed, in lower case and cut after 255 characters, like e-mail
 * addresses; undefined for an empty or missing one.
 */
export function searchKeyOf(field: string | null | undefined): string | undefined {
  const key = field?.trim().toLowerCase();
  if (!key) return undefined;
  return key.length <= MAX_KEY_LENGTH ? key : Array.from(key).slice(0, MAX_KEY_LENGTH).join("");
}

/** Returns the distinct keys of fields. */
export function searchKeysOf(fields: (string | null | undefined)[]): Set<string> {
  return new Set(fields.flatMap((field) => searchKeyOf(field) ?? []));
}

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
