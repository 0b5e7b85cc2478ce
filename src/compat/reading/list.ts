import type { Ctx } from "../../ctx.ts";
import { spaced } from "../dates.ts";
import { WAREHOUSE } from "../dialect.ts";
import { writeCursor } from "./cursor.ts";
import { listView } from "./list-view.ts";
import { loadForWarehouse } from "./load.ts";
import { readPage } from "./page.ts";
import type { Asked, Place, Question } from "./question.ts";
import type { ListedReturn, ListPage } from "./schema.ts";
import { lastInstantOf } from "./window.ts";

type Store = { storeId: string; origin: string };

export const LIST_PATH = "/warehouse/return/list";

const DAY = 86_400_000;

/** So many returns of a bare list are in memory at once. */
const AT_ONCE = 250;

/** A page of returns, and the addresses of the pages beside it. */
export async function listPage(ctx: Ctx, store: Store, asked: Asked): Promise<ListPage> {
  const { ids, next, previous } = await readPage(ctx, store.storeId, asked);
  return {
    returns: await shown(ctx, store, asked.question, ids),
    nextPageUrl: next ? addressOf(store.origin, asked, next) : null,
    previousPageUrl: previous ? addressOf(store.origin, asked, previous) : null,
  };
}

/** Every return that is asked for, as the JSON text of one array: what is kept in memory doesn't grow with it. */
export async function* listText(ctx: Ctx, caller: Store, asked: Asked): AsyncGenerator<string> {
  let place: Place | undefined = asked.place;
  let separator = "[";
  while (place) {
    const { ids, next } = await readPage(ctx, caller.storeId, { ...asked, place, size: AT_ONCE });
    const returns = await shown(ctx, caller, asked.question, ids);
    if (returns.length > 0) {
      yield separator + returns.map((each) => JSON.stringify(each)).join(",");
      separator = ",";
    }
    place = next;
  }
  yield separator === "[" ? "[]" : "]";
}

/** What has changed since its key was read may belong to the next window by now. */
async function shown(
  ctx: Ctx,
  { storeId, origin }: Store,
  { field, window }: Question,
  ids: string[],
): Promise<ListedReturn[]> {
  const records = await loadForWarehouse(ctx, storeId, ids);
  const until = field === "updated_at" && window.to ? lastInstantOf(window.to) : undefined;
  return records
    .filter(({ row }) => until === undefined || row.updatedAt <= until)
    .map((record) => listView(record, origin));
}

/** It needs nothing else, and a client that reads `+` as a space reads it right. */
function addressOf(origin: string, { question, size }: Asked, place: Place): string {
  const { field, state, window } = question;
  const parameters = {
    from: spaced(window.from),
    to: spaced(window.to ?? new Date(window.from.getTime() + DAY)),
    filter: field,
    ...(state && { state }),
    paginate: "true",
    pageSize: String(size),
    cursor: writeCursor({ question, place, size }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${origin}${WAREHOUSE.below}${LIST_PATH}?${query.join("&")}`;
}
