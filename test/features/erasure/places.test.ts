import { expect, test } from "bun:test";
import { join } from "node:path";
import { ERASURE_RULES } from "../../../src/features/erasure/erasure-rules.ts";
import { EVERYWHERE, IMPERSONAL } from "../../../src/features/erasure/impersonal-columns.ts";
import { PERSONAL } from "../../../src/features/erasure/personal-columns.ts";
import { erasurePage } from "../../client/erasure-page.ts";
import { isTextual, textColumns } from "../../support/dump.ts";
import { readTables } from "../../support/tables.ts";
import { useService } from "../../support/use-service.ts";

const PAGE = await Bun.file(join(import.meta.dir, "../../../docs/decisions/erasure.md")).text();

const service = useService();

/** The columns that can hold text, as the code declares them: `table.column`. */
const declared = (await readTables()).flatMap(({ name, columns }) =>
  columns
    .filter((column) => isTextual(column.getSQLType()))
    .map((column) => ({ table: name, column: snake(column.name) })),
);
/** The columns of the code's rows: `table.column`. */
const ruled = [...PERSONAL, ...IMPERSONAL.map(([tables, columns]) => ({ tables, columns }))].flatMap((row) =>
  row.tables.split(" ").flatMap((table) => {
    if (row.columns !== "all") return row.columns.split(" ").map((column) => `${table}.${column}`);
    return declared.filter((each) => each.table === table).map(({ column }) => `${table}.${column}`);
  }),
);

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

test("every column of the schema that can hold text is in exactly one row", () => {
  const everywhere = EVERYWHERE.columns.split(" ");
  const rows = declared.map(({ table, column }) => {
    const own = ruled.filter((name) => name === `${table}.${column}`).length;
    return { column: `${table}.${column}`, rows: own || Number(everywhere.includes(column)) };
  });
  expect(rows.filter(({ rows }) => rows !== 1)).toEqual([]);
  expect(rows.length).toBeGreaterThan(150);
});

test("a column that can hold something of a person is erased by the request, which deletes its row, or by a rule", () => {
  const withoutRule = PERSONAL.filter(({ own = [], mentions = [] }) => own.length + mentions.length === 0);
  expect(withoutRule.flatMap(({ tables }) => tables.split(" "))).toEqual([
    ...["former_identifiers", "customer_aliases", "customer_merges", "erasures"],
  ]);
  expect(new Set(ERASURE_RULES.map(({ name }) => name)).size).toBe(ERASURE_RULES.length);
});

test("every part of an export has its column, and the export has no other part", async () => {
  const store = await service.newStore();
  await store.post("/stores/:store/events", { eventName: "came", customer: { id: "ann" } });
  const parts = (await (await store.get("/stores/:store/customers/ann/export")).json()) as object;
  const named = new Set<string>(PERSONAL.flatMap(({ exported = [] }) => exported));
  expect([...named].toSorted()).toEqual(Object.keys(parts).toSorted());
});

test("docs: the page has the rows of the code", () => {
  expect(erasurePage(PAGE) === PAGE, "run `bun run openapi`").toBe(true);
});

/** The tables of the page: the names of tables, or of a schema, and those of their columns; `all` for all. */
const listed = PAGE.split("\n")
  .filter((line) => /^\| (?:`|every table|the schema)/.test(line))
  .map((line) => {
    const [, tables = "", columns = ""] = line.split("|");
    const namesIn = (text: string) => Array.from(text.matchAll(/`([a-z_]+)`/g), ([, name = ""]) => name);
    const scope = tables.trim().startsWith("the schema")
      ? "schema"
      : tables.includes("every")
        ? "every"
        : "tables";
    return {
      scope,
      tables: namesIn(tables),
      columns: columns.trim() === "all" ? "all" : namesIn(columns),
    } as const;
  });

test("docs: every column that can hold text has a rule on the page about erasure", async () => {
  const columns = await textColumns(service.ctx.db);
  const without = columns.filter(({ table, column }) => {
    const [schema = "", name = ""] = table.split(".");
    return !listed.some(({ scope, tables, columns: names }) => {
      const isMeant = scope === "every" || tables.includes(scope === "schema" ? schema : name);
      return isMeant && (names === "all" || names.includes(column));
    });
  });
  expect(without.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  expect(columns.length).toBeGreaterThan(150);
});

test("docs: the page lists no table or column that doesn't exist", async () => {
  const existing = new Set(
    (await textColumns(service.ctx.db)).flatMap(({ table, column }) => [
      table.split(".")[1],
      table.split(".")[0],
      `${table.split(".")[1]}.${column}`,
      `.${column}`,
    ]),
  );
  const unknown = listed.flatMap(({ scope, tables, columns }) => [
    ...tables.filter((table) => !existing.has(table)),
    ...(columns === "all" ? [] : columns).filter((column) =>
      scope === "every"
        ? !existing.has(`.${column}`)
        : !tables.some((table) => existing.has(`${table}.${column}`)),
    ),
  ]);
  expect(unknown).toEqual([]);
});
