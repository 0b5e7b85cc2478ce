import type { Retained } from "../../platform/config/retention-settings.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import { MAX_LOADED_BYTES } from "../http/fill-page.ts";
import { retainedSince, retainedSinceId } from "../jobs/retention.ts";
import { countOf, EVERY_ROW, type ListFilter, type ListTable, newestOf, rowsOf } from "./list-filter.ts";
import { COUNT, keySql, type ListKey, STORE } from "./list-key.ts";

/** The name of the filter that all rows match. */
export const ALL = "all";

/** A list of a store's rows, in the order of a key. Most of it is SQL. */
export type List<Name extends string, Row> = {
  /** Its unique name: of its statements, and in its cursors. */
  name: string;
  table: string;
  key: ListKey;
  /** What every row of the list matches. */
  where?: string;
  /** The column of the time, or of the UUID of version 7, by which rows older than a setting are left out. */
  retained?: { kind: Retained; column: string; isId?: true };
  /** In order of preference. */
  filters: Record<Name, ListFilter>;
  maxCompared?: number;
  /** Joins after the table, for `row`. */
  joins?: string;
  /** A row as a JSON array, and what is made of it. */
  row?: { sql: string; read?: (values: unknown[]) => Row };
  /** Whether a row is small enough to be read as one value; all are, unless this is given. */
  fits?: string;
  /** The estimated bytes in a response of a row that doesn't fit, or of each row. */
  bytes?: string;
};

/** The rows are one value, which the driver and the parser read faster than one of each row. */
type RowsText = { rows: string | null };

/** The statements that read the rows of one filter's stream. */
export type Statements = {
  /** The rows of a page that match all filters. */
  find: ReturnType<typeof preparedByKey<RowsText>>;
  /** The rows of a page if there is no filter but the stream's. */
  findExact: ReturnType<typeof preparedByKey<RowsText>>;
  /** The key of the last row that was compared, when the limit of compared rows was reached. */
  findLast: ReturnType<typeof preparedByKey<{ key: unknown[] }>>;
  /** How many rows of the stream match all filters, and how many rows of it were compared for that. */
  count: ReturnType<typeof preparedByKey<{ matched: number; compared: number }>>;
};

/**
 * Returns the statements of a list: those by the filter whose stream they read, and one for how many rows match each
 * of the filters that are given, in the range and up to a number.
 */
export function createStatements(list: List<string, unknown>) {
  const filters: Record<string, ListFilter> = { ...list.filters, [ALL]: EVERY_ROW };
  const names = Object.keys(list.filters);
  const table = tableOf(list);
  const first = table.key.firstFree + (list.retained ? 1 : 0);
  const params = paramsOf(filters, first);
  const withStream = Object.keys(filters).filter((name) => filters[name]?.stream);
  const counts = Object.entries(filters).map(([name, filter]) => {
    const values = params.get(name) ?? [];
    const count = filter.stream ? `(${countOf(table, filter, values)})` : "null";
    return `case when ${values[0]} is not null then ${count} end`;
  });
  return {
    filters,
    countMatches: preparedByKey<{ counts: (number | null)[] }>(
      `${list.name}_counts`,
      `select array[${counts.join(", ")}]::int[] as counts`,
    ),
    of: new Map(withStream.map((name) => [name, statementsOf(name)])),
  };

  function statementsOf(name: string): Statements {
    const stream = filters[name] as ListFilter;
    const others = names.filter((other) => other !== name);
    const matches = others.map((other) => {
      const values = params.get(other) ?? [];
      return `and (${values[0]} is null or ${filters[other]?.match(...values)})`;
    });
    const ownParams = paramsOf({ [name]: stream }, first).get(name) ?? [];
    const size = `$${first + names.flatMap((each) => filters[each]?.types ?? []).length}::bigint`;
    const matching = rowsMatching(table, stream, { values: params.get(name) ?? [], matches });
    const key = table.key;
    const text = `${list.name}_by_${name}`;
    return {
      find: preparedByKey(text, pageOf(list, matching, size)),
      findExact: preparedByKey(
        `${text}_exact`,
        pageOf(list, rowsMatching(table, stream, { values: ownParams }), COUNT),
      ),
      findLast: preparedByKey(
        `${text}_last`,
        `select json_build_array(${key.names.join(", ")}) as key from (${newestOf(table, stream, ownParams)}) as stream
         order by ${key.order(key.names)} limit 1 offset ${COUNT} - 1`,
      ),
      count: preparedByKey(
        `${text}_count`,
        `select (select count(*)::int from ${matching.from}) as matched,
         (${countOf(table, stream, params.get(name) ?? [])}) as compared`,
      ),
    };
  }
}

function tableOf({ table, key, where = "true", retained }: List<string, unknown>): ListTable {
  const sql = keySql(key);
  if (!retained) return { table, where, key: sql };
  const since = retained.isId ? retainedSinceId : retainedSince;
  return {
    table,
    where: `${where} and ${retained.column} >= ${since(`$${sql.firstFree}::float8`)}`,
    key: sql,
  };
}

/** SQL for rows of a list, and their sort key. */
type Rows = { from: string; key: string[] };

/** SQL for the rows of the table that are in a filter's stream and match the others. */
function rowsMatching(
  list: ListTable,
  stream: ListFilter,
  { values, matches = [] }: { values: string[]; matches?: string[] },
): Rows {
  const { table, key } = list;
  const also = matches.join(" ");
  // An index of the table itself leads to the whole row.
  if (stream.stream === "indexed") {
    const rows = rowsOf(list, stream.match(...values));
    return {
      from: `(select * from (${rows}) as ${table} where true ${also}) as ${table}`,
      key: key.own.map((column) => `${table}.${column}`),
    };
  }
  const id = key.own.at(-1);
  const from = `(${newestOf(list, stream, values)}) as stream cross join lateral (
    select * from ${table} where store_id = ${STORE} and ${id} = stream.id ${also} limit 1
  ) as ${table}`;
  return { from, key: key.names.map((name) => `stream.${name}`) };
}

/**
 * SQL for a page of such rows: the key, the bytes and the record of each. Of a list whose rows may be large the records
 * are null from the row on that fills the memory of a page.
 */
function pageOf(
  { key, joins = "", fits, row, bytes = "null" }: List<string, unknown>,
  rows: Rows,
  size: string,
): string {
  const { names, order, select } = keySql(key);
  const record = row?.sql ?? "null";
  const columns = select(rows.key);
  const page = `from ${rows.from} ${joins} order by ${order(rows.key)} limit ${size}`;
  const textOf = (record: string) =>
    `select string_agg(concat('[[', ${names.map((name) => `to_json(${name})`).join(", ',', ")}, '],',
      coalesce(bytes::text, 'null'), ',', coalesce(${record}, 'null'), ']'), ',') as rows`;
  if (!fits) {
    return `${textOf("record")} from (
      select ${columns}, ${bytes} as bytes, (${record})::text as record ${page}
    ) as found`;
  }
  return `${textOf(`case when total <= ${MAX_LOADED_BYTES} then record end`)}
    from (
      select ${names.join(", ")}, record, coalesce(octet_length(record), bytes) as bytes,
        sum(coalesce(octet_length(record), bytes))
          over (order by ${order(names)} rows unbounded preceding) as total
      from (
        select ${columns}, case when ${fits} then ${record} end as record,
          case when not ${fits} then ${bytes} end as bytes
        ${page}
      ) as found
      order by ${order(names)}
    ) as sized`;
}

/** The parameters of each filter's values. */
function paramsOf(filters: Record<string, ListFilter>, first: number): Map<string, string[]> {
  let number = first;
  return new Map(
    Object.entries(filters).map(([name, { types }]) => [name, types.map((type) => `$${number++}::${type}`)]),
  );
}
