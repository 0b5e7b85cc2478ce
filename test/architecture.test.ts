import { describe, expect, test } from "bun:test";
import { basename, dirname, join } from "node:path";
import { getTableName } from "drizzle-orm";
import { coinedWords } from "./support/coined-words.ts";
import { readTables } from "./support/tables.ts";

const ENTRIES = ["main.ts", "main-node.ts", "main-deno.ts", "cli.ts"];

/**
 * The rooms of the house by floor, the highest first. A floor is a folder, in which rooms may stand above others; those
 * on one line stand side by side and don't know each other.
 */
const FLOORS = [
  ENTRIES,
  ["boot"],
  ["app.ts", "workers.ts"],
  inFolder("faces", "console docs shopper"),
  inFolder("faces", "pages"),
  inFolder("operate", "commands"),
  inFolder("operate", "moves"),
  inFolder("features", "demo erasure"),
  inFolder("features", "activity change-feed integrations payouts search warehouse webhooks"),
  inFolder("features", "connectors"),
  inFolder("features", "withdrawals"),
  inFolder("features", "returns"),
  inFolder("features", "policy segments"),
  inFolder("features", "events inventory orders storefront"),
  inFolder("features", "customers people"),
  inFolder("features", "mail"),
  inFolder("features", "stores"),
  inFolder("core", "imports"),
  inFolder("core", "delivery lists openapi"),
  inFolder("core", "changes http"),
  inFolder("core", "persons"),
  inFolder("core", "jobs"),
  inFolder("core", "ctx.ts scopes.ts"),
  inFolder("core", "turns"),
  inFolder("platform", "cells metrics"),
  inFolder("platform", "db net"),
  inFolder("platform", "tracing"),
  inFolder("platform", "config"),
  ["lib"],
];
/** The folders that hold rooms. */
const FOLDERS = ["faces", "operate", "features", "core", "platform"];
/** What features stand on, and they, know no HTTP. */
const VERBS = /^(?:features\/|core\/(?:changes|delivery|lists)\/)/;
/** People belong to no store: a membership lets them into each. */
const OF_PEOPLE = [
  ...["people", "sessions", "sign_in_links", "sign_in_attempts"],
  ...["passkeys", "passkey_challenges"],
];
/** Neither does a cell, which holds many, nor a backup, which is of all. */
const OF_NO_STORE = [...OF_PEOPLE, "cells", "backups"];
/** As a file of src sees it. */
const PACKAGE = "../package.json";
const LONGEST_FILE = 250;
/** The files that list the words that others may not use. */
const WORD_LISTS = ["test/architecture.test.ts", "test/support/coined-words.ts"];

/** `code` is `source` without comments. */
const TRANSPILER = new Bun.Transpiler({ loader: "ts" });

type File = { path: string; lines: number; source: string; code: string; imports: string[] };

const files = await readFiles(join(import.meta.dir, "../src"));
const tables = await readTables();

describe("floors", () => {
  test("every file of src stands on a floor", () => {
    expect(breaches((file) => floorOf(file.path) < 0)).toEqual([]);
  });

  test("a floor is a folder of src, and each room of a folder is named", () => {
    const rooms = [...new Set(files.map(({ path }) => roomOf(path)))];
    expect(rooms.toSorted()).toEqual(FLOORS.flat().toSorted());
  });

  test("imports go down: values and types come from lower floors alone", () => {
    const upward = (file: File) =>
      localImports(file)
        .filter(({ path }) => roomOf(path) !== roomOf(file.path))
        .filter(({ path }) => floorOf(path) <= floorOf(file.path))
        .map(({ from }) => from);
    expect(findings(upward)).toEqual([]);
  });

  test("no file needs itself: imports make no cycle, types included", () => {
    expect(cycles()).toEqual([]);
  });
});

describe("what a file may name", () => {
  test("the runtime is named by the entries alone", () => {
    const names = /\b(?:Bun|process|Deno|globalThis)\s*[.?[]|\bimport\.meta\.(?:dir|main|env|file)\b/;
    expect(breaches((file) => !isEntry(file) && names.test(file.code))).toEqual([]);
    const imported = /^(?:bun|bun:.*|node:process|process)$/;
    expect(findings((file) => (isEntry(file) ? [] : importsOf(file, imported)))).toEqual([]);
  });

  // platform/net needs them because fetch connects wherever a name leads: it can't look at the address before.
  // Web Crypto has no scrypt, and signs in another thread; the web's own compression knows gzip alone.
  test("node: modules are imported by platform/db, net and tracing, the entries, what reads packages' files, and cryptography", () => {
    const rooms = inFolder("platform", "db net tracing");
    const others = [
      "core/delivery/sign.ts",
      "faces/docs/files.ts",
      "lib/compress.ts",
      "faces/pages/assets.ts",
      "features/people/password.ts",
    ];
    const allowed = (file: File) =>
      isEntry(file) || rooms.includes(roomOf(file.path)) || others.includes(file.path);
    expect(findings((file) => (allowed(file) ? [] : importsOf(file, /^node:/)))).toEqual([]);
  });

  test("pg-boss is named by core/jobs, workers.ts and the files that open the queue alone", () => {
    const allowed = (file: File) =>
      ["core/jobs", "workers.ts"].includes(roomOf(file.path)) ||
      ["boot/create-context.ts", "boot/open-queue.ts"].includes(file.path);
    const outside = (file: File) => !allowed(file);
    expect(findings((file) => (outside(file) ? importsOf(file, /^pg-boss$/) : []))).toEqual([]);
  });

  test("connections to Postgres are made by platform/db/open.ts and the pools of platform/db/connect.ts", () => {
    // A search among several hosts comes before their connections, and the embedded one knows its server.
    const others = ["platform/db/find-writable-host.ts", "platform/db/embedded/postmaster.ts"];
    const made = /\bnew (?:pg\.)?(?:Client|Pool|ServiceClient|ServicePool|PipelinedClient|RetryingPool)\b/;
    const allowed = ["platform/db/open.ts", "platform/db/connect.ts", ...others];
    expect(breaches((file) => !allowed.includes(file.path) && made.test(file.code))).toEqual([]);
  });

  test("routes hold no SQL: no routes.ts names Drizzle or a table", () => {
    const routes = (file: File) => basename(file.path) === "routes.ts";
    const database = /^drizzle-orm|^pg$|\/db\//;
    expect(findings((file) => (routes(file) ? importsOf(file, database) : []))).toEqual([]);
  });

  test("verbs know no HTTP: in a feature only routes.ts names Elysia, Request or Response", () => {
    const verbs = (file: File) => VERBS.test(file.path) && basename(file.path) !== "routes.ts";
    expect(findings((file) => (verbs(file) ? importsOf(file, /^@?elysia/) : []))).toEqual([]);
    expect(breaches((file) => verbs(file) && /\b(?:Elysia|Request|Response)\b/.test(file.code))).toEqual([]);
  });

  test("the length of a string is bounded by lib/schema-types.ts, which counts code points as the description does", () => {
    const bounded = /\b(?:Type|t)\.String\(\{[^}]*(?:maxLength|minLength: (?!1\b))/;
    expect(breaches((file) => file.path !== "lib/schema-types.ts" && bounded.test(file.code))).toEqual([]);
  });

  test("texts are cut by lib/text-length.ts, which cuts no code point in two", () => {
    const cut =
      /\.slice\(0, (?:\d \* )?MAX_\w*(?:CHARACTERS|LENGTH|VALUE|REASON|ANSWER|AGENT|COMMENT|WISH|POINTER)\b/;
    expect(breaches((file) => cut.test(file.code))).toEqual([]);
  });

  test("what a change writes knows nothing of what sends it: the outbox reaches no deliver-job.ts", () => {
    expect(reachedFrom("core/delivery/publish.ts")).toContain("core/delivery/queue.ts");
    expect(reachedFrom("core/delivery/publish.ts")).not.toContain("core/delivery/deliver-job.ts");
  });

  test("the console's code is loaded where a page is asked for: no process loads it when it starts", () => {
    const starting = [...ENTRIES, "app.ts", "boot/start-cells.ts"];
    const loaded = starting.flatMap((path) => reachedFrom(path, loadedWith));
    expect(loaded).toContain("faces/console/routes.ts");
    const pages = /^faces\/console\/(?:app|layout|pages|run|texts\/.+)\.ts$/;
    expect(loaded.filter((path) => pages.test(path))).toEqual([]);
  });

  test("schemas, views and statuses are functions of values: they name no ctx", () => {
    const pure = (file: File) => /^(?:schema|status|(?:.+-)?view)\.ts$/.test(basename(file.path));
    expect(findings((file) => (pure(file) ? importsOf(file, /ctx\.ts$/) : []))).toEqual([]);
  });
});

describe("files", () => {
  test(`no file is longer than ${LONGEST_FILE} lines`, () => {
    const longer = files.filter(({ lines }) => lines > LONGEST_FILE);
    expect(longer.map(({ path, lines }) => `${path} has ${lines} lines`)).toEqual([]);
  });

  test("no file or folder is a drawer for everything: utils, helpers, types, services, index and the like", () => {
    const drawer =
      /^(?:utils?|helpers?|types?|services?|repositor(?:y|ies)|middlewares?|index|common|misc|shared)$/;
    expect(
      breaches(({ path }) => path.split("/").some((part) => drawer.test(part.replace(/\.ts$/, "")))),
    ).toEqual([]);
  });

  test("names are kebab-case", () => {
    expect(
      breaches(({ path }) => !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/.test(path)),
    ).toEqual([]);
  });

  test("nothing is exported twice: no file passes on another's exports", () => {
    expect(breaches(({ code }) => /^export (?:type )?(?:\*|\{[^}]*\} from)/m.test(code))).toEqual([]);
  });
});

/** Of a column its name, of an expression those of the columns in it. */
function columnsIn(column: object): unknown[] {
  if ("name" in column) return [column.name];
  return "queryChunks" in column ? (column.queryChunks as object[]).flatMap(columnsIn) : [];
}

describe("words", () => {
  test("texts of src use the field's terms: docs/glossary.md explains the few that are our own", () => {
    // The sample data speaks as people do.
    const prose = (file: File) => roomOf(file.path) !== "features/demo";
    const coined =
      /\b(?:tellings?|told|heard|familiar|recognis\w+|strangers?|dialects?|guise|knock|whoever|anybody|everybody|somebody|anew|anyhow)\b/i;
    expect(breaches((file) => prose(file) && coined.test(file.source))).toEqual([]);
  });

  test("identifiers, file names and comments use them, in the tests too", async () => {
    const root = join(import.meta.dir, "..");
    const paths = await Array.fromAsync(new Bun.Glob("{src,test}/**/*.ts").scan(root));
    const sources = paths.filter((path) => !path.endsWith(".d.ts") && !WORD_LISTS.includes(path)).sort();
    const found = sources.map(async (path) => [
      ...coinedWords(path, await Bun.file(join(root, path)).text()),
      ...coinedWords(
        path,
        basename(path, ".ts")
          .replace(/\.test$/, "")
          .replaceAll(/[-.]/g, "_"),
      ),
    ]);
    expect((await Promise.all(found)).flat()).toEqual([]);
  });

  test("no comment begins with The same, which says nothing without the text before it", () => {
    expect(breaches(({ source }) => /(?:\/\*\*|\/\/|^\s*\*) The same\b/m.test(source))).toEqual([]);
  });

  test("a coined word is found in an identifier and in a comment, and not in a string", () => {
    const source = '/** Whoever asks. */\nconst wasTold = "told"; // A stranger.\nconst toldest = 1;';
    expect(coinedWords("a.ts", source)).toEqual(["a.ts: Whoever", "a.ts: stranger", "a.ts: wasTold"]);
  });
});

describe("tables", () => {
  test("every primary key begins with the store, but those of people, cells and backups", () => {
    const ofStores = tables.filter(({ name }) => !OF_NO_STORE.includes(name));
    const first = ofStores.map(({ name, columns, primaryKeys }) => {
      const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
      return `${name}: ${key[0]?.name}`;
    });
    expect(first).toEqual(ofStores.map(({ name }) => `${name}: storeId`));
    expect(tables.length - ofStores.length).toBe(OF_NO_STORE.length);
  });

  test("every unique index, unique constraint and foreign key carries the store, but those of people, cells and backups", () => {
    const ofStores = tables.filter(({ name }) => !OF_NO_STORE.includes(name));
    const keys = ofStores.flatMap((table) => [
      ...table.indexes
        .filter(({ config }) => config.unique)
        .map(({ config }) => ({ key: config.name, columns: config.columns })),
      ...table.uniqueConstraints.map(({ name, columns }) => ({ key: name, columns })),
      ...table.foreignKeys
        .filter((key) => !OF_NO_STORE.includes(getTableName(key.reference().foreignTable)))
        .map((key) => ({ key: key.getName(), columns: key.reference().columns })),
      ...table.columns
        .filter(({ isUnique }) => isUnique)
        .map((column) => ({ key: column.name, columns: [column] })),
    ]);
    expect(keys.length).toBeGreaterThan(ofStores.length / 2);
    const storeless = keys.filter(
      ({ columns }) => !columns.some((column) => columnsIn(column).includes("storeId")),
    );
    expect(storeless).toEqual([]);
  });
});

async function readFiles(root: string): Promise<File[]> {
  const paths = await Array.fromAsync(new Bun.Glob("**/*.ts").scan(root));
  return Promise.all(
    paths.sort().map(async (path) => {
      const source = await Bun.file(join(root, path)).text();
      const code = withoutComments(source);
      return { path, lines: source.trimEnd().split("\n").length, source, code, imports: importsIn(code) };
    }),
  );
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** What a file imports, values and types alike. */
function importsIn(code: string): string[] {
  const declared = code.matchAll(/^(?:import|export)\s+(?:type\s+)?(?:[^"';]*?\bfrom\s+)?"([^"]+)"/gm);
  const dynamic = code.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g);
  return [...declared, ...dynamic].map(([, from = ""]) => from);
}

/** Pairs of what a file imports from src, and its path there. */
function localImports({ path, imports }: File): { from: string; path: string }[] {
  return imports
    .filter((from) => from.startsWith("."))
    .map((from) => ({ from, path: join(dirname(path), from) }))
    .filter(({ path: imported }) => imported !== PACKAGE);
}

function importsOf({ imports }: File, name: RegExp): string[] {
  return imports.filter((from) => name.test(from));
}

function isEntry({ path }: File): boolean {
  return ENTRIES.includes(path);
}

/** Returns the rooms of a folder by their names, with spaces between them. */
function inFolder(folder: string, names: string): string[] {
  return names.split(" ").map((name) => `${folder}/${name}`);
}

/** Returns the room that a file stands in, or the file itself where it stands in none. */
function roomOf(path: string): string {
  const [first = "", second] = path.split("/");
  return FOLDERS.includes(first) ? `${first}/${second}` : first;
}

function floorOf(path: string): number {
  return FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));
}

/** The files that break a rule. */
function breaches(breaks: (file: File) => boolean): string[] {
  return files.filter(breaks).map(({ path }) => path);
}

/** What breaks a rule, file by file. */
function findings(find: (file: File) => string[]): string[] {
  return files.flatMap((file) => find(file).map((from) => `${file.path} imports ${from}`));
}

/** The files that a file imports, and those that they import. */
function reachedFrom(path: string, importsOf = importedBy): string[] {
  const reached = new Set([path]);
  for (const next of reached) {
    const file = files.find((other) => other.path === next);
    for (const imported of file ? importsOf(file) : []) reached.add(imported);
  }
  return [...reached];
}

function importedBy(file: File): string[] {
  return localImports(file).map(({ path }) => path);
}

/** What is loaded with a file: no types, and nothing that a function loads later. */
function loadedWith({ path, source }: File): string[] {
  const imports = TRANSPILER.scanImports(source).filter(({ kind }) => kind === "import-statement");
  return imports.filter((one) => one.path.startsWith(".")).map((one) => join(dirname(path), one.path));
}

function cycles(): string[] {
  const needs = new Map(files.map((file) => [file.path, localImports(file).map(({ path }) => path)]));
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (path: string, trail: string[]) => {
    if (trail.includes(path)) found.add([...trail.slice(trail.indexOf(path)), path].join(" -> "));
    if (trail.includes(path) || done.has(path)) return;
    for (const needed of needs.get(path) ?? []) visit(needed, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return [...found];
}
