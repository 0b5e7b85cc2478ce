import { MAX_RESULTS, type SearchResult } from "../../features/search/schema.ts";
import { html, type Label, type Markup } from "../pages/html.ts";
import { emptyState } from "./components/empty-state.ts";
import { addressOf } from "./components/object-link.ts";
import { foundAbout, foundTitle } from "./found.ts";
import type { ConsolePage, View, Visit } from "./page.ts";
import { say } from "./texts/texts.ts";

/** Where the results appear while the person types. */
const PANEL_ID = "search-panel";

/** What the search box finds. Its list also appears below the box while the person types. A single one is opened at once. */
export const searchPage: ConsolePage = {
  path: "/search",
  needs: "store_read",
  show: async (visit) => {
    const q = (visit.url.searchParams.get("q") ?? "").trim();
    if (q === "") return searchView(visit, q, []);
    const query = new URLSearchParams({ q });
    const { results } = await visit.api.get<{ results: SearchResult[] }>(
      `/stores/${encodeURIComponent(visit.store.storeId)}/search?${query}`,
    );
    const [only] = results;
    const href = only && results.length === 1 ? addressOf(visit, only.type, only.id) : undefined;
    const isPreview = visit.request.headers.get("hx-target") === PANEL_ID;
    if (href !== undefined && !isPreview)
      return new Response(null, { status: 303, headers: { Location: href } });
    return searchView(visit, q, results);
  },
};

function searchView(visit: Visit, q: string, results: SearchResult[]): View {
  return {
    title: say("Search#noun"),
    lead: q === "" ? undefined : foundText(results.length, html`<bdi>${q}</bdi>`),
    body: html`<div id="found">${results.length > 0 ? resultList(visit, results) : nothing(q)}</div>`,
  };
}

/** A search ends at so many: there may be more. */
function foundText(count: number, text: Markup): Label {
  return count < MAX_RESULTS
    ? say("{count} result for “{text}” | {count} results for “{text}”", { count, text })
    : say("The first {count} results for “{text}”", { count, text });
}

const TYPES = {
  order: "Order",
  return: "Return",
  customer: "Customer",
  withdrawal: "Withdrawal",
} as const;

/** Returns what a search has found, each with a link to its page. */
export function resultList(visit: Visit, results: SearchResult[]): Markup {
  const items = results.map((result) => {
    const { type, id, subtitle } = result;
    const href = addressOf(visit, type, id);
    const content = html`<span class="result-type">${say(TYPES[type])}</span>
      <span><strong>${foundTitle(result)}</strong>${subtitle && html`<small>${foundAbout(result)}</small>`}</span>`;
    return html`<li>${
      href === undefined
        ? html`<span class="result">${content}</span>`
        : html`<a class="result" href="${href}">${content}</a>`
    }</li>`;
  });
  return html`<ul class="results">${items}</ul>`;
}

function nothing(q: string): Markup {
  if (q === "") {
    return emptyState(
      say("Type what you know"),
      say(
        "An order number, an e-mail address, a phone number, a name, a return id, a tracking number or a SKU.",
      ),
    );
  }
  return emptyState(
    say("Nothing found"),
    say(
      "The beginning of an order number, an e-mail address, a name, a return id, a tracking number or a SKU finds it, in capital or small letters.",
    ),
  );
}
