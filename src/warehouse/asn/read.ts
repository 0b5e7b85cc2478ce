import type { Ctx } from "../../ctx.ts";
import { detailsOf, type ReturnDetails } from "./details.ts";
import { type AsnMark, type FoundItem, itemsBehind } from "./items.ts";
import type { AsnItem } from "./row-view.ts";
import type { AsnWindow } from "./window.ts";

export type AsnSlice = { units: { item: AsnItem; unit: number }[]; mark: AsnMark };

type Item = FoundItem & AsnItem;

/** So many items are read at once, and so many units given at once, however many an item has. */
const SLICE = 200;
/** Fewer where their texts are long. */
const SLICE_CHARACTERS = 500_000;

/**
 * After so many slices their memory is given back. Left alone the runtime waits for twice of what it holds
 * anyway.
 */
const FREED_AFTER = 7;

/**
 * The units returned in a window behind `mark`, of the newest return first. Every slice comes from statements
 * of its own: nobody who reads slowly keeps a transaction open, and no slice is read before it is asked for.
 * What a return and its order say is read once, however many slices the return's items fill.
 */
export async function* readAsn(
  ctx: Ctx,
  storeId: string,
  window: AsnWindow,
  mark?: AsnMark,
): AsyncGenerator<AsnSlice> {
  const withDetails = createReader(ctx, storeId);
  let behind = mark;
  for (let read = 1; ; read++) {
    if (read % FREED_AFTER === 0) ctx.freeMemory();
    const items = await itemsBehind(ctx, storeId, { window, behind, limit: SLICE });
    for await (const part of withDetails(items)) {
      for (const slice of slicesOf(part, behind)) {
        behind = slice.mark;
        yield slice;
      }
    }
    const last = items.at(-1);
    if (last === undefined || items.length < SLICE) return;
    behind = markIn(last, Number.MAX_SAFE_INTEGER);
  }
}

/**
 * Adds to items what their returns say, in parts that fit into memory. The last return is kept: the next
 * slice may begin in it.
 */
function createReader(ctx: Ctx, storeId: string): (items: FoundItem[]) => AsyncGenerator<Item[]> {
  let known = new Map<string, ReturnDetails>();
  let atOnce = SLICE;
  return async function* (items) {
    let rest = items;
    while (rest.length > 0) {
      const missing = [...new Set(rest.map(({ serviceId }) => serviceId))].filter((id) => !known.has(id));
      const read = await detailsOf(ctx, storeId, missing.slice(0, atOnce));
      // Where documents are large, no more of them are looked at than are likely to fit.
      atOnce = Math.min(SLICE, Math.max(1, 2 * read.size));
      for (const [id, details] of read) known.set(id, details);

      const part: Item[] = [];
      for (const item of rest) {
        const details = known.get(item.serviceId);
        if (!details) break;
        part.push({ ...item, ...details.of(item) });
      }
      const last = part.at(-1);
      // A return that is gone since takes its items along.
      if (!last) return;
      yield part;
      rest = rest.slice(part.length);
      known = new Map([...known].filter(([id]) => id === last.serviceId));
    }
  };
}

/** An item may have many units. */
function* slicesOf(items: Item[], behind: AsnMark | undefined): Generator<AsnSlice> {
  let units: AsnSlice["units"] = [];
  let characters = 0;
  let mark: AsnMark | undefined;
  for (const item of items) {
    const length = charactersIn(item);
    for (const unit of unitsBehind(item, behind)) {
      units.push({ item, unit });
      characters += length;
      mark = markIn(item, unit);
      if (units.length < SLICE && characters < SLICE_CHARACTERS) continue;
      yield { units, mark };
      units = [];
      characters = 0;
    }
  }
  if (mark && units.length > 0) yield { units, mark };
}

function charactersIn(item: Item): number {
  const { itemIds: _, ...shipment } = item.shipment ?? {};
  let characters = 0;
  for (const value of [...Object.values(item), ...Object.values(shipment)]) {
    if (typeof value === "string") characters += value.length;
  }
  return characters;
}

function* unitsBehind(item: FoundItem, behind: AsnMark | undefined): Generator<number> {
  const isBegun = item.serviceId === behind?.returnId && item.position === behind.position;
  const first = isBegun ? behind.unit + 1 : 0;
  for (const [from, to] of item.units) {
    for (let unit = Math.max(from, first); unit < to; unit++) yield unit;
  }
}

function markIn({ createdAtKey, serviceId, position, itemId }: FoundItem, unit: number): AsnMark {
  return { createdAt: createdAtKey, returnId: serviceId, position, itemId, unit };
}
