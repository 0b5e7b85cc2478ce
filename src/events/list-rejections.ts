import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { eventRejections } from "../db/tables/events.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { isRetained } from "../jobs/retention.ts";
import type { Rejection } from "./schema.ts";

export const REJECTION_PAGES: PagedList = { name: "rejections", key: ["number"] };

/** Returns a page of the rejected events and their errors, the latest first, as long as they are kept. */
export async function listRejections(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ rejections: Rejection[]; headers: Record<string, string> }> {
  const [cursorNumber] = page.cursor ?? [];
  const rejected = await ctx.db
    .select()
    .from(eventRejections)
    .where(
      and(
        eq(eventRejections.storeId, storeId),
        isRetained(eventRejections.receivedAt, ctx.config.retention.eventRejections),
        cursorNumber === undefined ? undefined : sql`${eventRejections.number} < ${cursorNumber}::bigint`,
      ),
    )
    .orderBy(desc(eventRejections.number))
    .limit(page.size + 1);
  const { rows, headers } = toPage(rejected, page, (row) => [String(row.number)]);
  const rejections = rows.map(({ receivedAt, index, event, errors }) => ({
    receivedAt: receivedAt.toISOString(),
    index,
    event,
    errors,
  }));
  return { rejections, headers };
}
