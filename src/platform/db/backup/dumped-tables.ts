import type pg from "pg";
import type { Migration } from "../migration-files.ts";
import { quoteIdentifier } from "../quote-identifier.ts";
import type { TableHeader } from "./dump.ts";

type Client = Pick<pg.ClientBase, "query">;

/** The queue's tables that hold work, referenced ones first. The others hold its own statistics. */
const QUEUE_TABLES = ["queue", "schedule", "subscription", "job", "job_dependency"];

/** Returns the tables to dump, as they stand in SQL: those that migrations create, and those of the job queue. */
export function tablesOf(migrations: Migration[], hasQueue = true): string[] {
  const names = new Set<string>();
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const created = /^create table "(\w+)"/im.exec(statement)?.[1];
    const dropped = /^drop table "(\w+)"/im.exec(statement)?.[1];
    if (created) names.add(created);
    if (dropped) names.delete(dropped);
  }
  return [
    ...[...names].sort().map(quoteIdentifier),
    ...(hasQueue ? QUEUE_TABLES.map((name) => `pgboss.${quoteIdentifier(name)}`) : []),
  ];
}

/** Returns the sequences that migrations create, with those of tables that a later one drops. */
export function sequencesOf(migrations: Migration[]): string[] {
  const created = /\bsequence (?:"public"\.|name )"(\w+)"/gi;
  return migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => Array.from(statement.matchAll(created), ([, name = ""]) => name)),
  );
}

/** Returns the tables to dump that exist. */
export async function findTables(client: Client, migrations: Migration[]): Promise<TableHeader[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; rows: string }>(
    `select name, (
       select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = to_regclass(name) and attnum > 0 and not attisdropped and attgenerated = ''
     ) as columns, (
       select coalesce(sum(greatest(reltuples, 0)), 0) from pg_class
       where pg_class.oid = to_regclass(name) or pg_class.oid in (
         select inhrelid from pg_inherits where inhparent = to_regclass(name)
       )
     ) as rows
     from unnest($1::text[]) with ordinality as wanted(name, place)
     where to_regclass(name) is not null order by place`,
    [tablesOf(migrations)],
  );
  return rows.map((row) => ({ ...row, rows: Math.round(Number(row.rows)) }));
}

/** Returns the names of the tables' sequences, and of those that belong to no table. */
export async function findSequences(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class as sequence
     where relkind = 'S' and relnamespace = current_schema::regnamespace and not exists (
       select from pg_depend where objid = sequence.oid and deptype in ('a', 'i') and classid = 'pg_class'::regclass
         and refclassid = 'pg_class'::regclass and refobjid <> all(array(select to_regclass(name)::oid from unnest($1::text[]) as name))
     ) order by 1`,
    [tables],
  );
  return rows.map(({ name }) => name);
}
