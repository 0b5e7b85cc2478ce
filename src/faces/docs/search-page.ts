import { escapeText } from "../../lib/escape-text.ts";
import type { Hit } from "./search.ts";

/** Returns the page of a search's hits. The script of the other pages shows the same list below the field. */
export function searchPage(query: string, hits: Hit[]) {
  const items = hits.map(
    ({ href, title, page, line }) =>
      `<li><a href="${href}"><b>${escapeText(title)}</b> <span>${escapeText(page)}</span><p>${line}</p></a></li>`,
  );
  const nothing = query
    ? "Nothing was found. Try fewer or other words."
    : "Enter what you are looking for above.";
  return {
    title: query ? `${query} · Search` : "Search",
    description: "What the documentation says about it.",
    content: `<h1>${query ? `Search: ${escapeText(query)}` : "Search"}</h1>
${items.length > 0 ? `<ol id="hits" class="hits">${items.join("\n")}</ol>` : `<p>${nothing}</p>`}`,
  };
}
