import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import typescript, { type Node, type SourceFile, type Statement } from "typescript-api";

const ROOT = join(import.meta.dir, "..");
const MOST_BY_POSITION = 6;
/** What a function loads when it is called. */
const LATER = /const \{([^}]*)\} = await import\("([^"]*)"\)/g;

type Export = { path: string; name: string; isType: boolean; text: string };

const paths = await Array.fromAsync(new Bun.Glob("{src,test}/**/*.ts").scan(ROOT));
const sources = await Promise.all(
  paths
    .filter((path) => !path.endsWith(".d.ts"))
    .toSorted()
    .map(parse),
);

const imported = new Set(sources.flatMap(importsOf));
const unused = sources.flatMap(exportsOf).filter(({ path, name }) => !imported.has(`${path}: ${name}`));

test("every exported value has a user in another file", () => {
  // drizzle-kit reads the tables from their files.
  const values = unused.filter(({ path, isType }) => !isType && !path.startsWith("src/platform/db/tables/"));
  const names = values.map(({ path, name }) => `${path}: ${name}`);
  expect(names).toEqual([]);
});

test("every exported type has a user in another file or stands in its own file's signatures", () => {
  const types = unused.filter(({ name, isType, text }) => isType && timesIn(text, name) === 1);
  expect(types.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

test("no function of src takes more than six parameters by position, and no call passes more", () => {
  expect(sources.filter(({ fileName }) => fileName.startsWith("src/")).flatMap(longLists)).toEqual([]);
  const planted = parsed("planted.ts", "f(1, 2, 3, 4, 5, 6, 7); const g = (a, b, c, d, e, f, h) => [a, h];");
  expect(longLists(planted)).toEqual([
    "planted.ts: f(1, 2, 3, 4, 5, 6, 7)",
    "planted.ts: (a, b, c, d, e, f, h) => [a, h]",
  ]);
});

/** Returns the functions that take more by position than a reader can hold, and the calls that pass more. */
function longLists(source: SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    const { length } =
      (typescript.isCallExpression(node) && node.arguments) ||
      (typescript.isFunctionLike(node) && node.parameters) ||
      [];
    if (length > MOST_BY_POSITION) found.push(`${source.fileName}: ${node.getText(source).split("\n")[0]}`);
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

async function parse(path: string): Promise<SourceFile> {
  return parsed(path, await Bun.file(join(ROOT, path)).text());
}

function parsed(path: string, source: string): SourceFile {
  return typescript.createSourceFile(path, source, typescript.ScriptTarget.ESNext);
}

/** Returns what a file imports by name, when it is loaded and later, as `path: name`. */
function importsOf({ fileName, statements, text }: SourceFile): string[] {
  const later = Array.from(text.matchAll(LATER), ([, names = "", path = ""]) =>
    names.split(",").map((name) => `${join(dirname(fileName), path)}: ${name.split(":")[0]?.trim()}`),
  );
  const first = statements
    .filter(typescript.isImportDeclaration)
    .flatMap(({ moduleSpecifier, importClause }) => {
      const bindings = importClause?.namedBindings;
      if (!bindings || !typescript.isNamedImports(bindings)) return [];
      const path = typescript.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
      const from = join(dirname(fileName), path);
      return bindings.elements.map(({ name, propertyName }) => `${from}: ${(propertyName ?? name).text}`);
    });
  return [...first, ...later.flat()];
}

function exportsOf({ fileName, statements, text }: SourceFile): Export[] {
  return statements.filter(isExported).flatMap((statement) => {
    const isType = typescript.isTypeAliasDeclaration(statement);
    return namesOf(statement).map((name) => ({ path: fileName, name, isType, text }));
  });
}

function timesIn(text: string, name: string): number {
  return text.match(new RegExp(`\\b${name}\\b`, "g"))?.length ?? 0;
}

function isExported(statement: Statement): boolean {
  const modifiers = typescript.canHaveModifiers(statement) ? typescript.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === typescript.SyntaxKind.ExportKeyword) ?? false;
}

function namesOf(statement: Statement): string[] {
  if (typescript.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) =>
      typescript.isIdentifier(name) ? name.text : "?",
    );
  }
  const isNamed =
    typescript.isFunctionDeclaration(statement) ||
    typescript.isClassDeclaration(statement) ||
    typescript.isTypeAliasDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}
