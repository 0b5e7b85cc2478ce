import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { eventRejections } from "../db/tables/events.ts";
import { cut, type Page, type PagedList } from "../http/paging.ts";
import type { Rejection } from "./schema.ts";

/** How long a rejection is listed. */
export const KEPT_MS = 30 * 24 * 3600 * 1000;

export const REJECTION_PAGES: PagedList = { name: "rejections", key: ["number"] };

/** What bulk requests of the last 30 days dropped, and why, the latest first. */
export async function listRejections(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ rejections: Rejection[]; headers: Record<string, string> }> {
  const [number] = page.marker ?? [];
  const found = await ctx.db
    .select()
    .from(eventRejections)
    .where(
      and(
        eq(eventRejections.storeId, storeId),
        gt(eventRejections.receivedAt, new Date(ctx.now().getTime() - KEPT_MS)),
        number === undefined ? undefined : sql`${eventRejections.number} < ${number}::bigint`,
      ),
    )
    .orderBy(desc(eventRejections.number))
    .limit(page.size + 1);
  const { rows, headers } = cut(found, page, (row) => [String(row.number)]);
  const rejections = rows.map(({ receivedAt, index, event, errors }) => ({
    receivedAt: receivedAt.toISOString(),
    index,
    event,
    errors,
  }));
  return { rejections, headers };
}
