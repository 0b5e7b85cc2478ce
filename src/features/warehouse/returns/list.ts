import type { Ctx } from "../../../core/ctx.ts";
import { MAX_PAGE_BYTES } from "../../../core/http/fill-page.ts";
import { DAY_MS } from "../../../lib/duration.ts";
import { slicesByBytes } from "../../../lib/slices-by-bytes.ts";
import { streamArray, streamJson } from "../../../lib/stream-json.ts";
import { utf8Bytes } from "../../../lib/text.ts";
import { createYielder } from "../../../lib/yielder.ts";
import { phpDateTime } from "../formats.ts";
import type { Version } from "../versions.ts";
import { type ListPosition, type WarehouseFilter, writeCursor } from "./cursor.ts";
import type { ListKey } from "./list-page.ts";
import type { ListRequest } from "./list-query.ts";
import { listView } from "./list-view.ts";
import { loadForWarehouse } from "./load.ts";
import { readPage } from "./read-page.ts";
import type { Reader } from "./status-page.ts";
import { lastInstantOf } from "./window.ts";

type Store = Reader & { version: Version };

export const LIST_PATH = "/warehouse/return/list";

/** The number of keys per query of an unpaged list. */
const UNPAGED_SLICE_KEYS = 250;
/** The size of the returns that are in memory at once. */
const MAX_LOADED_BYTES = 512 * 1024;

/** Yields the JSON of a page of returns, with the URLs of the next and previous page. */
export async function* pagedListJson(ctx: Ctx, store: Store, request: ListRequest): AsyncGenerator<string> {
  const { at, keys, next, previous } = await readPage(ctx, store.storeId, request);
  let bytes = 0;
  let following = next;

  async function* listed() {
    let last: ListKey | undefined;
    for await (const { one, text } of returnsJson(ctx, store, request.filter, keys)) {
      if (last && bytes > MAX_PAGE_BYTES) {
        following = { ...at, key: last.key, backwards: false };
        return;
      }
      yield counted(text);
      last = one;
    }
  }

  async function* counted(text: AsyncGenerator<string>) {
    for await (const piece of text) {
      bytes += utf8Bytes(piece);
      yield piece;
    }
  }

  yield* streamArray(listed(), '{"returns":[');
  const urlJson = (position: ListPosition | undefined) =>
    JSON.stringify(position ? pageUrl(store, request, position) : null);
  yield `,"nextPageUrl":${urlJson(following)},"previousPageUrl":${urlJson(previous)}}`;
}

/** Yields all matching returns as a JSON array, with constant memory. */
export function listJson(ctx: Ctx, store: Store, request: ListRequest): AsyncGenerator<string> {
  return streamArray(allReturns(ctx, store, request));
}

async function* allReturns(ctx: Ctx, store: Store, request: ListRequest) {
  let position: ListPosition | undefined = request.position;
  while (position) {
    const { keys, next } = await readPage(ctx, store.storeId, {
      ...request,
      position,
      size: UNPAGED_SLICE_KEYS,
    });
    for await (const { text } of returnsJson(ctx, store, request.filter, keys)) yield text;
    position = next;
  }
}

type ReturnJson = { one: ListKey; text: AsyncGenerator<string> };

/** Yields the JSON of returns: loads them in slices, and builds each on demand. */
async function* returnsJson(
  ctx: Ctx,
  store: Store,
  { field, window }: WarehouseFilter,
  keys: ListKey[],
): AsyncGenerator<ReturnJson> {
  // A return that changed since its key was read may now belong to the next window.
  const until = field === "updated_at" && window.to ? lastInstantOf(window.to) : undefined;
  const yieldNow = createYielder();
  for (const slice of slicesByBytes(keys, MAX_LOADED_BYTES)) {
    const ids = slice.map(({ id }) => id);
    const records = new Map(
      (await loadForWarehouse(ctx, store, ids)).map((record) => [record.row.id, record]),
    );
    for (const one of slice) {
      const record = records.get(one.id);
      records.delete(one.id);
      if (record && (until === undefined || record.row.updatedAt <= until)) {
        yield { one, text: streamJson(listView(record, store)) };
      }
      await yieldNow();
    }
  }
}

/** Returns the URL of a page, percent-encoded without `+`. */
function pageUrl({ origin, version }: Store, { filter, size }: ListRequest, position: ListPosition): string {
  const { field, state, window } = filter;
  const parameters = {
    from: phpDateTime(window.from),
    to: phpDateTime(window.to ?? new Date(window.from.getTime() + DAY_MS)),
    filter: field,
    ...(state && { state }),
    paginate: "true",
    pageSize: String(size),
    cursor: writeCursor({ filter, position, size }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${origin}${version.path}${LIST_PATH}?${query.join("&")}`;
}
