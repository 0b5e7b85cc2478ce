import type { Document } from "../../core/openapi/document.ts";
import { problem } from "../../lib/problem.ts";
import { createYielder } from "../../lib/yielder.ts";
import { type Encoded, encode } from "./encode.ts";
import { factsOf, namesOf } from "./facts.ts";
import { type Files, readFiles, SECTIONS } from "./files.ts";
import { home } from "./home.ts";
import { type AssetLinks, layout } from "./layout.ts";
import { type Known, renderMarkdown } from "./markdown.ts";
import { type DocsPage, firstParagraph, partsOf } from "./page.ts";
import { groupsOf, pagesOfGroup, type Shown } from "./reference.ts";
import { ORIGIN } from "./samples.ts";
import { createSearch } from "./search.ts";
import { missingPage, searchPage } from "./search-page.ts";
import { stateDrawing, stateTable, type Transitions } from "./state-drawing.ts";

/** The pages and files of the documentation. A page is made when it is first read. */
export type Site = {
  /**
   * Returns the page at a path, its Markdown below the path with `.md`, or a file. Samples have the address of the
   * service at `origin`. Undefined for an unknown path.
   */
  read(path: string, origin: string): Promise<Encoded> | undefined;
  /** Returns a file whose name carries a hash of its content. Throws 404 for an unknown name. */
  asset(name: string): Encoded;
  search(query: string): Promise<Encoded>;
  /** Returns what a browser shows for an unknown path: a page that leads to what may have been meant. */
  missing(path: string): string;
};

/** A client may come under any address: the texts for those that were read longest ago are made again. */
const MAX_KEPT = 400;
const REFERENCE = "API reference";

/** Returns the documentation, made from the description and the written pages. */
export async function buildSite(document: Document, transitions: Transitions): Promise<Site> {
  const files = await readFiles();
  const pace = createYielder();
  const menu = await menuOf(document as Shown, files, transitions, pace);
  const pages = [...menu.values()].flat();
  const first = home(new Map([...menu].map(([title, all]) => [title, all.filter(({ group }) => !group)])));
  const byPath = new Map([first, ...pages].map((page) => [page.path, page]));
  const search = await createSearch(pages, pace);
  const assets = await encodeAssets(files);
  const kept = new Map<string, Promise<Encoded>>();

  function textAt(path: string): [type: string, text: string] | undefined {
    const page = byPath.get(path);
    if (page) {
      const [content, text] = [page.content(), page.text()];
      return ["text/html", layout({ ...page, content, text }, menu, assets.links)];
    }
    const asMarkdown = path === "/docs/llms.txt" ? first : byPath.get(path.replace(/\.md$/, ""));
    if (asMarkdown) return [path.endsWith(".md") ? "text/markdown" : "text/plain", asMarkdown.text()];
    const download = Object.hasOwn(files.downloads, path) ? files.downloads[path] : undefined;
    return download === undefined ? undefined : [typeOfFile(path), download];
  }

  return {
    read(path, origin) {
      const key = `${origin} ${path}`;
      const made = kept.get(key);
      if (made) return made;
      const [type, text] = textAt(path) ?? [];
      if (type === undefined || text === undefined) return undefined;
      const encoded = encode(type, text.replaceAll(ORIGIN, origin));
      kept.set(key, encoded);
      for (const [oldest] of kept) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return encoded;
    },
    asset(name) {
      const asset = assets.files.get(name);
      if (!asset) throw problem("route_not_found", `There is nothing at /docs/assets/${name}.`);
      return asset;
    },
    missing: (path) => layout({ path: "", ...missingPage(path, search) }, menu, assets.links),
    search: (query) =>
      encode(
        "text/html",
        layout({ path: "/docs/search", query, ...searchPage(query, search(query)) }, menu, assets.links),
      ),
  };
}

/** Returns all pages by the sections of the menu. */
async function menuOf(
  document: Shown,
  files: Files,
  transitions: Transitions,
  pace: ReturnType<typeof createYielder>,
): Promise<Map<string, DocsPage[]>> {
  const groups = groupsOf(document);
  const drawing = stateDrawing(transitions);
  const known: Known = {
    pages: new Map([
      ...Object.keys(files.written).map((name): [string, string] => [`${name}.md`, addressOf(name)]),
      ["errors.md", "/docs/reference/errors"],
      ["operations.md", "/docs"],
    ]),
    names: new Map([...titlesOf(files), ...namesOf(groups)]),
    downloads: files.downloads,
    drawings: {
      "transitions.svg": `<div class="beside">${drawing}${stateTable(transitions)}</div>`,
      // In the description it is in Mermaid, which other programs that show a description can draw.
      mermaid: drawing,
    },
  };
  const menu = new Map<string, DocsPage[]>();
  for (const [section, names] of Object.entries(SECTIONS)) {
    const written = names.map((name) =>
      textPage(
        { path: addressOf(name), section, text: files.written[name] ?? "", file: `${name}.md` },
        known,
      ),
    );
    menu.set(section, written);
    await pace();
  }
  const facts = [...factsOf(document, groups)].map(([path, text]) =>
    textPage({ path, section: REFERENCE, text, file: "" }, known),
  );
  const ofGroups = groups.flatMap((group) => pagesOfGroup(group, document.components.schemas, known));
  return menu.set(REFERENCE, [...facts, ...ofGroups]);
}

/** Returns the addresses of written pages by their titles, but for those of one word, which mean other things too. */
function titlesOf({ written }: Files): [title: string, address: string][] {
  return Object.entries(written).flatMap(([name, text]) => {
    const [{ title = "" } = {}] = partsOf(text);
    return title.includes(" ") ? [[title, addressOf(name)]] : [];
  });
}

function addressOf(name: string): string {
  return `/docs/${name.replace(/\/README$/, "")}`;
}

type Written = { path: string; section: string; text: string; file: string };

function textPage({ path, section, text, file }: Written, known: Known): DocsPage {
  return {
    path,
    section,
    title: partsOf(text)[0]?.title ?? path,
    description: firstParagraph(text),
    text: () => text,
    content: () => `<article>${renderMarkdown(text, known, { file })}</article>`,
  };
}

function typeOfFile(path: string): string {
  if (path.endsWith(".json")) return "application/json";
  return path.endsWith(".mjs") ? "text/javascript" : "text/plain";
}

async function encodeAssets({ css, js, icon }: Files) {
  const [style, script, image] = await Promise.all([
    encode("text/css", css),
    encode("text/javascript", js),
    encode("image/svg+xml", icon),
  ]);
  const names = {
    css: `page.${style.hash}.css`,
    js: `page.${script.hash}.js`,
    icon: `icon.${image.hash}.svg`,
  };
  const links = Object.fromEntries(
    Object.entries(names).map(([kind, name]) => [kind, `/docs/assets/${name}`]),
  );
  return {
    links: links as AssetLinks,
    files: new Map<string, Encoded>([
      [names.css, style],
      [names.js, script],
      [names.icon, image],
    ]),
  };
}
