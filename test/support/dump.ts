import { sql } from "drizzle-orm";
import type { Db } from "../../src/platform/db/connect.ts";

/** Whether a column can hold text: as it is, in JSON, in an array, as a search term or as bytes. */
const TEXTUAL = /^(?:text|character varying|json|jsonb|bytea|ARRAY|tsvector|USER-DEFINED|uuid|name|"char")$/;

export type Column = { table: string; column: string; type: string };

/** Whether a column of this type, as a table declares it, can hold text. */
export function isTextual(declaredType: string): boolean {
  return /^(?:text|jsonb?|bytea|tsvector|uuid|batched_event)\b|\[\]$/.test(declaredType);
}

/** Returns the columns of all tables of the database that can hold text, those of the job queue included. */
export async function textColumns(db: Db): Promise<Column[]> {
  const { rows } = await db.execute<Column>(sql`
    select table_schema || '.' || table_name as "table", column_name as column, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by 1, ordinal_position`);
  return rows.filter(({ type }) => TEXTUAL.test(type));
}

/** Returns the places of the whole database that have one of the texts, whatever its case: `table.column: text`. */
export async function placesOf(db: Db, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  const needles = sql`${sql.param(texts.map((text) => text.toLowerCase()))}::text[]`;
  for (const { table, column, type } of await textColumns(db)) {
    const [schema = "", name = ""] = table.split(".");
    const [from, value] = [sql`${sql.identifier(schema)}.${sql.identifier(name)}`, sql.identifier(column)];
    // ASCII stays as it is.
    const text = type === "bytea" ? sql`lower(encode(${value}, 'escape'))` : sql`lower(${value}::text)`;
    const { rows } = await db.execute<{ needle: string; count: number }>(sql`
      select needle, count(*)::int as count
      from (select ${text} as content from ${from} where ${value} is not null) as filled,
        unnest(${needles}) as needle
      where strpos(content, needle) > 0 group by needle order by needle`);
    for (const { needle, count } of rows) found.push(`${table}.${column}: ${needle} (${count})`);
  }
  return found;
}
