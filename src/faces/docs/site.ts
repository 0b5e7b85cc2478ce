import type { Document } from "../../core/openapi/document.ts";
import { INFO } from "../../core/openapi/info.ts";
import { problem } from "../../lib/problem.ts";
import { createYielder } from "../../lib/yielder.ts";
import { type Encoded, encode } from "./encode.ts";
import { type Files, readFiles } from "./files.ts";
import { type Guide, guideOf } from "./guides.ts";
import { home } from "./home.ts";
import { type AssetLinks, layout, type Section } from "./layout.ts";
import { renderMarkdown } from "./markdown.ts";
import { type Group, groupsOf } from "./reference.ts";
import { searchIndex } from "./search-index.ts";
import { stateDrawing, type Transitions } from "./state-drawing.ts";

/** The pages and files of the documentation, by path. A page is made when it is first read. */
export type Site = {
  page(path: string): Promise<Encoded>;
  /** Returns a file whose name carries a hash of its content. */
  asset(name: string): Encoded;
  program(name: string): Promise<Encoded>;
};

/** Returns the documentation, made from the description and the guides. Its pages throw 404 for an unknown path. */
export async function buildSite(document: Document, transitions: Transitions): Promise<Site> {
  const files = await readFiles();
  const drawing = stateDrawing(transitions);
  // In the description it is in Mermaid, which other programs that show a description can draw.
  const drawings = { "transitions.svg": drawing, mermaid: drawing };
  const pace = createYielder();
  const guides: Guide[] = [];
  for (const [name, text] of Object.entries(files.guides)) {
    guides.push(guideOf(name, text, { programs: files.programs, drawings }));
    await pace();
  }
  const groups = groupsOf(document, drawings);
  await pace();
  const assets = await encodeAssets(files, JSON.stringify(searchIndex(guides, groups)));
  const menu = menuOf(guides, groups);
  const pages = new Map<string, Promise<Encoded>>();
  const programs = new Map<string, Promise<Encoded>>();
  const makers = makersOf(guides, groups);

  return {
    page(path) {
      const made = pages.get(path);
      if (made) return made;
      const page = makers.get(path)?.();
      if (!page) throw problem("route_not_found", `There is nothing at ${path}.`);
      const encoded = encode("text/html", layout({ path, ...page }, menu, assets.links));
      pages.set(path, encoded);
      return encoded;
    },
    asset(name) {
      const asset = assets.files.get(name);
      if (!asset) throw problem("route_not_found", `There is nothing at /docs/assets/${name}.`);
      return asset;
    },
    program(name) {
      const text = Object.hasOwn(files.programs, name) ? files.programs[name] : undefined;
      if (text === undefined) throw problem("route_not_found", `There is nothing at /docs/programs/${name}.`);
      const program = programs.get(name) ?? encode("text/javascript", text);
      programs.set(name, program);
      return program;
    },
  };
}

type Content = { title: string; description: string; content: string };

function makersOf(guides: Guide[], groups: Group[]): Map<string, () => Content> {
  const introduction = {
    title: "Conventions",
    description: "What is true of every operation.",
    content: () =>
      `<article><h1>Conventions</h1>${renderMarkdown(INFO.description, { below: -1 })}</article>`,
  };
  return new Map<string, () => Content>([
    ["/docs", () => home(guides, groups)],
    ["/docs/reference/conventions", () => ({ ...introduction, content: introduction.content() })],
    ...guides.map((guide) => [guide.path, () => guide] as const),
    ...groups.map((group) => [group.path, () => ({ ...group, content: group.content() })] as const),
  ]);
}

function menuOf(guides: Guide[], groups: Group[]): Section[] {
  return [
    {
      title: "Guides",
      links: guides.map(({ path, title, headings }) => ({
        href: path,
        title,
        links: headings.map((heading) => ({ href: `${path}#${heading.anchor}`, title: heading.title })),
      })),
    },
    {
      title: "API reference",
      links: [
        { href: "/docs/reference/conventions", title: "Conventions" },
        ...groups.map(({ path, title, operations }) => ({
          href: path,
          title,
          links: operations.map(({ operationId, summary }) => ({
            href: `${path}#${operationId}`,
            title: summary,
          })),
        })),
      ],
    },
  ];
}

async function encodeAssets({ css, js, icon }: Files, index: string) {
  const [style, script, image, search] = await Promise.all([
    encode("text/css", css),
    encode("text/javascript", js),
    encode("image/svg+xml", icon),
    encode("application/json", index),
  ]);
  const names = {
    css: `page.${style.hash}.css`,
    js: `page.${script.hash}.js`,
    icon: `icon.${image.hash}.svg`,
    search: `search.${search.hash}.json`,
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
      [names.search, search],
    ]),
  };
}
