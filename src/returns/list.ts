import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { returns } from "../db/tables/returns.ts";
import { type Page, type PagedList, toPage } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { utf8Bytes } from "../lib/json-bytes.ts";
import { slicesByBytes } from "../lib/slices-by-bytes.ts";
import { createYielder } from "../lib/yielder.ts";
import { bytesOfRow } from "./bytes-of-row.ts";
import { loadReturns } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import type { Status } from "./status.ts";
import { returnView } from "./view.ts";

export type ReturnFilter = { status?: Status; updated_at_min?: string; updated_at_max?: string };

export const RETURN_PAGES: PagedList = { name: "returns", key: ["instant", "text"] };

type Store = { storeId: string; origin: string };

/** So much of returns is loaded at once. */
const LOADED_BYTES = 512 * 1024;
/** A page ends early behind the returns with which it is longer than this. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

/**
 * The JSON text of a page of the store's returns and their orders, the return created last first. `updated_at_min` is inclusive,
 * `updated_at_max` is not.
 */
export async function listReturns(
  ctx: Ctx,
  store: Store,
  filter: ReturnFilter,
  page: Page,
): Promise<{ text: string; headers: Record<string, string> }> {
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
        // No return is created after it was updated: what is newer than the window is passed over in the index.
        until ? and(lt(returns.updatedAt, until), lt(returns.createdAt, until)) : undefined,
        page.cursor && behind(page.cursor),
      ),
    )
    .orderBy(desc(returns.createdAt), desc(returns.id))
    .limit(page.size + 1);

  const shown = await textsOf(ctx, store, keys.slice(0, page.size));
  const keyOf = (row: (typeof keys)[number]) => [row.createdAt.toISOString(), row.id];
  const { headers } = toPage(keys, { ...page, size: shown.count }, keyOf);
  const text = `{"orders":[${[...shown.orders.values()].join()}],"returns":[${shown.returns.join()}]}`;
  return { text, headers };
}

/** What a page has room for: the texts of the first returns and of their orders. `count` is how many returns were gone through. */
async function textsOf(ctx: Ctx, { storeId, origin }: Store, found: { id: string; bytes: number }[]) {
  const pace = createYielder();
  const shown = { orders: new Map<string, string>(), returns: [] as string[], count: 0 };
  let bytes = 0;
  for (const slice of slicesByBytes(found, LOADED_BYTES)) {
    if (bytes > MAX_PAGE_BYTES) break;
    const ids = slice.map(({ id }) => id);
    shown.count += ids.length;
    for (const record of await loadReturns(ctx, storeId, ids)) {
      const { order } = record;
      if (!shown.orders.has(order.id)) {
        const text = JSON.stringify(await returnOrderView(order));
        shown.orders.set(order.id, text);
        bytes += utf8Bytes(text);
        await pace();
      }
      const text = JSON.stringify(await returnView(record, origin, "read"));
      shown.returns.push(text);
      bytes += utf8Bytes(text);
      await pace();
    }
  }
  return shown;
}

function behind([createdAt = "", id = ""]: string[]) {
  return sql`(${returns.createdAt}, ${returns.id}) < (${createdAt}::timestamptz, ${id})`;
}
