import type { Ctx } from "../../ctx.ts";
import type { AsnMark } from "../../db/tables/asn.ts";
import { detailsOf, type ReturnDetails } from "./details.ts";
import { type FoundItem, itemsAfter } from "./items.ts";
import type { AsnItem } from "./row-view.ts";
import type { AsnWindow } from "./window.ts";

export type AsnSlice = { units: { item: AsnItem; unit: number }[]; mark: AsnMark };

type Item = FoundItem & AsnItem;

/** The maximum number of items per query, and of units per slice. */
const SLICE_ROWS = 200;
/** The maximum length of the strings of a slice. */
const SLICE_CHARACTERS = 500_000;

/** Memory is freed after this many slices: the runtime alone waits until its heap has doubled. */
const FREE_MEMORY_AFTER_SLICES = 7;

/**
 * Yields the units returned in a window after `mark`, newest return first. Each slice is read on demand with
 * statements of its own, so that a slow client keeps no transaction open. The documents of a return and its
 * order are read once.
 */
export async function* readAsn(
  ctx: Ctx,
  storeId: string,
  window: AsnWindow,
  mark?: AsnMark,
): AsyncGenerator<AsnSlice> {
  const withDetails = createReader(ctx, storeId);
  let after = mark;
  for (let read = 1; ; read++) {
    if (read % FREE_MEMORY_AFTER_SLICES === 0) ctx.freeMemory();
    const items = await itemsAfter(ctx, storeId, { window, after, limit: SLICE_ROWS });
    for await (const part of withDetails(items)) {
      for (const slice of slicesOf(part, after)) {
        after = slice.mark;
        yield slice;
      }
    }
    const last = items.at(-1);
    if (last === undefined || items.length < SLICE_ROWS) return;
    after = markAt(last, Number.MAX_SAFE_INTEGER);
  }
}

/**
 * Returns a function that adds the details to items, in parts that fit into memory. Caches the last return
 * for the next slice.
 */
function createReader(ctx: Ctx, storeId: string): (items: FoundItem[]) => AsyncGenerator<Item[]> {
  let cache = new Map<string, ReturnDetails>();
  let batchSize = SLICE_ROWS;
  return async function* (items) {
    let rest = items;
    while (rest.length > 0) {
      const missing = [...new Set(rest.map(({ serviceId }) => serviceId))].filter((id) => !cache.has(id));
      const read = await detailsOf(ctx, storeId, missing.slice(0, batchSize));
      // With large documents, request only as many as are likely to fit.
      batchSize = Math.min(SLICE_ROWS, Math.max(1, 2 * read.size));
      for (const [id, details] of read) cache.set(id, details);

      const part: Item[] = [];
      for (const item of rest) {
        const details = cache.get(item.serviceId);
        if (!details) break;
        part.push({ ...item, ...details.of(item) });
      }
      const last = part.at(-1);
      // The return was deleted since its items were read: skip them.
      if (!last) return;
      yield part;
      rest = rest.slice(part.length);
      cache = new Map([...cache].filter(([id]) => id === last.serviceId));
    }
  };
}

/** Splits the units of items into slices. */
function* slicesOf(items: Item[], after: AsnMark | undefined): Generator<AsnSlice> {
  let units: AsnSlice["units"] = [];
  let characters = 0;
  let mark: AsnMark | undefined;
  for (const item of items) {
    const length = characterCount(item);
    for (const unit of unitsAfter(item, after)) {
      units.push({ item, unit });
      characters += length;
      mark = markAt(item, unit);
      if (units.length < SLICE_ROWS && characters < SLICE_CHARACTERS) continue;
      yield { units, mark };
      units = [];
      characters = 0;
    }
  }
  if (mark && units.length > 0) yield { units, mark };
}

function characterCount(item: Item): number {
  const { itemIds: _, ...shipment } = item.shipment ?? {};
  let characters = 0;
  for (const value of [...Object.values(item), ...Object.values(shipment)]) {
    if (typeof value === "string") characters += value.length;
  }
  return characters;
}

function* unitsAfter(item: FoundItem, after: AsnMark | undefined): Generator<number> {
  const isStarted = item.serviceId === after?.returnId && item.position === after.position;
  const first = isStarted ? after.unit + 1 : 0;
  for (const [from, to] of item.units) {
    for (let unit = Math.max(from, first); unit < to; unit++) yield unit;
  }
}

function markAt({ createdAtKey, serviceId, position, itemId }: FoundItem, unit: number): AsnMark {
  return { createdAt: createdAtKey, returnId: serviceId, position, itemId, unit };
}
