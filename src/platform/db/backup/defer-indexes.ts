import type pg from "pg";
import { quoteIdentifier } from "../quote-identifier.ts";

type Definition = { table: string; name: string; definition: string };

const MEMORY = "256MB";

/**
 * Drops the indexes, keys and foreign keys of empty tables and disables their triggers, which check what the
 * rows of a dump have passed already. Returns a function that brings all of them back, once the rows are there.
 */
export async function deferIndexes(
  client: pg.ClientBase,
  tables: string[],
): Promise<(onStep: (doing: string) => void) => Promise<void>> {
  const foreignKeys = await constraintsOf(client, tables, ["f"]);
  const keys = await constraintsOf(client, tables, ["p", "u"]);
  const indexes = await indexesOf(client, tables);
  for (const { table, name } of [...foreignKeys, ...keys]) {
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  }
  for (const { name } of indexes) await client.query(`drop index ${quoteIdentifier(name)}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);

  return async (onStep) => {
    await client.query(`set local maintenance_work_mem = '${MEMORY}'`);
    const add = ({ table, name, definition }: Definition) => ({
      name,
      statement: `alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`,
    });
    const steps = [
      ...keys.map(add),
      ...indexes.map(({ name, definition }) => ({ name, statement: definition })),
      ...foreignKeys.map(add),
    ];
    for (const { name, statement } of steps) {
      onStep(`building ${name}`);
      await client.query(statement);
    }
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  };
}

async function constraintsOf(
  client: pg.ClientBase,
  tables: string[],
  types: string[],
): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) and contype = any($2::"char"[]) order by 1, 2`,
    [tables, types],
  );
  return rows;
}

async function indexesOf(client: pg.ClientBase, tables: string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `select indrelid::regclass::text as table, relname as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by 1, 2`,
    [tables],
  );
  return rows;
}
