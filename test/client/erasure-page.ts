import { EVERYWHERE, IMPERSONAL } from "../../src/features/erasure/impersonal-columns.ts";
import { PERSONAL } from "../../src/features/erasure/personal-columns.ts";

/** Returns `docs/decisions/erasure.md` with the tables of today's columns. */
export function erasurePage(page: string): string {
  const personal = PERSONAL.map(({ tables, columns, becomes, exported }) =>
    row(named(tables, ", "), named(columns), becomes, exported ? named(exported.join(" "), ", ") : ""),
  );
  const impersonal = IMPERSONAL.map(([tables, columns, holds]) =>
    row(named(tables, ", "), columns === "all" ? columns : named(columns), holds),
  );
  const withPersonal = replaced(
    page,
    row("table", "columns", "what becomes of it", "in the export"),
    personal,
  );
  return replaced(withPersonal, row("table", "columns", "what they hold"), [
    row("every table", named(EVERYWHERE.columns), EVERYWHERE.holds),
    ...impersonal,
    row(
      "the schema `pgboss`",
      "all",
      "ids: no job has content, and errors are stored without the values of statements",
    ),
    row("the schema `drizzle`", "all", "hashes of migrations"),
  ]);
}

/** What stands before the columns of a row of `docs/retention.md` that can hold something of a person. */
const OF_A_PERSON = "; of a person: ";

/** Returns `docs/retention.md` with the columns, in the row of each table, that can hold something of a person. */
export function retentionPage(page: string): string {
  return page.replaceAll(/^\| (`[^|]*) \| ([^|]*) \|/gm, (_, tables: string, holds: string) => {
    const names = [...tables.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    const columns = names.flatMap((table) =>
      personalColumnsOf(table).map((column) => (names.length > 1 ? `${table}.${column}` : column)),
    );
    const [text = ""] = holds.split(OF_A_PERSON);
    return row(tables, columns.length > 0 ? text + OF_A_PERSON + named(columns.join(" "), ", ") : text);
  });
}

function personalColumnsOf(table: string): string[] {
  const rows = PERSONAL.filter(({ tables }) => tables.split(" ").includes(table));
  return [...new Set(rows.flatMap(({ columns }) => columns.split(" ")))];
}

const row = (...cells: string[]) => `| ${cells.join(" | ")} |`.replaceAll("|  |", "| |");
const named = (names: string, separator = " ") =>
  names
    .split(" ")
    .map((name) => `\`${name}\``)
    .join(separator);

/** Replaces the rows of the table with this head. */
function replaced(page: string, head: string, rows: string[]): string {
  const from = page.indexOf(head);
  if (from < 0) throw new Error(`The page has no table with the head ${head}`);
  const to = page.indexOf("\n\n", from);
  const rule = head.replaceAll(/[^|]+/g, "---");
  return page.slice(0, from) + [head, rule, ...rows].join("\n") + page.slice(to);
}
