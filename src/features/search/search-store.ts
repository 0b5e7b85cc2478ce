import type { Ctx } from "../../core/ctx.ts";
import type { ScopedCaller } from "../../core/http/request-context.ts";
import { findMatches, type Match, type Types } from "./find-matches.ts";
import { findRelated } from "./find-related.ts";
import { type Found, loadResults } from "./load-results.ts";
import { resultView } from "./result-view.ts";
import { MAX_RESULTS, type SearchResult } from "./schema.ts";
import { searchedOf } from "./searched.ts";

/**
 * Returns the store's orders, returns, customers and withdrawals that a text matches, of the types that the caller's scopes
 * include: at most 20, each once. First come the exact matches and what belongs to them, then those that begin
 * with the text and what belongs to these.
 */
export async function searchStore(ctx: Ctx, caller: ScopedCaller, q: string): Promise<SearchResult[]> {
  const { storeId } = caller;
  const sees = typesFor(caller);
  const matches = await findMatches(ctx.db, storeId, searchedOf(q), sees);
  const found = await withRelated(ctx, storeId, matches, sees);
  const loaded = await loadResults(ctx.db, storeId, found);
  return found.flatMap((each) => resultView(each, loaded, caller) ?? []);
}

function typesFor({ scopes }: ScopedCaller): Types {
  return {
    order: scopes.includes("orders_read"),
    return: scopes.includes("returns_read"),
    customer: scopes.includes("customers_read"),
    withdrawal: scopes.includes("returns_read"),
  };
}

async function withRelated(ctx: Ctx, storeId: string, matches: Match[], sees: Types): Promise<Found[]> {
  const exact = matches.filter(({ isExact }) => isExact);
  const others = matches.filter(({ isExact }) => !isExact);
  const visible = (all: Match[]) => distinct(all.filter(({ type }) => sees[type]));
  // What belongs to matches that fill the response alone is not read.
  const hasRoom = [visible(exact), visible(matches)].map(({ length }) => length < MAX_RESULTS);
  const anchors = [...(hasRoom[0] ? exact : []), ...(hasRoom[1] ? others : [])];
  const related = await findRelated(ctx.db, storeId, anchors, sees);
  const relatedTo = (isExact: boolean) =>
    related.filter(({ position }) => anchors[position]?.isExact === isExact);
  return distinct([...visible(exact), ...relatedTo(true), ...visible(others), ...relatedTo(false)]).slice(
    0,
    MAX_RESULTS,
  );
}

/** Returns each object once, at its first place. */
function distinct(all: Found[]): Found[] {
  return [...Map.groupBy(all, ({ type, id }) => `${type} ${id}`).values()].flatMap(([first]) => first ?? []);
}
