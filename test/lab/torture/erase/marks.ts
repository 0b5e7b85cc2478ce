import pg from "pg";
import { MARKS } from "./people.ts";

/** By mark, in how many rows of each column it occurs: `table.column` and a number. */
export type Places = Map<string, Map<string, number>>;

const TEXTUAL = "text|json|jsonb|bytea|ARRAY";

/** Reads the whole database and returns where each mark occurs. */
export async function readMarks(url: string): Promise<Places> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ table: string; column: string; type: string }>(
      `select format('%I.%I', table_schema, table_name) as table, column_name as column, data_type as type
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and data_type ~ $1`,
      [`^(${TEXTUAL})$`],
    );
    const places: Places = new Map();
    for (const { table, column, type } of columns) {
      const text = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
      const { rows } = await client.query<{ mark: string; count: number }>(
        `select mark, count(*)::int as count from (
           select distinct t.ctid, found[1] as mark from ${table} as t, regexp_matches(lower(${text}), $1, 'g') as found
         ) as found group by mark`,
        [MARKS],
      );
      for (const { mark, count } of rows) {
        const ofMark = places.get(mark) ?? new Map();
        places.set(mark, ofMark.set(`${table}.${column}`, count));
      }
    }
    return places;
  } finally {
    await client.end();
  }
}

/** Returns the lines that say where a mark occurs in one reading and not, or not as often, in another. */
export function differencesOf(mark: string, before: Places, after: Places): string[] {
  const [was, is] = [before.get(mark) ?? new Map(), after.get(mark) ?? new Map()];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((place) => was.get(place) !== is.get(place))
    .map(
      (place) => `${mark}: ${place} had it ${was.get(place) ?? 0} times, then ${is.get(place) ?? 0} times`,
    );
}
