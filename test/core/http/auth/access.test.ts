import { expect, test } from "bun:test";
import { join } from "node:path";
import typescript, { type Node, type SourceFile } from "typescript-api";

const SRC = join(import.meta.dir, "../../../../src");

// The framework's types accept properties of `access` that don't exist; nothing would read them.
test("the access of a route has only properties that the guard reads", async () => {
  const known = new Set(membersOf(await parse("core/http/guard.ts"), "Access"));
  expect(known).toContain("scope");
  const paths = await Array.fromAsync(new Bun.Glob("**/*.ts").scan(SRC));
  const used = (await Promise.all(paths.map(parse))).flatMap((source) =>
    accessesIn(source).map((name) => ({ path: source.fileName, name })),
  );
  expect(used.length).toBeGreaterThan(40);
  expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
});

async function parse(path: string): Promise<SourceFile> {
  const text = await Bun.file(join(SRC, path)).text();
  return typescript.createSourceFile(path, text, typescript.ScriptTarget.ESNext);
}

/** Returns the names of a type's properties. */
function membersOf({ statements }: SourceFile, type: string): string[] {
  const declaration = statements
    .filter(typescript.isTypeAliasDeclaration)
    .find(({ name }) => name.text === type);
  if (!declaration || !typescript.isTypeLiteralNode(declaration.type)) throw new Error(`no type ${type}`);
  return declaration.type.members.flatMap(({ name }) =>
    name && typescript.isIdentifier(name) ? name.text : [],
  );
}

/** Returns the names of the properties in every `access: { … }`. */
function accessesIn(node: Node): string[] {
  const names: string[] = [];
  const visit = (child: Node) => {
    if (typescript.isPropertyAssignment(child) && isNamed(child.name, "access")) {
      const object = typescript.isSatisfiesExpression(child.initializer)
        ? child.initializer.expression
        : child.initializer;
      if (typescript.isObjectLiteralExpression(object)) {
        names.push(
          ...object.properties.flatMap(({ name }) =>
            name && typescript.isIdentifier(name) ? name.text : [],
          ),
        );
      }
    }
    typescript.forEachChild(child, visit);
  };
  visit(node);
  return names;
}

function isNamed(node: Node, name: string): boolean {
  return typescript.isIdentifier(node) && node.text === name;
}
