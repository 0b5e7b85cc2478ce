import type { Ctx } from "../../ctx.ts";
import { begin, keysAfter, type ListKey } from "./list-page.ts";
import type { ListFilter, ListRequest, Place } from "./list-query.ts";

export type Page = { at: Place; found: ListKey[]; next: Place | undefined; previous: Place | undefined };

/** A client's clock may be that much behind when it asks up to now. */
const ABOUT_NOW = 300_000;

/**
 * A page of the list, the newest first. By the time of creation every return comes once, whatever changes. By
 * the time of the last change those that change while they are read leave their place: they come again behind
 * all others.
 */
export async function readPage(
  ctx: Ctx,
  storeId: string,
  { question, place, size }: Pick<ListRequest, "question" | "place" | "size">,
): Promise<Page> {
  const at = { ...place, began: place.began ?? (await beginning(ctx, question, place)) };
  const found = await keysAfter(ctx, storeId, question, at, size + 1);
  const more = found.length > size;
  const page = at.backwards ? found.slice(0, size).reverse() : found.slice(0, size);
  return {
    at,
    found: page,
    next: await nextOf(ctx, storeId, question, { at, page, more }),
    previous: previousOf(at, page, more),
  };
}

/**
 * What changes matters to a window by the last change that reaches to the present; nobody asks for more than
 * that.
 */
async function beginning(ctx: Ctx, { field, window }: ListFilter, { key }: Place) {
  if (key || field === "created_at") return undefined;
  const isPast = window.to !== undefined && window.to.getTime() < ctx.now().getTime() - ABOUT_NOW;
  return isPast ? undefined : begin(ctx);
}

type Read = { at: Place; page: ListKey[]; more: boolean };

async function nextOf(
  ctx: Ctx,
  storeId: string,
  question: ListFilter,
  { at, page, more }: Read,
): Promise<Place | undefined> {
  if (at.backwards || more) return { ...at, key: page.at(-1)?.key ?? at.key, backwards: false };
  if (at.part === "changed" || !at.began) return undefined;
  const changed: Place = { ...at, part: "changed", key: undefined };
  const [first] = await keysAfter(ctx, storeId, question, changed, 1);
  return first && changed;
}

function previousOf(at: Place, page: ListKey[], more: boolean): Place | undefined {
  const isBehindOthers = at.backwards ? more : at.key !== undefined;
  if (isBehindOthers) return { ...at, key: page[0]?.key ?? at.key, backwards: true };
  return at.part === "changed" ? { ...at, part: "window", key: undefined, backwards: true } : undefined;
}
