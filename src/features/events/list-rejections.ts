import { and, desc, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { eventRejections } from "../../platform/db/tables/events.ts";
import type { Rejection } from "./schema.ts";

export const REJECTION_LIST = createList({
  name: "rejections",
  table: "event_rejections",
  retained: { kind: "eventRejections", column: "received_at" },
  key: { columns: [["number", "number"]] },
  // Text that repeats itself is stored compressed.
  bytes: "(pg_column_size(event) * 6 + pg_column_size(errors))::float8",
  filters: {},
});

/** Returns the JSON of a page of the rejected events and their errors, the latest first, as long as they are kept. */
export async function listRejections(ctx: Ctx, storeId: string, page: Page): Promise<WrittenPage> {
  const found = await REJECTION_LIST.find(ctx, storeId, { page });
  return writePage("rejections", page, found, async (slice) => {
    const numbers = slice.map(({ id }) => Number(id));
    const rejections = await loadRejections(ctx, storeId, numbers);
    return rejections.values().map((rejection) => JSON.stringify(rejection));
  });
}

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
