import type { Ctx } from "../ctx.ts";
import { rawInstantText } from "../db/instant-text.ts";
import { preparedByKey } from "../db/prepared.ts";
import { type FoundPage, type KeyRow, keyOf, MAX_LOADED_BYTES, type SizedRow } from "../http/fill-page.ts";
import { nextPage, type Page, toPage } from "../http/paging.ts";
import { endsAtCursor } from "./ends-at-cursor.ts";
import { allOf, COUNT, countOf, FIRST_VALUE, type ListFilter, newestOf } from "./list-filter.ts";

/** Matches of a filter are counted up to this number. */
export const MAX_COUNTED = 1_000;
/** A page ends early, with a cursor, after it has compared this many rows with the other filters. */
export const MAX_COMPARED = 1_000;

/** A list of a store's rows, newest first. All of it is SQL. */
export type FilteredList<Name extends string> = {
  name: string;
  /** The table, which has the columns `id` and `created_at`. */
  table: string;
  /** Joins after the table, for `record`. */
  joins: string;
  /** Whether a row is small enough to be read as one value. */
  fits: string;
  /** The record of a row that fits, as text. */
  record: string;
  /** The estimated bytes of another row in a response. */
  bytes: string;
  /** In order of preference. */
  filters: Record<Name, ListFilter>;
};

/** `record` is null for a large row, and for rows after the first ones that fill the memory of a page. */
export type RecordRow = SizedRow & { record: string | null };

/** Which part of the list is read. `from` is inclusive, `until` exclusive. */
export type TimeRange = { from?: Date | undefined; until?: Date | undefined };

type Asked<Name extends string> = { values: Values<Name>; page: Page; range: TimeRange };
/** The values of the filters that are given. */
export type Values<Name extends string> = Partial<Record<Name, unknown[]>>;

const ALL = "all";

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
    const { find, findLast } = statementsOf.get(name) as Statements;
    const isExact = streams.length === 1 && given.every((each) => each === streams[0]);
    const compared = isExact ? page.size + 1 : MAX_COMPARED;
    const all = names.flatMap((name) => valuesOf(filters, name, values));
    const rows = await find(ctx.db, ...head, compared, ...all, page.size + 1);
    const result = { ...toPage(rows, page, keyOf), keyOf };
    if (isExact || rows.length > page.size) return result;
    const own = name === ALL ? [] : valuesOf(filters, name, values);
    const [last] = await findLast(ctx.db, ...head, compared, ...own);
    return last ? { rows, headers: nextPage(page, keyOf(last)), keyOf } : result;
  };
}

type Statements = {
  /** The rows of a page. */
  find: ReturnType<typeof preparedByKey<RecordRow>>;
  /** Returns the last row that was compared, when the limit of compared rows was reached. */
  findLast: ReturnType<typeof preparedByKey<KeyRow>>;
};

function createStatements(
  { name, table, joins, fits, record, bytes }: FilteredList<string>,
  filters: Record<string, ListFilter>,
  streamName: string,
): Statements {
  const names = Object.keys(filters).filter((name) => name !== ALL);
  const params = paramsOf(filters, names);
  const size = `$${FIRST_VALUE + names.flatMap((name) => filters[name]?.types ?? []).length}::bigint`;
  const stream = filters[streamName] as ListFilter;
  const others = names.filter((name) => name !== streamName);
  const matches = others.map((name) => {
    const values = params.get(name) ?? [];
    return `and (${values[0]} is null or ${filters[name]?.match(...values)})`;
  });
  const key = `${name}_by_${streamName}`;
  return {
    find: preparedByKey(
      key,
      `select id, ${rawInstantText("at")} as at, bytes, case when total <= ${MAX_LOADED_BYTES} then record end as record
       from (
         select id, at, record, coalesce(octet_length(record), bytes)::float8 as bytes,
           sum(coalesce(octet_length(record), bytes)) over (order by at desc, id desc rows unbounded preceding) as total
         from (
           select stream.at, stream.id, case when ${fits} then ${record} end as record,
             case when not ${fits} then ${bytes} end as bytes
           from (${newestOf(stream, params.get(streamName) ?? [])}) as stream
           cross join lateral (
             select * from ${table} where store_id = $1 and id = stream.id ${matches.join(" ")} limit 1
           ) as ${table} ${joins}
           order by stream.at desc, stream.id desc limit ${size}
         ) as found
       ) as sized
       order by sized.at desc, id desc`,
    ),
    findLast: preparedByKey(
      `${key}_last`,
      `select ${rawInstantText("stream.at")} as at, id
       from (${newestOf(stream, paramsOf(filters, [streamName]).get(streamName) ?? [])}) as stream
       order by stream.at desc, id desc limit 1 offset ${COUNT} - 1`,
    ),
  };
}

/** SQL for how many rows match each of the filters that are given, in the range and up to a number. */
function countsOf(filters: Record<string, ListFilter>): string {
  const params = paramsOf(filters, Object.keys(filters));
  const counts = Object.entries(filters).map(([name, filter]) => {
    const values = params.get(name) ?? [];
    const count = filter.stream ? `(${countOf(filter, values)})` : "null";
    return `case when ${values[0]} is not null then ${count} end`;
  });
  return `select array[${counts.join(", ")}]::int[] as counts`;
}

/** The parameters of each filter's values. */
function paramsOf(filters: Record<string, ListFilter>, names: string[]): Map<string, string[]> {
  let number = FIRST_VALUE;
  return new Map(
    names.map((name) => [name, (filters[name]?.types ?? []).map((type) => `$${number++}::${type}`)]),
  );
}

function valuesOf(filters: Record<string, ListFilter>, name: string, values: Values<string>): unknown[] {
  return (filters[name]?.types ?? []).map((_, i) => values[name]?.[i] ?? null);
}

function boundsOf({ from, until }: TimeRange, cursor: string[] | undefined): [string, string, string] {
  const [at, id] = endsAtCursor({ until, cursor }) ? [cursor?.[0], cursor?.[1]] : [until?.toISOString()];
  return [from?.toISOString() ?? "-infinity", at ?? "infinity", id ?? ""];
}
