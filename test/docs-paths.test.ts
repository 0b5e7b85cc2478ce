import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
/** Two screens. */
const LONGEST_PAGE = 90;

type Page = { path: string; text: string };

const files = await namesOf("{src,test,drizzle}/**/*");
const baseNames = new Set(files.map((path) => basename(path)));
const pages: Page[] = await Promise.all(
  [...(await namesOf("docs/**/*.md")), "README.md", "src/platform/db/README.md", "test/README.md"].map(
    async (path) => ({ path, text: await Bun.file(join(ROOT, path)).text() }),
  ),
);
const howItWorks = pages.filter(({ path }) => path.startsWith("docs/how-it-works/"));

test("docs: every file and folder that a page names is in the repository", () => {
  const named = pages.flatMap(({ path, text }) => pathsIn(text).map((name) => `${path}: ${name}`));
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter((line) => !isThere(line.split(": ")[1] ?? ""))).toEqual([]);
});

test("docs: every link to another page leads to one", () => {
  const links = pages.flatMap(({ path, text }) => linksIn({ path, text }).map((link) => `${path}: ${link}`));
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((line) => !existsSync(join(ROOT, line.split(": ")[1] ?? "")))).toEqual([]);
});

test("docs: every page is linked from another one", () => {
  const linked = new Set(pages.flatMap((page) => linksIn(page).filter((link) => link !== page.path)));
  // The index of the guides is made from their folder.
  const shown = pages.filter(({ path }) => path.startsWith("docs/") && !path.startsWith("docs/guides/"));
  expect(shown.map(({ path }) => path).filter((path) => !linked.has(path))).toEqual([]);
});

describe("docs: a page about how it works", () => {
  test("has at most two screens", () => {
    expect(howItWorks.length).toBeGreaterThan(4);
    const long = howItWorks.filter(({ text }) => text.split("\n").length > LONGEST_PAGE);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("names the test that holds each of its claims", () => {
    const claims = howItWorks.flatMap(({ path, text }) => claimsIn(text).map((row) => `${path}: ${row}`));
    expect(claims.length).toBeGreaterThan(40);
    expect(claims.filter((row) => !/`(?:test\/[^`]+\.test\.ts|bun run torture \w+)`/.test(row))).toEqual([]);
  });
});

test("docs: a missing file, a missing page and a claim without a test are found", () => {
  expect(
    pathsIn("`src/none.ts`, `bun test/none.ts X` and `none.ts`").filter((name) => !isThere(name)),
  ).toEqual(["src/none.ts", "test/none.ts", "none.ts"]);
  expect(linksIn({ path: "docs/a/b.md", text: "[x](../c.md#d), [y](https://z.example)" })).toEqual([
    "docs/c.md",
  ]);
  expect(
    claimsIn(
      "| what holds | test |\n|---|---|\n| A rule. | none |\n\n| other | head |\n|---|---|\n| a | b |",
    ),
  ).toEqual(["| A rule. | none |"]);
});

/** The paths in code spans from the root of the repository, and the names of TypeScript files without a folder. */
function pathsIn(text: string): string[] {
  const spans = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)];
  return spans
    .flatMap(([, span = ""]) => span.split(" "))
    .filter(
      (word) => /^(?:src|test|docs|drizzle)\/[\w./-]+$/.test(word) || /^[\w-]+(?:\.test)?\.ts$/.test(word),
    );
}

function isThere(name: string): boolean {
  return name.includes("/") ? existsSync(join(ROOT, name)) : baseNames.has(name);
}

/** The pages that a page links to, from the root of the repository. */
function linksIn({ path, text }: Page): string[] {
  return [...text.matchAll(/\]\(([^)#\s]+\.md)(?:#[\w-]*)?\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !link.includes("://"))
    .map((link) => join(dirname(path), link));
}

/** The rows of the tables that say what holds. */
function claimsIn(text: string): string[] {
  const tables = text.split("\n\n").filter((block) => block.startsWith("| what holds |"));
  return tables.flatMap((table) => table.trim().split("\n").slice(2));
}

async function namesOf(pattern: string): Promise<string[]> {
  return (await Array.fromAsync(new Bun.Glob(pattern).scan(ROOT))).toSorted();
}
