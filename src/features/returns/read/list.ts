import type { Ctx } from "../../../core/ctx.ts";
import { totalJson } from "../../../core/http/count-included.ts";
import { type FoundPage, fillPage, type WrittenPage } from "../../../core/http/fill-page.ts";
import type { Page, PagedList } from "../../../core/http/paging.ts";
import { createList, type RecordRow } from "../../../core/lists/list.ts";
import { BY_CHANGE, BY_CREATION, timesBetween } from "../../../core/lists/list-key.ts";
import { bytesOfRowText } from "./bytes-of-row.ts";
import { CHANGED_FILTERS, RETURN_FILTERS, type ReturnFilter, valuesOf } from "./list-filters.ts";
import type { ReturnSort } from "./list-schema.ts";
import { loadFound } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import { RECORD_FITS, SHOWN_JOINS, SHOWN_JSON } from "./record.ts";
import { returnView, type ShownRecord } from "./view.ts";

type Store = { storeId: string; origin: string };

const SHOWN = {
  ...{ table: "returns", joins: SHOWN_JOINS, fits: RECORD_FITS },
  ...{ row: { sql: SHOWN_JSON }, bytes: bytesOfRowText("returns", "items") },
};

export const RETURN_LIST = createList({
  ...{ name: "returns", key: BY_CREATION, filters: RETURN_FILTERS },
  ...SHOWN,
});

/** The list in each of its orders. */
const LISTS = {
  "-created_at": RETURN_LIST,
  created_at: createList({
    ...{ name: "returns_oldest", key: { ...BY_CREATION, isAscending: true }, filters: RETURN_FILTERS },
    ...SHOWN,
  }),
  "-updated_at": createList({
    ...{ name: "returns_changed", key: BY_CHANGE, filters: CHANGED_FILTERS },
    ...SHOWN,
  }),
  updated_at: createList({
    ...{ name: "returns_unchanged", key: { ...BY_CHANGE, isAscending: true }, filters: CHANGED_FILTERS },
    ...SHOWN,
  }),
} satisfies Record<ReturnSort, PagedList>;

/** Returns the list in an order; by default what was created last comes first. */
export function returnListBy(sort: ReturnSort = "-created_at"): PagedList {
  return LISTS[sort];
}

/**
 * Returns the JSON of a page of the store's returns that match every filter, with their orders and, if it is asked for, the
 * number of all.
 */
export async function listReturns(
  ctx: Ctx,
  store: Store,
  { sort = "-created_at", include, ...filter }: ReturnFilter & { sort?: ReturnSort; include?: "count" },
  page: Page,
): Promise<WrittenPage> {
  const { storeId, origin } = store;
  const found = await findReturns(ctx, storeId, filter, page, sort);
  const total = include && (await LISTS[sort].count(ctx, storeId, whichOf(filter, sort)));
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
  const json = `{"orders":[${[...orders.values()].join()}],"returns":[${returns.join()}]${totalJson(total)}}`;
  return { json, headers };
}

/** Returns a page of the store's returns that match every filter, in an order. */
export function findReturns(
  ctx: Ctx,
  storeId: string,
  filter: ReturnFilter,
  page: Page,
  sort: ReturnSort = "-created_at",
): Promise<FoundPage<RecordRow>> {
  return LISTS[sort].find(ctx, storeId, { ...whichOf(filter, sort), page });
}

/** createdAt <= updatedAt always holds, so an end of either time may end the list. */
function whichOf(filter: ReturnFilter, sort: ReturnSort) {
  const created = timesBetween(filter.created_at_min, filter.created_at_max);
  const updated = timesBetween(filter.updated_at_min, filter.updated_at_max);
  const isByChange = sort.endsWith("updated_at");
  const range = isByChange
    ? { from: latest(created.from, updated.from), until: updated.until }
    : { from: created.from, until: earliest(created.until, updated.until) };
  return { values: valuesOf(filter), range };
}

function earliest(...times: (string | undefined)[]): string | undefined {
  return times.filter((time) => time !== undefined).sort()[0];
}

function latest(...times: (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .sort()
    .at(-1);
}
