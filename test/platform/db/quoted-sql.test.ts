import { expect, test } from "bun:test";
import { join } from "node:path";
import typescript, { type Expression, type Node, type SourceFile } from "typescript-api";

const ROOT = join(import.meta.dir, "../../..", "src");

/** Rooms whose statements name what they are given: a table, a slot, a sequence. Elsewhere all names are constants. */
const NAMING_ROOMS = /^(?:boot|operate|platform\/(?:db|cells)|core\/jobs|features\/(?:erasure|stores))\//;
const STATEMENT =
  /^[\s(]*(select|insert|update|delete|copy|create|alter|drop|lock|set|listen|declare|with|analyze|truncate|fetch)\b/i;
const RUNS = /(^|\.)(query|copyTo|copyFrom)$/;
const CONSTANT = /^(String\()?[A-Z][A-Z0-9_]*(\.sql|\.length)?( [-+*] \d+)?\)?$/;
const QUOTED = /\b(quoteIdentifier|pg\.escapeLiteral)\b/;

/** What stands in statements as it is: SQL already, or a number. */
const SQL_ALREADY = [
  // As the catalogue writes them.
  ...["platform/db/backup/defer-indexes.ts: table", "platform/db/backup/defer-indexes.ts: definition"],
  // Compared with the names of our own tables by requireKnown, or found by those.
  ...["platform/db/backup/load.ts: name", 'platform/db/backup/load.ts: names.join(", ")'],
  "platform/db/backup/read-database.ts: name",
  'platform/db/backup/read-database.ts: before.map(({ name }) => name).join(", ")',
  'platform/db/lock-within.ts: isShared ? "_shared" : ""',
  // Milliseconds.
  "operate/moves/hand-over.ts: rest",
];

/** What `sql.raw` is given apart from constants: names in the code that calls these functions. */
const RAW = [
  'features/events/erase-batches.ts: eventsOfBatch("batch")',
  'features/erasure/export-events.ts: eventsOfBatch("batch")',
  "features/activity/summary/counted.ts: String(bound + 1)",
  "features/returns/read/bytes-of-row.ts: bytesOfRowText(name, entries)",
  "features/segments/counted-statement.ts: id",
  // Of a declaration.
  "core/delivery/stream-table.ts: maySend",
  ...["core/imports/import-part.ts: kind.row.sql", "core/imports/read.ts: kind.row.sql"],
];

const files = await Array.fromAsync(new Bun.Glob("**/*.ts").scan(ROOT));
const sources = await Promise.all(files.toSorted().map(parse));

test("a statement has names and values only through the functions that quote", () => {
  const unquoted = sources.flatMap((source) =>
    nodesOf(source)
      .filter(typescript.isTemplateExpression)
      .filter((template) => isStatement(template, source))
      .flatMap(({ templateSpans }) => templateSpans.map(({ expression }) => expression))
      .filter((expression) => !isQuoted(expression, source))
      .map((expression) => placeOf(expression, source)),
  );
  expect(unquoted.filter((place) => !SQL_ALREADY.includes(place))).toEqual([]);
  expect(SQL_ALREADY.filter((place) => !unquoted.includes(place))).toEqual([]);
});

test("sql.raw is given constants", () => {
  const raw = sources.flatMap((source) =>
    nodesOf(source)
      .filter(typescript.isCallExpression)
      .filter(({ expression }) => expression.getText(source) === "sql.raw")
      .flatMap(({ arguments: [given] }) => (given ? partsOf(given) : []))
      .filter((expression) => !CONSTANT.test(expression.getText(source)) && !isLiteral(expression))
      .map((expression) => placeOf(expression, source)),
  );
  expect(raw.filter((place) => !RAW.includes(place))).toEqual([]);
  expect(RAW.filter((place) => !raw.includes(place))).toEqual([]);
});

async function parse(path: string): Promise<SourceFile> {
  const text = await Bun.file(join(ROOT, path)).text();
  return typescript.createSourceFile(path, text, typescript.ScriptTarget.ESNext, true);
}

function nodesOf(node: Node): Node[] {
  const all: Node[] = [node];
  typescript.forEachChild(node, (child) => void all.push(...nodesOf(child)));
  return all;
}

function isStatement(template: Node, source: SourceFile): boolean {
  const { parent } = template;
  if (typescript.isTaggedTemplateExpression(parent)) return false;
  if (typescript.isCallExpression(parent) && RUNS.test(parent.expression.getText(source))) return true;
  return NAMING_ROOMS.test(source.fileName) && STATEMENT.test(template.getText(source).slice(1));
}

/** A constant of the file counts as what it is made of. */
function isQuoted(expression: Expression, source: SourceFile): boolean {
  const text = expression.getText(source);
  if (CONSTANT.test(text) || QUOTED.test(text)) return true;
  const name = /^(\w+)(\.join\(.*\))?$/.exec(text)?.[1];
  return nodesOf(source).some(
    (node) =>
      typescript.isVariableDeclaration(node) &&
      node.name.getText(source) === name &&
      QUOTED.test(node.initializer?.getText(source) ?? ""),
  );
}

/** The parts of a template or of a choice, or the expression itself. */
function partsOf(expression: Expression): Expression[] {
  if (typescript.isTemplateExpression(expression))
    return expression.templateSpans.map(({ expression }) => expression);
  if (typescript.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse];
  return [expression];
}

function isLiteral(expression: Expression): boolean {
  return typescript.isStringLiteral(expression) || typescript.isNoSubstitutionTemplateLiteral(expression);
}

function placeOf(expression: Expression, source: SourceFile): string {
  return `${source.fileName}: ${expression.getText(source)}`;
}
