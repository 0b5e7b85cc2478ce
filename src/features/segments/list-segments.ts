import type { Ctx } from "../../core/ctx.ts";
import type { Page } from "../../core/http/paging.ts";
import { createList } from "../../core/lists/list.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { segments } from "../../platform/db/tables/segments.ts";
import type { ListedSegment } from "./schema.ts";

export const SEGMENT_LIST = createList({
  name: "saved segments",
  table: "segments",
  key: { columns: [["key", "text"]], isAscending: true },
  // Each condition may be large.
  row: rowJson(segments, "segments", ["storeId", "where"]),
  filters: {},
});

/** Returns a page of the store's saved segments by key, without their conditions. */
export async function listSegments(
  ctx: Ctx,
  storeId: string,
  page: Page,
): Promise<{ segments: ListedSegment[]; headers: Record<string, string> }> {
  const { rows, headers } = await SEGMENT_LIST.find(ctx, storeId, { page });
  const listed = rows.map(({ record: { key, createdAt, updatedAt } }) => ({
    key,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
  return { segments: listed, headers };
}
