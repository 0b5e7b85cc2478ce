import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import type { Db } from "../../platform/db/connect.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { segments } from "../../platform/db/tables/segments.ts";
import { segmentOf } from "./find-segment.ts";
import { parseNew, parseWhere } from "./parse-query.ts";
import { pickCondition } from "./pick-condition.ts";
import type { Segment } from "./schema.ts";

const MAX_SEGMENTS = 250;

/** `isNew`: the key must not have a condition yet. */
type Saving = { key: string; body: unknown; isNew?: true };

/**
 * Saves a condition under a key of a body. Throws 400 for an invalid key or condition, 409 when the key has one
 * already, or the store as many segments as it may.
 */
export async function createSegment(ctx: Ctx, storeId: string, body: unknown): Promise<Segment> {
  const key = parseNew(body);
  return (await saveSegment(ctx, storeId, { key, body, isNew: true })).segment;
}

/**
 * Saves a condition under a key, in place of the one that the key has. Throws 400 for an invalid condition, 409
 * when the store has as many segments as it may.
 */
export async function saveSegment(
  ctx: Ctx,
  storeId: string,
  { key, body, isNew }: Saving,
): Promise<{ segment: Segment; isNew: boolean }> {
  parseWhere(body);
  const where = pickCondition((body as { where: unknown }).where);
  return inTransaction(ctx, async ({ db }) => {
    // Two new keys must not both be the last.
    await lockName(db, `segments ${storeId}`);
    const now = ctx.now();
    if (isNew) await requireUnused(db, storeId, key);
    const [replaced] = await db
      .update(segments)
      .set({ where, updatedAt: now })
      .where(sql`store_id = ${storeId} and key = ${key}`)
      .returning();
    if (replaced) return { segment: segmentOf(replaced), isNew: false };
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from segments where store_id = ${storeId}`,
    );
    if ((rows[0]?.count ?? 0) >= MAX_SEGMENTS) {
      throw problem("too_many_segments", `The store has ${MAX_SEGMENTS} saved segments, as many as it may.`);
    }
    const [saved] = await db
      .insert(segments)
      .values({ storeId, key, where, createdAt: now, updatedAt: now })
      .returning();
    if (!saved) throw new Error("the segment was not inserted");
    return { segment: segmentOf(saved), isNew: true };
  });
}

async function requireUnused(db: Db, storeId: string, key: string): Promise<void> {
  const { rows } = await db.execute(sql`select from segments where store_id = ${storeId} and key = ${key}`);
  if (rows.length === 0) return;
  const detail = `There is a segment ${key} already.`;
  throw problem("already_exists", detail, { errors: [{ detail, pointer: "/key" }] });
}
