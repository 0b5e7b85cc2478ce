import type { Ctx } from "../ctx.ts";
import type { Total } from "../http/count-included.ts";
import type { FoundPage } from "../http/fill-page.ts";
import { nextPage, type Page, type PagedList, toPage } from "../http/paging.ts";
import type { ListFilter } from "./list-filter.ts";
import { boundsOf, cursorOf, type ListRange } from "./list-key.ts";
import { ALL, createStatements, type List, type Statements } from "./list-statements.ts";

/** Matches of a filter are counted up to this number. */
export const MAX_COUNTED = 1_000;
/** A page ends early, with a cursor, after it has compared this many rows with the other filters. */
export const MAX_COMPARED = 1_000;
/** A list's matches are counted up to this number, of rows that are compared with several filters up to the second one. */
const MAX_TOTAL = 10_000;
const MAX_TOTAL_COMPARED = 2_000;

/** `bytes` estimates the size of a row in a response; 0 if the list doesn't. */
export type ListRow<Row> = { id: string; key: unknown[]; bytes: number; record: Row };

/** The record of a large row is null, as are those of rows after the first ones that fill the memory of a page. */
export type RecordRow = ListRow<unknown[] | null>;

/** The values of the filters that are given. */
export type Values<Name extends string> = Partial<Record<Name, unknown[] | undefined>>;
type Which<Name extends string> = { values?: Values<Name>; range?: ListRange };
type Asked<Name extends string> = Which<Name> & { page: Page };

export type PagedRows<Name extends string, Row> = PagedList & {
  find(ctx: Ctx, storeId: string, asked: Asked<Name>): Promise<FoundPage<ListRow<Row>>>;
  /** Counts the rows of all pages. */
  count(ctx: Ctx, storeId: string, which: Which<Name>): Promise<Total>;
};

/**
 * Returns a list, whose `find` returns the rows of a page that match every filter. It reads the rows of the filter
 * with the fewest matches and compares each with the other filters, at most 1,000, so a request costs the same
 * however rare the matches are; then the page ends early with a cursor, perhaps without a row. With at most one
 * filter it is one statement, with several there is one before that counts.
 */
export function createList<Name extends string = never, Row = unknown[] | null>(
  list: List<Name, Row>,
): PagedRows<Name, Row> {
  const { maxCompared = MAX_COMPARED, key, retained } = list;
  const names: string[] = Object.keys(list.filters);
  const { filters, countMatches, of: statementsOf } = createStatements(list);

  async function fewest(
    ctx: Ctx,
    streams: string[],
    head: (count: number) => unknown[],
    values: Values<string>,
  ) {
    const sorted = streams.find((name) => !filters[name]?.isUnordered) ?? ALL;
    if (streams.length === 1) return sorted;
    const isCounted = streams.includes(ALL);
    const [row] = await countMatches(ctx.db, ...head(MAX_COUNTED), ...allOf(values), isCounted ? true : null);
    let [best, least] = [sorted, MAX_COUNTED];
    for (const [i, name] of [...names, ALL].entries()) {
      const count = row?.counts[i] ?? MAX_COUNTED;
      if (count < least) [best, least] = [name, count];
    }
    return best;
  }

  const keyOf = (row: { key: unknown[] }) => cursorOf(key, row.key);
  const pageOf = (rows: ListRow<Row>[], page: Page) => ({ ...toPage(rows, page, keyOf), keyOf });
  const allOf = (values: Values<string>) => names.flatMap((name) => valuesOf(filters, name, values));

  /** Returns the filter whose rows are read, and whether there is no other. */
  async function chosen(
    ctx: Ctx,
    storeId: string,
    { values = {} as Values<Name>, range = {} }: Which<Name>,
    cursor?: string[],
  ) {
    const bounds: unknown[] = boundsOf(key, range, cursor);
    if (retained) bounds.push(ctx.config.retention[retained.kind] ?? null);
    const head = (count: number) => [storeId, count, ...bounds];
    const given = names.filter((name) => values[name as Name] !== undefined);
    const streams = given.filter((name) => filters[name]?.stream);
    if (!streams.some((name) => !filters[name]?.isUnordered)) streams.push(ALL);
    const name = await fewest(ctx, streams, head, values);
    const isOnly = streams.length === 1 && given.every((each) => each === streams[0]);
    return { name, head, isOnly, statements: statementsOf.get(name) as Statements };
  }

  return {
    name: list.name,
    key: key.columns.map(([, type]) => type),
    find: async (ctx, storeId, { page, ...which }) => {
      const { values = {} as Values<Name> } = which;
      const { name, head, isOnly, statements } = await chosen(ctx, storeId, which, page.cursor);
      const own = name === ALL ? [] : valuesOf(filters, name, values);
      if (isOnly) {
        const [found] = await statements.findExact(ctx.db, ...head(page.size + 1), ...own);
        return pageOf(rowsOf(list, found), page);
      }
      const [found] = await statements.find(ctx.db, ...head(maxCompared), ...allOf(values), page.size + 1);
      const rows = rowsOf(list, found);
      if (rows.length > page.size || filters[name]?.isUnique) return pageOf(rows, page);
      const [last] = await statements.findLast(ctx.db, ...head(maxCompared), ...own);
      if (!last) return pageOf(rows, page);
      return { rows, headers: nextPage(page, keyOf(last)), keyOf };
    },
    count: async (ctx, storeId, which) => {
      const { head, isOnly, statements } = await chosen(ctx, storeId, which);
      const most = isOnly ? MAX_TOTAL : MAX_TOTAL_COMPARED;
      const [row] = await statements.count(ctx.db, ...head(most + 1), ...allOf(which.values ?? {}));
      const { matched = 0, compared = 0 } = row ?? {};
      return { count: Math.min(matched, most), isAtLeast: compared > most };
    },
  };
}

type Read = [key: unknown[], bytes: number | null, record: unknown[] | null];

function rowsOf<Row>({ row }: List<string, Row>, found: { rows: string | null } | undefined): ListRow<Row>[] {
  const all = JSON.parse(`[${found?.rows ?? ""}]`) as Read[];
  return all.map(([values, bytes, record]) => ({
    id: String(values.at(-1)),
    key: values,
    bytes: bytes ?? 0,
    record: (row?.read ? row.read(record ?? []) : record) as Row,
  }));
}

function valuesOf(filters: Record<string, ListFilter>, name: string, values: Values<string>): unknown[] {
  return (filters[name]?.types ?? []).map((_, i) => values[name]?.[i] ?? null);
}
