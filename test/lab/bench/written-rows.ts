import pg from "pg";
import type { Environment } from "./environment.ts";

export type Column = { name: string; type: string; text: string | null };

/** A row that a transaction has inserted, or whose columns it has changed. */
export type WrittenRow = { table: string; columns: Column[]; key?: Column[] };

type Table = { name: string; columns: (Omit<Column, "text"> & { isNumbered: boolean })[]; key: string[] };

/**
 * Returns the rows that a request writes in the transaction that writes to `table`, without columns that the
 * database fills; tables in the order of their foreign keys. Nothing else may write to that table meanwhile.
 */
export async function recordRows(
  { sql, url }: Environment,
  table: string,
  request: () => Promise<void>,
): Promise<WrittenRow[]> {
  const before = new pg.Client({ connectionString: url });
  await before.connect();
  try {
    await before.query("begin isolation level repeatable read");
    const snapshot = await before.query<{ next: string }>(
      "select pg_snapshot_xmax(pg_current_snapshot())::text as next",
    );
    await request();
    const { rows } = await sql.query<{ xid: string }>(
      `select distinct xmin::text as xid from ${table} where xmin::text::bigint >= $1`,
      [snapshot.rows[0]?.next],
    );
    const [{ xid } = { xid: "" }, ...others] = rows;
    if (!xid || others.length > 0) throw new Error(`${rows.length} transactions wrote to ${table}`);
    const written: WrittenRow[] = [];
    for (const one of await tablesOf(sql)) written.push(...(await rowsOf(one, xid, sql, before)));
    return written;
  } finally {
    await before.end();
  }
}

async function rowsOf(table: Table, xid: string, after: pg.Client, before: pg.Client): Promise<WrittenRow[]> {
  const { name, columns, key } = table;
  const texts = columns.map((column) => `"${column.name}"::text`).join();
  const keyOf = (row: (string | null)[]) => columns.flatMap((c, i) => (key.includes(c.name) ? row[i] : []));
  const read = async (client: pg.Client, where: string, values: unknown[]) => {
    const { rows } = await client.query({
      text: `select ${texts} from ${name} where ${where}`,
      values,
      rowMode: "array",
    });
    return rows as (string | null)[][];
  };
  const written: WrittenRow[] = [];
  for (const row of await read(after, "xmin::text = $1", [xid])) {
    const same = key.map((column, i) => `"${column}"::text = $${i + 1}`).join(" and ") || "false";
    const [old] = await read(before, same, key.length > 0 ? keyOf(row) : []);
    const cells = columns.map(({ name, type }, i) => ({ name, type, text: row[i] ?? null }));
    if (!old) written.push({ table: name, columns: cells.filter((_, i) => !columns[i]?.isNumbered) });
    else {
      const changed = cells.filter(({ text }, i) => text !== old[i]);
      written.push({ table: name, columns: changed, key: cells.filter((c) => key.includes(c.name)) });
    }
  }
  return written;
}

/** Returns the tables with the columns that are not generated; referenced ones before those that refer. */
async function tablesOf(sql: pg.Client): Promise<Table[]> {
  const { rows } = await sql.query<Table & { refers: string[] }>(
    `select class.oid::regclass::text as name,
       (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'isNumbered',
          attidentity <> '' or coalesce(pg_get_expr(adbin, adrelid), '') ~ 'nextval') order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       coalesce((select json_agg(attname) from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = class.oid and indisprimary), '[]') as key,
       coalesce((select json_agg(confrelid::regclass::text) from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid), '[]') as refers
     from pg_class as class join pg_namespace as space on space.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind = 'r' order by class.oid`,
  );
  const placed: typeof rows = [];
  for (let left = rows; left.length > 0; ) {
    const ready = left.filter(({ refers }) => !left.some(({ name }) => refers.includes(name)));
    if (ready.length === 0) throw new Error("foreign keys form a cycle");
    placed.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return placed;
}
