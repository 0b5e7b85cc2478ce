import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { segments } from "../../platform/db/tables/segments.ts";
import { segmentNotFound } from "./find-segment.ts";

/** Deletes a saved segment; customers and events stay. Throws 404 when the store has none with this key. */
export async function deleteSegment(ctx: Ctx, storeId: string, key: string): Promise<void> {
  const deleted = await ctx.db
    .delete(segments)
    .where(sql`store_id = ${storeId} and key = ${key}`)
    .returning({ key: segments.key });
  if (deleted.length === 0) throw segmentNotFound(key);
}
