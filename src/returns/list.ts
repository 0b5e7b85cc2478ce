import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returns } from "../db/tables/returns.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { slicesByBytes } from "../lib/slices-by-bytes.ts";
import { utf8Bytes } from "../lib/text-length.ts";
import { createYielder } from "../lib/yielder.ts";
import { bytesOfRow } from "./bytes-of-row.ts";
import { loadReturns } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import type { Status } from "./status.ts";
import { returnView } from "./view.ts";

export type ReturnFilter = { status?: Status; updated_at_min?: string; updated_at_max?: string };

export const RETURN_PAGES: PagedList = { name: "returns", key: ["instant", "text"] };

type Store = { storeId: string; origin: string };

/** The size of the returns that are in memory at once. */
const MAX_LOADED_BYTES = 512 * 1024;
/** A page ends early once it is longer than this. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

/**
 * Returns the JSON of a page of the store's returns with their orders, newest created first. `updated_at_min`
 * is inclusive, `updated_at_max` exclusive.
 */
export async function listReturns(
  ctx: Ctx,
  store: Store,
  filter: ReturnFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const from = filter.updated_at_min && parseDateTime(filter.updated_at_min);
  const until = filter.updated_at_max && parseDateTime(filter.updated_at_max);
  const keys = await ctx.db
    .select({ id: returns.id, createdAt: returns.createdAt, bytes: bytesOfRow("returns", "items") })
    .from(returns)
    .where(
      and(
        eq(returns.storeId, store.storeId),
        filter.status && eq(returns.status, filter.status),
        from ? gte(returns.updatedAt, from) : undefined,
        // createdAt <= updatedAt always holds. The second condition lets the index skip returns that are
        // newer than the window.
        until ? and(lt(returns.updatedAt, until), lt(returns.createdAt, until)) : undefined,
        page.cursor && afterCursor(page.cursor),
      ),
    )
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(page.size + 1);

  const content = await pageContent(ctx, store, keys.slice(0, page.size));
  const keyOf = (row: (typeof keys)[number]) => [row.createdAt.toISOString(), row.id];
  const { headers } = toPage(keys, { ...page, size: content.count }, keyOf);
  const json = `{"orders":[${[...content.orders.values()].join()}],"returns":[${content.returns.join()}]}`;
  return { json, headers };
}

/**
 * Returns the JSON of as many returns as a page holds, and of their orders. `count` is the number of keys
 * used up.
 */
async function pageContent(ctx: Ctx, { storeId, origin }: Store, keys: { id: string; bytes: number }[]) {
  const yieldNow = createYielder();
  const content = { orders: new Map<string, string>(), returns: [] as string[], count: 0 };
  let bytes = 0;
  for (const slice of slicesByBytes(keys, MAX_LOADED_BYTES)) {
    if (bytes > MAX_PAGE_BYTES) break;
    const ids = slice.map(({ id }) => id);
    content.count += ids.length;
    for (const record of await loadReturns(ctx, storeId, ids)) {
      const { order } = record;
      if (!content.orders.has(order.id)) {
        const json = JSON.stringify(await returnOrderView(order));
        content.orders.set(order.id, json);
        bytes += utf8Bytes(json);
        await yieldNow();
      }
      const json = JSON.stringify(await returnView(record, origin, "read"));
      content.returns.push(json);
      bytes += utf8Bytes(json);
      await yieldNow();
    }
  }
  return content;
}

function afterCursor([createdAt = "", id = ""]: string[]) {
  return sql`(${returns.createdAt}, ${returns.id}) < (${createdAt}::timestamptz, ${id})`;
}
