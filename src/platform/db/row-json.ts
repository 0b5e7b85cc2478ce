import { type Column, getTableColumns, type Table } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";

export type RowJson<Row> = {
  /** SQL for a row as a JSON array of its columns. */
  sql: string;
  /** Returns the row of such an array. */
  read(values: unknown[]): Row;
};

/** A row of a table without some of its columns. */
export type RowWithout<T extends Table, Unread extends readonly (keyof T["$inferSelect"])[]> = Omit<
  T["$inferSelect"],
  Unread[number]
>;

/**
 * Returns how rows of a table, called `name` in the statement, are read as values inside of JSON: without the columns
 * that are not read, because each costs time in the database and here.
 */
export function rowJson<T extends Table, const Unread extends readonly (keyof T["$inferSelect"])[] = []>(
  table: T,
  name: string,
  unread?: Unread,
): RowJson<RowWithout<T, Unread>> {
  const columns = Object.entries<Column>(getTableColumns(table)).filter(([key]) => !unread?.includes(key));
  const sql = columns.map(([key, { columnType }]) => {
    const column = `${name}."${toSnakeCase(key)}"`;
    // A JSON number would lose digits.
    return columnType === "PgNumeric" ? `${column}::text` : column;
  });
  const readers = columns.map(([key, column]) => ({
    key,
    read: column.columnType === "PgCustomColumn" ? column.mapFromDriverValue.bind(column) : undefined,
  }));
  return {
    sql: `json_build_array(${sql.join(", ")})`,
    read: (values) => {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < readers.length; i++) {
        const { key, read } = readers[i] as (typeof readers)[number];
        const value = values[i];
        row[key] = read && value !== null ? read(value) : value;
      }
      return row as RowWithout<T, Unread>;
    },
  };
}
