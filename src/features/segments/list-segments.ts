import { and, asc, eq, gt } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { segments } from "../../platform/db/tables/segments.ts";
import type { ListedSegment } from "./schema.ts";

export const SAVED_PAGES: PagedList = { name: "saved segments", key: ["text"] };

/** Returns a page of the store's saved segments by key, without their conditions, of which each may be large. */
export async function listSegments(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ segments: ListedSegment[]; headers: Record<string, string> }> {
  const { key, createdAt, updatedAt } = segments;
  const [after] = page.cursor ?? [];
  const found = await ctx.db
    .select({ key, createdAt, updatedAt })
    .from(segments)
    .where(and(eq(segments.storeId, storeId), after === undefined ? undefined : gt(key, after)))
    .orderBy(asc(key))
    .limit(page.size + 1);
  const { rows, headers } = toPage(found, page, (row) => [row.key]);
  const listed = rows.map((row) => ({
    key: row.key,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
  return { segments: listed, headers };
}
