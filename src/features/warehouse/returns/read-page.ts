import type { Ctx } from "../../../core/ctx.ts";
import type { ListPosition, WarehouseFilter } from "./cursor.ts";
import { keysAfter, type ListKey, takeSnapshot } from "./list-page.ts";
import type { ListRequest } from "./list-query.ts";

export type FoundKeys = {
  at: ListPosition;
  keys: ListKey[];
  next: ListPosition | undefined;
  previous: ListPosition | undefined;
};

/** A `to` this close to now counts as now: a client's clock may be behind. */
const NOW_TOLERANCE_MS = 300_000;

/**
 * Returns a page of the list, newest first. By `created_at` every return is listed once. By `updated_at` a
 * return that changes while the client reads the pages moves, so it is repeated at the end.
 */
export async function readPage(
  ctx: Ctx,
  storeId: string,
  { filter, position, size }: Pick<ListRequest, "filter" | "position" | "size">,
): Promise<FoundKeys> {
  const at = { ...position, start: position.start ?? (await startOf(ctx, storeId, filter, position)) };
  const keys = await keysAfter(ctx, storeId, filter, at, size + 1);
  const hasMore = keys.length > size;
  const page = at.backwards ? keys.slice(0, size).reverse() : keys.slice(0, size);
  return {
    at,
    keys: page,
    next: await nextOf(ctx, storeId, filter, { at, page, hasMore }),
    previous: previousOf(at, page, hasMore),
  };
}

/**
 * Returns the snapshot of the first page; undefined if the filter is `created_at` or the window ends in the
 * past.
 */
async function startOf(ctx: Ctx, storeId: string, { field, window }: WarehouseFilter, { key }: ListPosition) {
  if (key || field === "created_at") return undefined;
  const isPast = window.to !== undefined && window.to.getTime() < ctx.now().getTime() - NOW_TOLERANCE_MS;
  return isPast ? undefined : takeSnapshot(ctx, storeId);
}

type ReadPage = { at: ListPosition; page: ListKey[]; hasMore: boolean };

async function nextOf(
  ctx: Ctx,
  storeId: string,
  filter: WarehouseFilter,
  { at, page, hasMore }: ReadPage,
): Promise<ListPosition | undefined> {
  if (at.backwards || hasMore) return { ...at, key: page.at(-1)?.key ?? at.key, backwards: false };
  if (at.part === "changed" || !at.start) return undefined;
  const changed: ListPosition = { ...at, part: "changed", key: undefined };
  const [first] = await keysAfter(ctx, storeId, filter, changed, 1);
  return first && changed;
}

function previousOf(at: ListPosition, page: ListKey[], hasMore: boolean): ListPosition | undefined {
  const hasPrevious = at.backwards ? hasMore : at.key !== undefined;
  if (hasPrevious) return { ...at, key: page[0]?.key ?? at.key, backwards: true };
  return at.part === "changed" ? { ...at, part: "window", key: undefined, backwards: true } : undefined;
}
