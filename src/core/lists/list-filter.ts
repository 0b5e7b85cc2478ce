/** A filter of a list, as SQL. Its values are parameters of these types. */
export type ListFilter = {
  types: string[];
  /** Returns what a row of the list's table must match. */
  match(...values: string[]): string;
  /**
   * Returns a select of `at` and `id` of the matching rows as an index has them, in the order of the list, for
   * the store, within the range and at most as many as `COUNT`. Without it the filter is only compared.
   */
  stream?(...values: string[]): string;
  /** Returns the same with all columns of the list's table, if the index is its own. */
  rows?(...values: string[]): string;
  /** Whether the stream has another order, and rows outside of the range; then it is only read when they are few. */
  isUnordered?: true;
};

/** The parameters of every statement of a list: the store, the range's bounds, and the most rows to read. */
export const STORE = "$1";
const FROM = "$2::timestamptz";
const BEFORE = "($3::timestamptz, $4::text)";
export const COUNT = "$5::bigint";
/** The number of the first parameter after those. */
export const FIRST_VALUE = 6;

/** Returns a stream of a table's rows that match a condition and have an index of their own. */
export function streamOf(table: string, where: string): string {
  return selectOf(table, "created_at", where);
}

/** Returns the rows of that stream. */
function rowsOf(table: string, where: string): string {
  return `select * ${fromIndex(table, "created_at", where)}`;
}

/**
 * Returns an unordered stream, of the first rows in the order of an index. Within the range it would read all rows
 * of the index that are outside of it.
 */
export function unorderedStreamOf(table: string, where: string, order: string): string {
  return `select created_at as at, id from ${table} where store_id = ${STORE} and ${where}
    order by ${order} limit ${COUNT}`;
}

/** Returns a filter on a condition for which the list's table has an index. */
export function columnFilter(table: string, type: string, match: (value: string) => string): ListFilter {
  return {
    types: [type],
    match,
    stream: (value) => streamOf(table, match(value)),
    rows: (value) => rowsOf(table, match(value)),
  };
}

/** Returns a filter on a field of `table` that is compared without case; the value is its search key. */
export function keyFilter(table: string, kind: string): ListFilter {
  const ofKey = (key: string) => `kind = '${kind}' and key = ${key}`;
  return {
    types: ["text"],
    // The limit keeps the planner from reading all rows of the key at once.
    match: (key) => `(
      select true from search_keys where store_id = ${STORE} and ${ofKey(key)}
        and at = ${table}.created_at and search_keys.id = ${table}.id limit 1
    )`,
    stream: (key) => selectOf("search_keys", "at", ofKey(key)),
  };
}

/** Returns the filter that all rows match. */
export function allOf(table: string): ListFilter {
  return {
    types: ["boolean"],
    match: () => "true",
    stream: () => streamOf(table, "true"),
    rows: () => rowsOf(table, "true"),
  };
}

/** Returns the first rows of a filter's stream, within the range and in the order of the list. */
export function newestOf({ stream, isUnordered }: ListFilter, values: string[]): string {
  const where = isUnordered ? `where ${withinRange("at")}` : "";
  return `select at, id from (${stream?.(...values)}) as part ${where} order by at desc, id desc limit ${COUNT}`;
}

/** Returns a statement for the number of rows that a filter's stream reads, up to `COUNT`. */
export function countOf(filter: ListFilter, values: string[]): string {
  const rows = filter.isUnordered
    ? `select from (${filter.stream?.(...values)}) as part limit ${COUNT}`
    : newestOf(filter, values);
  return `select count(*)::int from (${rows}) as few`;
}

function selectOf(table: string, at: string, where: string): string {
  const key = at === "at" ? "at" : `${at} as at`;
  return `select ${key}, id ${fromIndex(table, at, where)}`;
}

function fromIndex(table: string, at: string, where: string): string {
  return `from ${table} where store_id = ${STORE} and ${where}
    and ${withinRange(at)} order by ${at} desc, id desc limit ${COUNT}`;
}

function withinRange(at: string): string {
  return `${at} >= ${FROM} and (${at}, id) < ${BEFORE}`;
}
