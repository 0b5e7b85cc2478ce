import type { Column, WrittenRow } from "./written-rows.ts";

/** Numbers of this many digits stand in the ids of objects, so that a script can write any number of them. */
const DIGITS = 15;
export const FIRST = 10 ** (DIGITS - 1);

export type Recorded = {
  rows: WrittenRow[];
  /** The number of the object that the rows belong to, as it stands in their texts. */
  owner: number;
  /** Ids that stay as they are. */
  kept: string[];
  /** Columns, such as `orders.seq`, that must differ in each transaction though their values have no id. */
  distinct?: string[];
};

/**
 * Returns the statements that write rows like the recorded ones: one `insert` per table and one `update` per
 * changed row. `owner` and `own` are SQL for texts of 15 digits: the number of the object that the rows belong
 * to, and a number that makes their own ids unique.
 */
export function statementsOf(
  recorded: Recorded,
  { owner, own }: { owner: string; own: string },
  source = "",
): string[] {
  const value = sqlOf(recorded, { owner, own });
  const inserts = Map.groupBy(
    recorded.rows.filter(({ key }) => !key),
    ({ table }) => table,
  );
  const inserted = [...inserts].map(([table, rows]) => {
    const names = rows[0]?.columns.map(({ name }) => `"${name}"`).join();
    const tuples = rows.map(({ columns }) => columns.map((column) => value(table, column)).join(", "));
    const values = source
      ? tuples.map((tuple) => `select ${tuple} ${source}`).join(" union all ")
      : `values ${tuples.map((tuple) => `(${tuple})`).join(", ")}`;
    return `insert into ${table} (${names}) ${values}`;
  });
  const updated = recorded.rows.flatMap(({ table, columns, key }) => {
    if (!key) return [];
    const set = columns.map((column) => `"${column.name}" = ${value(table, column)}`).join(", ");
    const where = key.map((column) => `"${column.name}" = ${value(table, column)}`).join(" and ");
    return [`update ${table} set ${set} where ${where}`];
  });
  return [...updated, ...inserted];
}

/** Returns a pgbench script of one transaction that writes the recorded rows, for a random one of `count` owners. */
export function scriptOf(recorded: Recorded, count: number): string {
  const statements = statementsOf(recorded, { owner: ":owner::text", own: ":own::text" });
  const lines = ["begin", ...statements, "commit"].map((line) => `${line.replaceAll("\n", " ")};`);
  return `${randomOwner(count)}\\set own random(${FIRST}, ${10 * FIRST - 1})\n${lines.join("\n")}\n`;
}

/** Returns the line of a pgbench script that chooses one of `count` objects. */
export function randomOwner(count: number): string {
  return `\\set owner random(${FIRST}, ${FIRST + count - 1})\n`;
}

const ID = /\b[a-z]{3}_[0-9a-z]{26}\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

function sqlOf({ owner, kept, distinct = [] }: Recorded, sql: { owner: string; own: string }) {
  const now = Date.now();
  /** Replaces the owner's number, in its ids too, and the first digits of other ids. */
  const textOf = (text: string) => {
    const parts: string[] = [];
    let from = 0;
    const add = (to: number, expression: string, length: number) => {
      if (to > from) parts.push(quoted(text.slice(from, to)));
      parts.push(expression);
      from = to + length;
    };
    const pattern = new RegExp(`${ID.source}|${owner}`, "g");
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (kept.includes(found)) continue;
      const at = found.indexOf(String(owner));
      if (at >= 0) add(index + at, sql.owner, DIGITS);
      else if (found.includes("_")) add(index + 4, sql.own, DIGITS);
      else add(index + 24, `right(${sql.own}, 12)`, 12);
    }
    if (from < text.length || parts.length === 0) parts.push(quoted(text.slice(from)));
    return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" || ")})`;
  };
  return (table: string, { name, type, text }: Column) => {
    if (text === null) return `null::${type}`;
    if (distinct.includes(`${table}.${name}`)) {
      return type === "integer"
        ? `(${sql.own}::bigint % 2147483647)::integer`
        : `(${textOf(text)} || ${sql.own})`;
    }
    const isRecent = type.startsWith("timestamp") && Math.abs(now - Date.parse(text)) < 60_000;
    return isRecent ? "now()" : `${textOf(text)}::${type}`;
  };
}

/** Returns a literal. pgbench takes a colon before a letter for a variable, in literals too. */
function quoted(text: string): string {
  const plain = text.replaceAll("'", "''");
  if (!/\\|:[A-Za-z_]/.test(plain)) return `'${plain}'`;
  return `E'${plain.replaceAll("\\", "\\\\").replaceAll(/:(?=[A-Za-z_])/g, "\\x3a")}'`;
}
