import { and, eq, inArray } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../core/lists/by-creation.ts";
import { eventRejections } from "../../platform/db/tables/events.ts";
import type { Rejection } from "./schema.ts";

export const REJECTION_LISTS = listByCreation({
  name: "rejections",
  table: "event_rejections",
  retained: { kind: "eventRejections", column: "received_at" },
  key: { columns: [["number", "number"]] },
  // Text that repeats itself is stored compressed.
  bytes: "(pg_column_size(event) * 6 + pg_column_size(errors))::float8",
  filters: {},
});

/**
 * Returns the JSON of a page of the rejected events and their errors, as long as they are kept, and, if it is asked for, the
 * number of all.
 */
export async function listRejections(
  ctx: Ctx,
  storeId: string,
  { sort = "-created_at", include }: { sort?: CreationSort; include?: "count" },
  page: Page,
): Promise<WrittenPage> {
  const list = REJECTION_LISTS[sort];
  const found = await list.find(ctx, storeId, { page });
  const total = include && (await list.count(ctx, storeId, {}));
  const load = async (slice: typeof found.rows) => {
    const numbers = slice.map(({ id }) => Number(id));
    const rejections = await loadRejections(ctx, storeId, numbers);
    return numbers.values().flatMap((number) => {
      const rejection = rejections.get(number);
      return rejection ? [JSON.stringify(rejection)] : [];
    });
  };
  return writePage("rejections", page, found, load, total);
}

async function loadRejections(ctx: Ctx, storeId: string, numbers: number[]): Promise<Map<number, Rejection>> {
  const rows = await ctx.db
    .select()
    .from(eventRejections)
    .where(and(eq(eventRejections.storeId, storeId), inArray(eventRejections.number, numbers)));
  return new Map(
    rows.map(({ number, receivedAt, index, event, errors }) => [
      number,
      { receivedAt: receivedAt.toISOString(), index, event, errors },
    ]),
  );
}
