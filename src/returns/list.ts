import { sql } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { fillPage } from "../http/fill-page.ts";
import type { Page, PagedList } from "../http/paging.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { filteredKeys } from "../lookup/filtered-keys.ts";
import { bytesOfRow } from "./bytes-of-row.ts";
import { type ReturnFilter, returnFilters } from "./list-filters.ts";
import { loadReturns } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import { returnView } from "./view.ts";

export const RETURN_PAGES: PagedList = { name: "returns", key: ["instant", "text"] };

type Store = { storeId: string; origin: string };

/**
 * Returns the JSON of a page of the store's returns that match every filter, with their orders, newest
 * created first.
 */
export async function listReturns(
  ctx: Ctx,
  store: Store,
  filter: ReturnFilter,
  page: Page,
): Promise<{ json: string; headers: Record<string, string> }> {
  const { storeId } = store;
  const filters = await returnFilters(ctx, storeId, filter);
  if (!filters) return { json: `{"orders":[],"returns":[]}`, headers: {} };
  const found = await filteredKeys(
    ctx,
    storeId,
    { table: sql`returns`, bytes: bytesOfRow("returns", "items"), ...filters },
    { page, range: rangeOf(filter) },
  );
  const orders = new Map<string, string>();
  const returns: string[] = [];
  const headers = await fillPage(page, found, async function* (slice) {
    const ids = slice.map(({ id }) => id);
    for (const record of await loadReturns(ctx, storeId, ids)) {
      const { order } = record;
      if (!orders.has(order.id)) {
        const json = JSON.stringify(await returnOrderView(order));
        orders.set(order.id, json);
        yield json;
      }
      const json = JSON.stringify(await returnView(record, store.origin, "read"));
      returns.push(json);
      yield json;
    }
  });
  return { json: `{"orders":[${[...orders.values()].join()}],"returns":[${returns.join()}]}`, headers };
}

/** createdAt <= updatedAt always holds, so the end of either time ends the list. */
function rangeOf({ created_at_min, created_at_max, updated_at_max }: ReturnFilter) {
  const ends = [created_at_max, updated_at_max].flatMap((text) => (text && parseDateTime(text)) || []);
  const [until] = ends.toSorted((a, b) => a.getTime() - b.getTime());
  return { from: (created_at_min && parseDateTime(created_at_min)) || undefined, until };
}
