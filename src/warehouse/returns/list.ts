import type { Ctx } from "../../ctx.ts";
import { utf8Bytes } from "../../lib/json-bytes.ts";
import { slicesByBytes } from "../../lib/slices-by-bytes.ts";
import { streamJson } from "../../lib/stream-json.ts";
import { createYielder } from "../../lib/yielder.ts";
import { WAREHOUSE } from "../api-style.ts";
import { phpDateTime } from "../formats.ts";
import { writeCursor } from "./cursor.ts";
import type { ListKey } from "./list-page.ts";
import type { ListFilter, ListRequest, Place } from "./list-query.ts";
import { listView } from "./list-view.ts";
import { loadForWarehouse } from "./load.ts";
import { readPage } from "./read-page.ts";
import { lastInstantOf } from "./window.ts";

type Store = { storeId: string; origin: string };

export const LIST_PATH = "/warehouse/return/list";

const DAY = 86_400_000;

/** So many returns of a bare list are looked for at once. */
const AT_ONCE = 250;
/** So much of returns is loaded at once. */
const LOADED_BYTES = 512 * 1024;
/** A page ends early behind the return with which it is longer than this. */
const MAX_PAGE_BYTES = 10 * 1024 * 1024;

/** The JSON text of a page of returns, with the addresses of the pages beside it. */
export async function* pageText(ctx: Ctx, store: Store, request: ListRequest): AsyncGenerator<string> {
  const { at, found, next, previous } = await readPage(ctx, store.storeId, request);
  let bytes = 0;
  let last: ListKey | undefined;
  let following = next;
  let separator = '{"returns":[';
  for await (const { one, text } of shown(ctx, store, request.question, found)) {
    if (last && bytes > MAX_PAGE_BYTES) {
      following = { ...at, key: last.key, backwards: false };
      break;
    }
    for await (const piece of text) {
      bytes += utf8Bytes(piece);
      yield separator + piece;
      separator = "";
    }
    separator ||= ",";
    last = one;
  }
  const address = (place: Place | undefined) =>
    JSON.stringify(place ? addressOf(store.origin, request, place) : null);
  const beginning = bytes === 0 ? '{"returns":[' : "";
  yield `${beginning}],"nextPageUrl":${address(following)},"previousPageUrl":${address(previous)}}`;
}

/**
 * Every return that is request for, as the JSON text of one array: what is kept in memory doesn't grow with
 * it.
 */
export async function* listText(ctx: Ctx, store: Store, request: ListRequest): AsyncGenerator<string> {
  let place: Place | undefined = request.place;
  let separator = "[";
  let isEmpty = true;
  while (place) {
    const { found, next } = await readPage(ctx, store.storeId, { ...request, place, size: AT_ONCE });
    for await (const { text } of shown(ctx, store, request.question, found)) {
      for await (const piece of text) {
        yield separator + piece;
        separator = "";
        isEmpty = false;
      }
      if (!isEmpty) separator = ",";
    }
    place = next;
  }
  yield isEmpty ? "[]" : "]";
}

type Shown = { one: ListKey; text: AsyncGenerator<string> };

/** Returns as texts, each loaded with those beside it and made when it is request for. */
async function* shown(
  ctx: Ctx,
  { storeId, origin }: Store,
  { field, window }: ListFilter,
  found: ListKey[],
): AsyncGenerator<Shown> {
  // What has changed since its key was read may belong to the next window by now.
  const until = field === "updated_at" && window.to ? lastInstantOf(window.to) : undefined;
  const pace = createYielder();
  for (const slice of slicesByBytes(found, LOADED_BYTES)) {
    const ids = slice.map(({ id }) => id);
    const records = new Map(
      (await loadForWarehouse(ctx, storeId, ids)).map((record) => [record.row.id, record]),
    );
    for (const one of slice) {
      const record = records.get(one.id);
      records.delete(one.id);
      if (record && (until === undefined || record.row.updatedAt <= until)) {
        yield { one, text: streamJson(await listView(record, origin)) };
      }
      await pace();
    }
  }
}

/** It needs nothing else, and a client that reads `+` as a space reads it right. */
function addressOf(origin: string, { question, size }: ListRequest, place: Place): string {
  const { field, state, window } = question;
  const parameters = {
    from: phpDateTime(window.from),
    to: phpDateTime(window.to ?? new Date(window.from.getTime() + DAY)),
    filter: field,
    ...(state && { state }),
    paginate: "true",
    pageSize: String(size),
    cursor: writeCursor({ question, place, size }),
  };
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${origin}${WAREHOUSE.below}${LIST_PATH}?${query.join("&")}`;
}
