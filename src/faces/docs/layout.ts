import { escapeText } from "../../lib/escape-text.ts";

type Link = { href: string; title: string; links?: Link[] };

export type Section = { title: string; links: Link[] };

type DocsPage = { path: string; title: string; description: string; content: string };

/** The addresses of the files that every page loads. */
export type AssetLinks = { css: string; js: string; icon: string; search: string };

/** Returns a whole page: bar, left menu, content. */
export function layout(
  { path, title, description, content }: DocsPage,
  menu: Section[],
  assets: AssetLinks,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${escapeText(title)} · Aftersale</title>
<meta name="description" content="${escapeText(description)}" />
<link rel="icon" href="${assets.icon}" />
<link rel="stylesheet" href="${assets.css}" />
<script src="${assets.js}" defer></script>
</head>
<body data-search="${assets.search}">
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<button type="button" class="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
<a class="home" href="/docs"><img src="${assets.icon}" alt="" width="24" height="24" />Aftersale <span>Docs</span></a>
<form class="search" role="search"><input type="search" id="search-field" aria-label="Search the documentation"
placeholder="Search" autocomplete="off" spellcheck="false" aria-controls="results" /><ul id="results" hidden></ul></form>
<details class="account"><summary>Store and secret</summary><form>
<label for="store-field">Store</label><input id="store-field" name="store" placeholder="demo" autocomplete="off" spellcheck="false" />
<label for="secret-field">API secret</label><input id="secret-field" name="secret" type="password" placeholder="aftersale_…"
autocomplete="off" spellcheck="false" />
<p class="hint">Fills the samples and the forms of every page. Kept in this tab alone, until it is closed.</p></form></details>
</header>
<div class="frame">
<nav id="menu" aria-label="Documentation">${menu.map((section) => sectionOf(section, path)).join("\n")}</nav>
<main id="content" tabindex="-1">${content}</main>
</div>
</body>
</html>
`;
}

function sectionOf({ title, links }: Section, path: string): string {
  return `<h2>${title}</h2><ul>${links.map((link) => linkOf(link, path)).join("")}</ul>`;
}

function linkOf({ href, title, links = [] }: Link, path: string): string {
  const isCurrent = href === path;
  const inner =
    isCurrent && links.length ? `<ul>${links.map((link) => linkOf(link, path)).join("")}</ul>` : "";
  return `<li><a href="${href}"${isCurrent ? ' aria-current="page"' : ""}>${escapeText(title)}</a>${inner}</li>`;
}
