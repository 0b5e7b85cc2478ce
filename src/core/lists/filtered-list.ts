import { preparedByKey } from "../../platform/db/prepared.ts";
import type { Ctx } from "../ctx.ts";
import type { FoundPage, KeyRow, SizedRow } from "../http/fill-page.ts";
import { nextPage, type Page, toPage } from "../http/paging.ts";
import { endsAtCursor } from "./ends-at-cursor.ts";
import { allOf, type ListFilter } from "./list-filter.ts";
import {
  ALL,
  countsOf,
  createStatements,
  type FilteredList,
  type RowsText,
  type Statements,
} from "./list-statements.ts";

/** Matches of a filter are counted up to this number. */
export const MAX_COUNTED = 1_000;
/** A page ends early, with a cursor, after it has compared this many rows with the other filters. */
export const MAX_COMPARED = 1_000;

/** `record` is null for a large row, and for rows after the first ones that fill the memory of a page. */
export type RecordRow = SizedRow & { record: unknown[] | null };

/** Which part of the list is read. `from` is inclusive, `until` exclusive. */
export type TimeRange = { from?: Date | undefined; until?: Date | undefined };

type Asked<Name extends string> = { values: Values<Name>; page: Page; range: TimeRange };
/** The values of the filters that are given. */
export type Values<Name extends string> = Partial<Record<Name, unknown[]>>;

/** The time is not in the form of cursors: few rows of a page are in one. */
function keyOf({ at, id }: KeyRow): string[] {
  return [new Date(at).toISOString(), id];
}

/**
 * Returns a function that finds the rows of a page that match every filter. It reads the rows of the filter
 * with the fewest matches and compares each with the other filters, at most 1,000, so a request costs the same
 * however rare the matches are; then the page ends early with a cursor, perhaps without a row. With at most one
 * filter it is one statement, with several there is one before that counts.
 */
export function createFilteredList<Name extends string>(
  list: FilteredList<Name>,
): (ctx: Ctx, storeId: string, asked: Asked<Name>) => Promise<FoundPage<RecordRow>> {
  const filters: Record<string, ListFilter> = { ...list.filters, [ALL]: allOf(list.table) };
  const names = Object.keys(list.filters);
  const withStream = [...names, ALL].filter((name) => filters[name]?.stream);
  const statementsOf = new Map(withStream.map((name) => [name, createStatements(list, filters, name)]));
  const countMatches = preparedByKey<{ counts: (number | null)[] }>(`${list.name}_counts`, countsOf(filters));

  async function fewest(ctx: Ctx, streams: string[], head: unknown[], values: Values<string>) {
    const sorted = streams.find((name) => !filters[name]?.isUnordered) ?? ALL;
    if (streams.length === 1) return sorted;
    const given = names.flatMap((name) => valuesOf(filters, name, values));
    const isCounted = streams.includes(ALL);
    const [row] = await countMatches(ctx.db, ...head, MAX_COUNTED, ...given, isCounted ? true : null);
    let [best, least] = [sorted, MAX_COUNTED];
    for (const [i, name] of [...names, ALL].entries()) {
      const count = row?.counts[i] ?? MAX_COUNTED;
      if (count < least) [best, least] = [name, count];
    }
    return best;
  }

  return async (ctx, storeId, { values, page, range }) => {
    const given = names.filter((name) => values[name as Name] !== undefined);
    const streams = given.filter((name) => filters[name]?.stream);
    if (!streams.some((name) => !filters[name]?.isUnordered)) streams.push(ALL);
    const head = [storeId, ...boundsOf(range, page.cursor)];
    const name = await fewest(ctx, streams, head, values);
    const { find, findExact, findLast } = statementsOf.get(name) as Statements;
    const isExact = streams.length === 1 && given.every((each) => each === streams[0]);
    const own = name === ALL ? [] : valuesOf(filters, name, values);
    if (isExact) {
      const rows = rowsOf(await findExact(ctx.db, ...head, page.size + 1, ...own));
      return { ...toPage(rows, page, keyOf), keyOf };
    }
    const all = names.flatMap((name) => valuesOf(filters, name, values));
    const rows = rowsOf(await find(ctx.db, ...head, MAX_COMPARED, ...all, page.size + 1));
    const result = { ...toPage(rows, page, keyOf), keyOf };
    if (rows.length > page.size) return result;
    const [last] = await findLast(ctx.db, ...head, MAX_COMPARED, ...own);
    return last ? { rows, headers: nextPage(page, keyOf(last)), keyOf } : result;
  };
}

function rowsOf([found]: RowsText[]): RecordRow[] {
  const rows = JSON.parse(`[${found?.rows ?? ""}]`) as [string, string, number, unknown[] | null][];
  return rows.map(([id, at, bytes, record]) => ({ id, at, bytes, record }));
}

function valuesOf(filters: Record<string, ListFilter>, name: string, values: Values<string>): unknown[] {
  return (filters[name]?.types ?? []).map((_, i) => values[name]?.[i] ?? null);
}

function boundsOf({ from, until }: TimeRange, cursor: string[] | undefined): [string, string, string] {
  const [at, id] = endsAtCursor({ until, cursor }) ? [cursor?.[0], cursor?.[1]] : [until?.toISOString()];
  return [from?.toISOString() ?? "-infinity", at ?? "infinity", id ?? ""];
}
