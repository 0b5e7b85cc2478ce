import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returns } from "../db/tables/returns.ts";
import { cut, type Page, type PagedList } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { loadReturns } from "./load.ts";
import type { Status } from "./status.ts";
import type { ReturnRecord } from "./view.ts";

export type ReturnFilter = { status?: Status; updated_at_min?: string; updated_at_max?: string };

export const RETURN_PAGES: PagedList = { name: "returns", key: ["instant", "text"] };

/** A page of the store's returns, the one created last first; `updated_at_min` is inclusive, `updated_at_max` is not. */
export async function listReturns(
  ctx: Ctx,
  storeId: string,
  filter: ReturnFilter,
  page: Page,
): Promise<{ records: ReturnRecord[]; headers: Record<string, string> }> {
  const from = filter.updated_at_min && parseDateTime(filter.updated_at_min);
  const until = filter.updated_at_max && parseDateTime(filter.updated_at_max);
  const keys = await ctx.db
    .select({ id: returns.id, createdAt: returns.createdAt })
    .from(returns)
    .where(
      and(
        eq(returns.storeId, storeId),
        filter.status && eq(returns.status, filter.status),
        from ? gte(returns.updatedAt, from) : undefined,
        // No return is created after it was updated: what is newer than the window is passed over in the index.
        until ? and(lt(returns.updatedAt, until), lt(returns.createdAt, until)) : undefined,
        page.marker && behind(page.marker),
      ),
    )
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(page.size + 1);

  const { rows, headers } = cut(keys, page, (row) => [row.createdAt.toISOString(), row.id]);
  const records = await loadReturns(
    ctx,
    storeId,
    rows.map(({ id }) => id),
  );
  return { records, headers };
}

function behind([createdAt = "", id = ""]: string[]) {
  return sql`(${returns.createdAt}, ${returns.id}) < (${createdAt}::timestamptz, ${id})`;
}
