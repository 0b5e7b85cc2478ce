import { COUNT, type keySql, STORE } from "./list-key.ts";

/** A filter of a list, as SQL. Its values are parameters of these types. */
export type ListFilter = {
  types: string[];
  /** Returns what a row of the list's table must match. */
  match(...values: string[]): string;
  /**
   * Returns a select of the keys of the matching rows as an index has them; "indexed" if the table's own index has
   * them in the order of the list. Without it the filter is only compared.
   */
  stream?: "indexed" | ((keys: Keys, ...values: string[]) => string);
  /** Whether the stream has another order, and rows outside of the range; then it is only read when they are few. */
  isUnordered?: true;
  /** Whether at most one row matches: then no page ends early. */
  isUnique?: true;
};

/** Returns selects of keys of a list, of the store and of at most `COUNT` rows. */
export type Keys = {
  /** Within the range and in the order of the list, from an index of the table or of another one. */
  newest(where: string, other?: { table: string; columns: string[] }): string;
  /**
   * The first rows in the order of an index. Within the range it would read all rows of the index that are outside
   * of it.
   */
  unordered(where: string, order: string): string;
  /** The condition of the range, on columns of the key. */
  within(columns?: string[]): string;
  isAscending: boolean;
};

export type KeySql = ReturnType<typeof keySql>;
/** The table of a list; `where` is what every row of the list matches. */
export type ListTable = { table: string; where: string; key: KeySql };

/** Returns a filter on a condition for which the list's table has an index in the order of the list. */
export function columnFilter(type: string, match: (value: string) => string): ListFilter {
  return { types: [type], match, stream: "indexed" };
}

/**
 * Returns a filter on a condition for which the list's table has an index in another order than the list's: `order`. Its
 * rows are read when they are few.
 */
export function otherOrderFilter(
  types: string[],
  match: (...values: string[]) => string,
  order: string,
): ListFilter {
  return {
    types,
    match,
    stream: ({ unordered }, ...values) => unordered(match(...values), order),
    isUnordered: true,
  };
}

/** Returns a filter as `keyFilter` does, for a list whose order isn't that of the keys. */
export function otherOrderKeyFilter(table: string, kind: string, columns: string): ListFilter {
  return {
    ...keyFilter(table, kind),
    stream: (_, key) => `select part.* from (
      select id from search_keys where store_id = ${STORE} and kind = '${kind}' and key = ${key}
      order by at desc, id desc limit ${COUNT}
    ) as keyed cross join lateral (
      select ${columns} from ${table} where store_id = ${STORE} and ${table}.id = keyed.id limit 1
    ) as part`,
    isUnordered: true,
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
    stream: ({ newest }, key) => newest(ofKey(key), { table: "search_keys", columns: ["at", "id"] }),
  };
}

/** The filter that all rows match. */
export const EVERY_ROW: ListFilter = { types: ["boolean"], match: () => "true", stream: "indexed" };

/** Returns the rows of the table that have an index of their own, within the range and in the order of the list. */
export function rowsOf(list: ListTable, where: string): string {
  return `select * ${fromIndex(list, where)}`;
}

/** Returns the first keys of a filter's stream, within the range and in the order of the list. */
export function newestOf(list: ListTable, filter: ListFilter, values: string[]): string {
  const { names, order, within } = list.key;
  const where = filter.isUnordered ? `where ${within(names)}` : "";
  return `select ${names.join(", ")} from (${streamOf(list, filter, values)}) as part ${where}
    order by ${order(names)} limit ${COUNT}`;
}

/** Returns a statement for the number of rows that a filter's stream reads, up to `COUNT`. */
export function countOf(list: ListTable, filter: ListFilter, values: string[]): string {
  const rows = filter.isUnordered
    ? `select from (${streamOf(list, filter, values)}) as part limit ${COUNT}`
    : newestOf(list, filter, values);
  return `select count(*)::int from (${rows}) as few`;
}

function streamOf(list: ListTable, { match, stream }: ListFilter, values: string[]): string {
  const { table, where, key } = list;
  const keys: Keys = {
    newest: (condition, other) =>
      `select ${key.select(other?.columns)} ${fromIndex(other ? { ...other, where: "true", key } : list, condition, other?.columns)}`,
    unordered: (condition, order) => `select ${key.select()} from ${table}
      where store_id = ${STORE} and ${where} and ${condition} order by ${order} limit ${COUNT}`,
    within: key.within,
    isAscending: key.isAscending,
  };
  if (stream === "indexed") return keys.newest(match(...values));
  return stream?.(keys, ...values) ?? "";
}

function fromIndex({ table, where, key }: ListTable, condition: string, columns?: string[]): string {
  return `from ${table} where store_id = ${STORE} and ${where} and ${condition}
    and ${key.within(columns)} order by ${key.order(columns)} limit ${COUNT}`;
}
