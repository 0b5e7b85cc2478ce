import type { Ctx } from "../../../core/ctx.ts";
import { afterEach } from "../../../lib/after-each.ts";
import { createYielder } from "../../../lib/yielder.ts";
import type { AsnMark } from "../../../platform/db/tables/asn.ts";
import { detailsOf, type ReturnDetails } from "./details.ts";
import { type FoundItem, itemsAfter } from "./items.ts";
import { type RowParts, rowText } from "./row-view.ts";
import type { AsnWindow } from "./window.ts";

/** Rows of the report as JSON, and the position after them. */
export type AsnSlice = { rows: string[]; mark: AsnMark };

/** `sliceRows` is the maximum number of rows per slice. */
export type AsnReading = { window: AsnWindow; mark?: AsnMark | undefined; sliceRows: number };

type Item = { item: FoundItem; parts: RowParts };

/** The maximum number of items per query. */
const MAX_ITEMS = 200;
/** The maximum number of returns whose details are read at once. */
const MAX_RETURNS = 100;
/**
 * Memory is freed after this many rows. Until the heap has doubled, the runtime alone doesn't free values
 * that were in use when it last collected garbage.
 */
const FREE_MEMORY_AFTER_ROWS = 1_500;
/** The length of the rows after which a slice ends. */
const SLICE_CHARACTERS = 250_000;

/**
 * Yields the rows of the units returned in a window after `mark`, newest return first. Each slice is read on
 * demand with statements of its own, so that a slow client keeps no transaction open. The documents of a
 * return and its order are read once.
 */
export async function* readAsn(
  ctx: Ctx,
  storeId: string,
  { window, mark, sliceRows }: AsnReading,
): AsyncGenerator<AsnSlice> {
  const withDetails = createReader(ctx, storeId);
  // A return may have 100,000 units, and a stream that is read as fast as it is written never waits.
  const yieldNow = createYielder();
  let after = mark;
  const count = afterEach(FREE_MEMORY_AFTER_ROWS, ctx.freeMemory);
  for (;;) {
    let rows = 0;
    const items = await itemsAfter(ctx, storeId, { window, after, limit: MAX_ITEMS });
    for await (const part of withDetails(items)) {
      for (const slice of slicesOf(part, after, sliceRows)) {
        after = slice.mark;
        rows += slice.rows.length;
        yield slice;
        await yieldNow();
      }
    }
    const last = items.at(-1);
    if (last === undefined || items.length < MAX_ITEMS) return;
    after = markAt(last, Number.MAX_SAFE_INTEGER);
    count(rows);
  }
}

/**
 * Returns a function that adds the details to items, in parts that fit into memory. Caches the last return
 * for the next slice.
 */
function createReader(ctx: Ctx, storeId: string): (items: FoundItem[]) => AsyncGenerator<Item[]> {
  let cache = new Map<string, ReturnDetails>();
  let batchSize = MAX_RETURNS;
  return async function* (items) {
    let rest = items;
    while (rest.length > 0) {
      const missing = [...new Set(rest.map(({ returnId }) => returnId))].filter((id) => !cache.has(id));
      const read = await detailsOf(ctx, storeId, missing.slice(0, batchSize));
      // With large documents, request only as many as are likely to fit.
      batchSize = Math.min(MAX_RETURNS, Math.max(1, 2 * read.size));
      for (const [id, details] of read) cache.set(id, details);

      const part: Item[] = [];
      for (const item of rest) {
        const details = cache.get(item.returnId);
        if (!details) break;
        part.push({ item, parts: details(item) });
      }
      const last = part.at(-1);
      if (!last) {
        // The first return is always read, unless it was removed since its items were read.
        const removed = rest[0]?.returnId;
        rest = rest.filter(({ returnId }) => returnId !== removed);
        continue;
      }
      yield part;
      rest = rest.slice(part.length);
      cache = new Map([...cache].filter(([id]) => id === last.item.returnId));
    }
  };
}

/** Splits the rows of items into slices. */
function* slicesOf(items: Item[], after: AsnMark | undefined, sliceRows: number): Generator<AsnSlice> {
  let rows: string[] = [];
  let characters = 0;
  let mark: AsnMark | undefined;
  for (const { item, parts } of items) {
    for (const unit of unitsAfter(item, after)) {
      const row = rowText(parts, item, unit);
      rows.push(row);
      characters += row.length;
      mark = markAt(item, unit);
      if (rows.length < sliceRows && characters < SLICE_CHARACTERS) continue;
      yield { rows, mark };
      rows = [];
      characters = 0;
    }
  }
  if (mark && rows.length > 0) yield { rows, mark };
}

function* unitsAfter(item: FoundItem, after: AsnMark | undefined): Generator<number> {
  const isStarted = item.returnId === after?.returnId && item.position === after.position;
  const first = isStarted ? after.unit + 1 : 0;
  for (const [from, to] of item.units) {
    for (let unit = Math.max(from, first); unit < to; unit++) yield unit;
  }
}

function markAt({ createdAtKey, returnId, position, itemId }: FoundItem, unit: number): AsnMark {
  return { createdAt: createdAtKey, returnId, position, itemId, unit };
}
