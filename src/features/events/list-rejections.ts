import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { fillPage } from "../../core/http/fill-page.ts";
import { type Page, type PagedList, toPage } from "../../core/http/paging.ts";
import { isRetained } from "../../core/jobs/retention.ts";
import { eventRejections } from "../../platform/db/tables/events.ts";
import type { Rejection } from "./schema.ts";

export const REJECTION_PAGES: PagedList = { name: "rejections", key: ["number"] };

/** Returns the JSON of a page of the rejected events and their errors, the latest first, as long as they are kept. */
export async function listRejections(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const [cursorNumber] = page.cursor ?? [];
  const found = await ctx.db
    .select({ number: eventRejections.number, bytes: BYTES })
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
  const keyOf = ({ number }: { number: number }) => [String(number)];
  const rejections: string[] = [];
  const headers = await fillPage(page, { ...toPage(found, page, keyOf), keyOf }, async function* (slice) {
    for (const rejection of await loadRejections(
      ctx,
      storeId,
      slice.map(({ number }) => number),
    )) {
      const json = JSON.stringify(rejection);
      rejections.push(json);
      yield json;
    }
  });
  return { json: `{"rejections":[${rejections.join()}]}`, headers };
}

/** Estimates the bytes of a rejection in a response: text that repeats itself is stored compressed. */
const BYTES = sql<number>`(pg_column_size(event) * 6 + pg_column_size(errors))::float8`;

/** Returns rejections, the latest first. */
async function loadRejections(ctx: Ctx, storeId: string, numbers: number[]): Promise<Rejection[]> {
  const rows = await ctx.db
    .select()
    .from(eventRejections)
    .where(and(eq(eventRejections.storeId, storeId), inArray(eventRejections.number, numbers)))
    .orderBy(desc(eventRejections.number));
  return rows.map(({ receivedAt, index, event, errors }) => ({
    receivedAt: receivedAt.toISOString(),
    index,
    event,
    errors,
  }));
}
