/**
 * A preload of the service: lets each function of `src` mark its file when it runs. A GET at the socket that `MARKS` names
 * returns the files marked since the last one.
 */
import { join, relative } from "node:path";
import { plugin } from "bun";
import typescript, { type ConciseBody, type Node } from "typescript-api";

const ROOT = join(import.meta.dir, "../../..");

const shared = globalThis as { marks?: Record<string, true> };
shared.marks = {};

plugin({
  name: "mark files",
  setup: (build) => {
    build.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
      contents: marked(await Bun.file(path).text(), relative(ROOT, path)),
      loader: "ts",
    }));
  },
});

Bun.serve({
  unix: process.env.MARKS ?? "",
  fetch: () => {
    const files = Object.keys(shared.marks ?? {}).toSorted();
    shared.marks = {};
    return Response.json(files);
  },
});

function marked(source: string, path: string): string {
  const mark = `globalThis.marks[${JSON.stringify(path)}] = true`;
  const insertions: [at: number, text: string][] = [];
  const visit = (node: Node) => {
    const body = bodyOf(node);
    if (body && typescript.isBlock(body)) insertions.push([body.getStart() + 1, ` ${mark};`]);
    else if (body) insertions.push([body.getStart(), `{ ${mark}; return `], [body.getEnd(), "; }"]);
    typescript.forEachChild(node, visit);
  };
  visit(typescript.createSourceFile(path, source, typescript.ScriptTarget.ESNext, true));
  let text = source;
  for (const [at, insertion] of insertions.toSorted(([a], [b]) => b - a)) {
    text = text.slice(0, at) + insertion + text.slice(at);
  }
  return text;
}

function bodyOf(node: Node): ConciseBody | undefined {
  const isFunction = typescript.isFunctionLike(node) && "body" in node;
  return isFunction ? (node.body as ConciseBody | undefined) : undefined;
}
