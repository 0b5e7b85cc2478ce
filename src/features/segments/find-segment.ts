import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { segments } from "../../platform/db/tables/segments.ts";
import type { Segment } from "./schema.ts";

/** Returns a saved segment. Throws 404 when the store has none with this key. */
export async function findSegment(ctx: Ctx, storeId: string, key: string): Promise<Segment> {
  const [row] = await ctx.db.select().from(segments).where(sql`store_id = ${storeId} and key = ${key}`);
  if (!row) throw segmentNotFound(key);
  return segmentOf(row);
}

/** Returns the 404 of a key that the store has no segment for. */
export function segmentNotFound(key: string) {
  return problem("segment_not_found", `The store has no segment ${key}.`);
}

export function segmentOf({ key, where, createdAt, updatedAt }: typeof segments.$inferSelect): Segment {
  return { key, where, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
