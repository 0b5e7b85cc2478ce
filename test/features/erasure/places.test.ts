import { expect, test } from "bun:test";
import { join } from "node:path";
import { textColumns } from "../../support/dump.ts";
import { useService } from "../../support/use-service.ts";

const PAGE = await Bun.file(join(import.meta.dir, "../../../docs/decisions/erasure.md")).text();

const service = useService();

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
