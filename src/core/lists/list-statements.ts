import { rawInstantText } from "../../platform/db/instant-text.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { type KeyRow, MAX_LOADED_BYTES } from "../http/fill-page.ts";
import { COUNT, countOf, FIRST_VALUE, type ListFilter, newestOf } from "./list-filter.ts";

/** The name of the filter that all rows match. */
export const ALL = "all";

/** A list of a store's rows, newest first. All of it is SQL. */
export type FilteredList<Name extends string> = {
  name: string;
  /** The table, which has the columns `id` and `created_at`. */
  table: string;
  /** Joins after the table, for `record`. */
  joins: string;
  /** Whether a row is small enough to be read as one value. */
  fits: string;
  /** The record of a row that fits, as the text of a JSON array. */
  record: string;
  /** The estimated bytes of another row in a response. */
  bytes: string;
  /** In order of preference. */
  filters: Record<Name, ListFilter>;
};

/** The rows are one value, which the driver and the parser read faster than one of each row. */
export type RowsText = { rows: string | null };

export type Statements = {
  /** The rows of a page that match all filters. */
  find: ReturnType<typeof preparedByKey<RowsText>>;
  /** The rows of a page if there is no filter but the stream's. */
  findExact: ReturnType<typeof preparedByKey<RowsText>>;
  /** Returns the last row that was compared, when the limit of compared rows was reached. */
  findLast: ReturnType<typeof preparedByKey<KeyRow>>;
};

/** Returns the statements that read the rows of one filter's stream. */
export function createStatements(
  list: FilteredList<string>,
  filters: Record<string, ListFilter>,
  streamName: string,
): Statements {
  const names = Object.keys(filters).filter((name) => name !== ALL);
  const params = paramsOf(filters, names);
  const ownParams = paramsOf(filters, [streamName]).get(streamName) ?? [];
  const size = `$${FIRST_VALUE + names.flatMap((name) => filters[name]?.types ?? []).length}::bigint`;
  const stream = filters[streamName] as ListFilter;
  const others = names.filter((name) => name !== streamName);
  const matches = others.map((name) => {
    const values = params.get(name) ?? [];
    return `and (${values[0]} is null or ${filters[name]?.match(...values)})`;
  });
  const matching = rowsMatching(list.table, stream, { values: params.get(streamName) ?? [], matches });
  const key = `${list.name}_by_${streamName}`;
  return {
    find: preparedByKey(key, pageOf(list, matching, size)),
    findExact: preparedByKey(
      `${key}_exact`,
      pageOf(list, rowsMatching(list.table, stream, { values: ownParams }), COUNT),
    ),
    findLast: preparedByKey(
      `${key}_last`,
      `select ${rawInstantText("stream.at")} as at, id from (${newestOf(stream, ownParams)}) as stream
       order by stream.at desc, id desc limit 1 offset ${COUNT} - 1`,
    ),
  };
}

type Rows = { from: string; at: string; id: string };

/** SQL for the rows of the table that are in a filter's stream and match the others, and their sort key. */
function rowsMatching(
  table: string,
  stream: ListFilter,
  { values, matches = [] }: { values: string[]; matches?: string[] },
): Rows {
  const also = matches.join(" ");
  // An index of the table itself leads to the whole row.
  if (stream.rows) {
    const from = `(select * from (${stream.rows(...values)}) as ${table} where true ${also}) as ${table}`;
    return { from, at: `${table}.created_at`, id: `${table}.id` };
  }
  const from = `(${newestOf(stream, values)}) as stream cross join lateral (
    select * from ${table} where store_id = $1 and id = stream.id ${also} limit 1
  ) as ${table}`;
  return { from, at: "stream.at", id: "stream.id" };
}

/** SQL for a page of such rows, and the bytes of each and of those up to it. */
function pageOf({ joins, fits, record, bytes }: FilteredList<string>, rows: Rows, size: string): string {
  return `select string_agg(concat('[', to_json(id), ',', to_json(at), ',', bytes, ',',
      coalesce(case when total <= ${MAX_LOADED_BYTES} then record end, 'null'), ']'), ',') as rows
    from (
      select id, at, record, coalesce(octet_length(record), bytes) as bytes,
        sum(coalesce(octet_length(record), bytes))
          over (order by at desc, id desc rows unbounded preceding) as total
      from (
        select ${rows.at} as at, ${rows.id}, case when ${fits} then ${record} end as record,
          case when not ${fits} then ${bytes} end as bytes
        from ${rows.from} ${joins} order by ${rows.at} desc, ${rows.id} desc limit ${size}
      ) as found
      order by at desc, id desc
    ) as sized`;
}

/** SQL for how many rows match each of the filters that are given, in the range and up to a number. */
export function countsOf(filters: Record<string, ListFilter>): string {
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
