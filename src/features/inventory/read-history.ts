import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { isRetained } from "../../core/jobs/retention.ts";
import { inventoryLevelHistory as history } from "../../platform/db/tables/inventory.ts";
import type { LevelChange } from "./history-schema.ts";
import { readLevel } from "./read-levels.ts";

export const HISTORY_PAGES: PagedList = { name: "inventory level history", key: ["instant"] };

/** Returns a page of a level's changes, newest first, as long as they are kept. Throws 404 for an unknown level. */
export async function readLevelHistory(
  ctx: Ctx,
  { storeId, levelId }: { storeId: string; levelId: string },
  page: Page,
): Promise<{ history: LevelChange[]; headers: Record<string, string> }> {
  await readLevel(ctx, storeId, levelId);
  const [after] = page.cursor ?? [];
  const rows = await ctx.db
    .select()
    .from(history)
    .where(
      and(
        eq(history.storeId, storeId),
        eq(history.levelId, levelId),
        isRetained(history.at, ctx.config.retention.levelHistory),
        after === undefined ? undefined : sql`${history.at} < ${after}::timestamptz`,
      ),
    )
    .orderBy(desc(history.at))
    .limit(page.size + 1);
  const found = toPage(rows, page, ({ at }) => [at.toISOString()]);
  return { history: found.rows.map(changeView), headers: found.headers };
}

function changeView(row: typeof history.$inferSelect): LevelChange {
  const { quantityBefore, committedBefore, reservedBefore, buildableBefore } = row;
  const isNew = quantityBefore === null;
  return {
    ...{ at: row.at.toISOString(), by: row.by, by_id: row.countedById, request_id: row.requestId },
    from: isNew
      ? null
      : {
          quantity: quantityBefore,
          committed: committedBefore ?? 0,
          reserved: reservedBefore ?? 0,
          buildable: buildableBefore ?? 0,
        },
    to: {
      quantity: row.quantityAfter,
      committed: row.committedAfter,
      reserved: row.reservedAfter,
      buildable: row.buildableAfter,
    },
  };
}
