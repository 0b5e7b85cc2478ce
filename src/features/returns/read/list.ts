import type { Ctx } from "../../../core/ctx.ts";
import { type FoundPage, fillPage, type WrittenPage } from "../../../core/http/fill-page.ts";
import type { Page } from "../../../core/http/paging.ts";
import { createList, type RecordRow } from "../../../core/lists/list.ts";
import { BY_CREATION, timesBetween } from "../../../core/lists/list-key.ts";
import { bytesOfRowText } from "./bytes-of-row.ts";
import { RETURN_FILTERS, type ReturnFilter, valuesOf } from "./list-filters.ts";
import { loadFound } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import { RECORD_FITS, SHOWN_JOINS, SHOWN_JSON } from "./record.ts";
import { returnView, type ShownRecord } from "./view.ts";

type Store = { storeId: string; origin: string };

export const RETURN_LIST = createList({
  name: "returns",
  table: "returns",
  key: BY_CREATION,
  joins: SHOWN_JOINS,
  fits: RECORD_FITS,
  row: { sql: SHOWN_JSON },
  bytes: bytesOfRowText("returns", "items"),
  filters: RETURN_FILTERS,
});

/**
 * Returns the JSON of a page of the store's returns that match every filter, with their orders, newest
 * created first.
 */
export async function listReturns(
  ctx: Ctx,
  store: Store,
  filter: ReturnFilter,
  page: Page,
): Promise<WrittenPage> {
  const { storeId, origin } = store;
  const found = await findReturns(ctx, storeId, filter, page);
  const orders = new Map<string, string>();
  const returns: string[] = [];
  const { headers } = await fillPage(page, found, async (slice) => {
    const recordOf = await loadFound(ctx, storeId, slice);
    return piecesOf(slice.values().map(recordOf));
  });
  function* piecesOf(records: Iterable<ShownRecord | undefined>) {
    for (const record of records) {
      if (!record) continue;
      const { order } = record;
      if (!orders.has(order.id)) {
        const json = JSON.stringify(returnOrderView(order));
        orders.set(order.id, json);
        yield json;
      }
      const json = JSON.stringify(returnView(record, origin, "read"));
      returns.push(json);
      yield json;
    }
  }
  return { json: `{"orders":[${[...orders.values()].join()}],"returns":[${returns.join()}]}`, headers };
}

/** Returns a page of the store's returns that match every filter, newest created first. */
export function findReturns(
  ctx: Ctx,
  storeId: string,
  filter: ReturnFilter,
  page: Page,
): Promise<FoundPage<RecordRow>> {
  return RETURN_LIST.find(ctx, storeId, { values: valuesOf(filter), page, range: rangeOf(filter) });
}

/** createdAt <= updatedAt always holds, so the end of either time ends the list. */
function rangeOf({ created_at_min, created_at_max, updated_at_max }: ReturnFilter) {
  const { from, until } = timesBetween(created_at_min, created_at_max);
  const ends = [until, timesBetween(undefined, updated_at_max).until];
  return { from, until: ends.filter((end) => end !== undefined).sort()[0] };
}
