import { escapeText } from "../../lib/escape-text.ts";
import { type DocsPage, partsOf } from "./page.ts";

/** The addresses of the files that every page loads. */
export type AssetLinks = { css: string; js: string; icon: string };

type Shown = Pick<DocsPage, "title" | "description" | "group"> & {
  path: string;
  content: string;
  /** The Markdown of the page, if it has an address. */
  text?: string;
  query?: string;
};

/** With more headings the list of a page has those of its first level alone. */
const MAX_HEADINGS = 40;

/** Returns a whole page: bar, left menu, content, and the list of its headings. `menu` are pages by section. */
export function layout(
  { path, title, description, content, group, text, query = "" }: Shown,
  menu: Map<string, DocsPage[]>,
  assets: AssetLinks,
): string {
  const sections = [...menu].map(([name, pages]) => sectionOf(name, pages, { path, group }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeText(title)} · Aftersale</title>
<meta name="description" content="${escapeText(description)}" />
<link rel="icon" href="${assets.icon}" />
<link rel="stylesheet" href="${assets.css}" />
${text === undefined ? "" : `<link rel="alternate" type="text/markdown" href="${path}.md" />`}
<script src="${assets.js}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
<a class="home" href="/docs"><img src="${assets.icon}" alt="" width="24" height="24" />Aftersale <span>Docs</span></a>
<form class="search" role="search" action="/docs/search"><input type="search" id="search-field" name="q" value="${escapeText(query)}"
aria-label="Search the documentation" aria-keyshortcuts="Control+K" placeholder="Search" autocomplete="off" spellcheck="false"
aria-controls="results" /><kbd aria-hidden="true">Ctrl K</kbd><ol id="results" class="hits" hidden></ol></form>
<details class="account"><summary>Store and secret</summary><form>
<label for="store-field">Store</label><input id="store-field" name="store" placeholder="demo" autocomplete="off" spellcheck="false" />
<label for="secret-field">API secret</label><input id="secret-field" name="secret" type="password" placeholder="aftersale_…"
autocomplete="off" spellcheck="false" />
<p class="hint">Fills the samples and the forms of every page. Kept in this tab alone, until it is closed.</p></form></details>
</header>
<div class="frame">
<nav id="menu" aria-label="Documentation">${sections.join("\n")}</nav>
<main id="content" tabindex="-1">${content}</main>
${text === undefined ? "" : onThisPage(path, text)}
</div>
</body>
</html>
`;
}

type Place = { path: string; group?: string };

/** The operations of a group are listed where one of them is read. */
function sectionOf(name: string, pages: DocsPage[], { path, group = path }: Place): string {
  const items = pages.map((page) => {
    const own = page.path === group ? pages.filter((one) => one.group === group) : [];
    const inner =
      own.length > 0 ? `<ul>${own.map((one) => `<li>${linkOf(one, path)}</li>`).join("")}</ul>` : "";
    return page.group === undefined ? `<li>${linkOf(page, path)}${inner}</li>` : "";
  });
  return `<h2>${name}</h2><ul>${items.join("")}</ul>`;
}

function linkOf({ path, title }: DocsPage, current: string): string {
  return `<a href="${path}"${path === current ? ' aria-current="page"' : ""}>${escapeText(title)}</a>`;
}

function onThisPage(path: string, text: string): string {
  const all = partsOf(text).filter(({ level }) => level === 2 || level === 3);
  const shown = all.length > MAX_HEADINGS ? all.filter(({ level }) => level === 2) : all;
  const links = shown.map(
    ({ level, title, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${breakableTitle(title)}</a></li>`,
  );
  const list = links.length > 1 ? `<h2>On this page</h2><ul>${links.join("")}</ul>` : "";
  return `<nav class="toc" aria-label="On this page">${list}<p><a href="${path}.md">This page as Markdown</a></p></nav>`;
}

/** A long name of a program breaks between its words, rather than inside one. */
function breakableTitle(title: string): string {
  const text = escapeText(title);
  return title.includes(" ") ? text : text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "<wbr>");
}
