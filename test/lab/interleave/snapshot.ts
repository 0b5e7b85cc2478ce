import type { Lab } from "./lab.ts";
import { GENERATED, type Known, type Template } from "./store.ts";

/** The rows of a store as sorted lines: two orders of the same work, one after the other, differ in nothing else. */
export type Snapshot = string[];

export type Photographer = (storeId: string) => Promise<Snapshot>;

/** What counts or logs work, is drawn by background work, or says who had something last. */
const NOT_COMPARED = new Set([
  ...["api_clients", "requests", "done_jobs", "rate_limits", "change_feeds", "unnumbered_changes"],
  ...["inventory_clocks", "webhook_attempts", "retention_runs", "stores"],
]);
/** Numbers whose order among concurrent work is free, or which count attempts. */
const NOT_COMPARED_COLUMNS = /^(sequence|number|visit_number|fence|attempts|tries|\w*position|\w*token)$/;
/** Values that can't be the same twice; whether there is one is compared. */
const MOMENTARY = /^(timestamp with time zone|bytea|tsvector|xid8)$/;
/** What of a column is compared, where it isn't all. */
const COMPARED_AS: Record<string, string> = {
  // An erasure writes the members in another order, and marks what it has looked at, whether it named the person or not.
  "webhook_payloads.body": "body::jsonb",
  "webhook_payloads.is_erased": "null",
  // Which of several equal units are in a return is free.
  "return_items.units": "null",
};
const MAX_LINES = 10_000;

/** More of these than needed are right: they say again what is so, or let an erasure look once more. */
const REPEATABLE =
  /^(?:search_keys \{"kind" : "(?:order|return)\.mention"|changes \{"type" : "order\.updated")/;

/** A mail that an erasure has blanked before it was sent says what none says. */
const UNSENT =
  /^mails \{.*"recipient" : "".*"state" : "failed".*"attempted_at" : false|^mail_streams \{"id" : "\*", "stream_key" : "\*".*"pending" : 0/;

type Column = { table: string; column: string; type: string; identity: string };

/** Returns how to read a store; values that the template doesn't have are left out of what is compared. */
export async function createPhotographer({ monitor }: Lab, template: Template): Promise<Photographer> {
  const { rows: columns } = await monitor.query<Column>(
    `select table_name as "table", column_name as "column", data_type as type, is_identity as identity
     from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`,
  );
  const selects = [...Map.groupBy(columns, ({ table }) => table)]
    .filter(([table]) => template.tables.includes(table) && !NOT_COMPARED.has(table))
    .map(([table, all]) => selectOf(table, all));
  // Most rows are those of the template.
  const lines = new Map<string, string>();
  const query = { name: "snapshot", text: selects.join(" union all ") };
  return async (storeId) => {
    const { rows } = await monitor.query<{ name: string; row: string }>({ ...query, values: [storeId] });
    return rows
      .map(({ name, row }) => {
        const text = `${name} ${row.replaceAll(storeId, template.id)}`;
        const before = lines.get(text);
        if (before !== undefined) return before;
        const line = text.replace(GENERATED, (value) => (template.values.has(value) ? value : "*"));
        if (lines.size < MAX_LINES) lines.set(text, line);
        return line;
      })
      .sort();
  };
}

/** Returns the passwords, passkeys, sessions and sign-in links of the persons that verbs have made, who are no store's, as lines. */
export async function peopleOf({ monitor }: Pick<Lab, "monitor">, { made }: Known): Promise<string[]> {
  const { rows } = await monitor.query<{ id: string; line: string }>({
    name: "people",
    text: `select id, concat('password ', password_hash, ', links ', (
        select count(*) from sign_in_links where person_id = people.id
      ), ', passkeys ', (
        select array_agg(passkey_name order by passkey_name) from passkeys where person_id = people.id
      ), ', sessions ', (
        select array_agg(coalesce(begun_by, 'none') order by begun_by) from sessions where person_id = people.id
      )) as line
      from people where id = any($1::text[])`,
    values: [Object.values(made)],
  });
  const nameOf = new Map(Object.entries(made).map(([name, id]) => [id, name]));
  return rows.map(({ id, line }) => `${nameOf.get(id)}: ${line}`).sort();
}

function selectOf(table: string, columns: Column[]): string {
  const compared = columns.filter(
    ({ column, identity }) =>
      column !== "store_id" && identity === "NO" && !NOT_COMPARED_COLUMNS.test(column),
  );
  const values = compared.map(({ column, type }) => {
    const compared = COMPARED_AS[`${table}.${column}`];
    return `'${column}', ${compared ?? (MOMENTARY.test(type) ? `"${column}" is not null` : `"${column}"`)}`;
  });
  return `select '${table}' as name, json_build_object(${values.join(", ")})::text as row from "${table}" where store_id = $1`;
}

/** Returns the lines that one has and the other lacks, a few of each. */
export function differencesOf(found: Snapshot, wanted: Snapshot): string[] {
  const more = without(found, wanted).filter((line) => !REPEATABLE.test(line) && !UNSENT.test(line));
  const less = without(wanted, found).filter((line) => !UNSENT.test(line));
  const shown = (sign: string, lines: string[]) =>
    lines.slice(0, 4).map((line) => `${sign} ${line.slice(0, 400)}`);
  return [...shown("+", more), ...shown("-", less)];
}

function without(lines: string[], others: string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    if (count > 0) left.set(line, count - 1);
    return count === 0;
  });
}
