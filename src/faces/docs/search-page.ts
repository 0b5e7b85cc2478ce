import { escapeText } from "../../lib/escape-text.ts";
import { cutText } from "../../lib/text.ts";
import type { Hit, Search } from "./search.ts";

const MAX_PATH_CHARACTERS = 120;
const MAX_MEANT = 6;

/** Returns the page of a search's hits. The script of the other pages shows the same list below the field. */
export function searchPage(query: string, hits: Hit[]) {
  const nothing = query
    ? "Nothing was found. Try fewer or other words."
    : "Enter what you are looking for above.";
  return {
    title: query ? `${query} · Search` : "Search",
    description: "What the documentation says about it.",
    content: `<h1>${query ? `Search: ${escapeText(query)}` : "Search"}</h1>
${hits.length > 0 ? listOf(hits) : `<p>${nothing}</p>`}`,
  };
}

/** Returns the page in place of one that isn't there: what a search for the words of its address finds. */
export function missingPage(path: string, search: Search) {
  const asked = path.replace(/^\/docs\/|\.(?:md|html?)$/g, "").replace(/%[\da-f]{2}|[^\p{L}\p{N}]+/giu, " ");
  const hits = search(asked, MAX_MEANT);
  const shown = escapeText(cutText(path, MAX_PATH_CHARACTERS));
  return {
    title: "No such page",
    description: "The documentation has no page at this address.",
    content: `<h1>No such page</h1>
<p>The documentation has nothing at <code>${shown}</code>. All its pages are in the menu and on <a href="/docs">the first page</a>.</p>
${hits.length > 0 ? `<h2>You may be looking for</h2>${listOf(hits)}` : ""}`,
  };
}

function listOf(hits: Hit[]): string {
  const items = hits.map(
    ({ href, title, page, line }) =>
      `<li><a href="${href}"><b>${escapeText(title)}</b> <span>${escapeText(page)}</span><p>${line}</p></a></li>`,
  );
  return `<ol id="hits" class="hits">${items.join("\n")}</ol>`;
}
