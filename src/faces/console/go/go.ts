import type { SearchResult } from "../../../features/search/schema.ts";
import { at, html, type Markup, type PerReader } from "../../pages/html.ts";
import { emptyState } from "../components/empty-state.ts";
import { addressOf } from "../components/object-link.ts";
import type { ConsolePage, Visit } from "../page.ts";
import { resultList } from "../search.ts";
import { say } from "../texts/texts.ts";
import { FOUND_ID, goForm, PANEL_ID } from "./palette.ts";
import { actsNamed, type Place, pagesNamed, placeItem } from "./places.ts";

/** Of records the first ones: the search has all. */
const MAX_RECORDS = 8;

type Found = { records: SearchResult[]; pages: Place[]; acts: Place[] };

/**
 * Where the person can go: records that the search finds, pages and acts. The dialog of `Ctrl K` shows its list. What is
 * the only one is opened at once.
 */
export const goPage: ConsolePage = {
  path: "/go",
  needs: "store_read",
  show: async (visit) => {
    const q = (visit.url.searchParams.get("q") ?? "").trim();
    const records = q === "" ? [] : await recordsNamed(visit, q);
    const found = { records, pages: pagesNamed(visit, q), acts: actsNamed(visit, q) };
    const only = onlyOne(visit, found);
    const isPreview = visit.request.headers.get("hx-target") === PANEL_ID;
    if (q !== "" && only !== undefined && !isPreview)
      return new Response(null, { status: 303, headers: { Location: only } });
    return {
      title: say("Go to"),
      body: html`${goForm(visit, { id: "go", q })}<div id="${FOUND_ID}" class="section-gap">${list(visit, found)}</div>`,
    };
  },
};

async function recordsNamed({ api, store }: Visit, q: string): Promise<SearchResult[]> {
  const path = at`/stores/${store.storeId}/search`;
  const { results } = await api.get<{ results: SearchResult[] }>(`${path}?${new URLSearchParams({ q })}`);
  return results.slice(0, MAX_RECORDS);
}

function onlyOne(visit: Visit, { records, pages, acts }: Found): string | undefined {
  const places = [...pages, ...acts];
  if (records.length + places.length !== 1) return undefined;
  const [record] = records;
  return record ? addressOf(visit, record.type, record.id) : places[0]?.href;
}

function list(visit: Visit, { records, pages, acts }: Found): Markup {
  if (records.length + pages.length + acts.length === 0) {
    return emptyState(
      say("Nothing found"),
      say("The beginning of a page's name, an order number, an e-mail address or a name finds it."),
    );
  }
  const places = (title: PerReader, all: Place[]) =>
    all.length > 0 && group(title, html`<ul class="results">${all.map((each) => placeItem(each))}</ul>`);
  return html`${
    records.length > 0 && group(say("Orders, returns and customers"), resultList(visit, records))
  }${places(say("Pages"), pages)}${places(say("Acts"), acts)}`;
}

function group(title: PerReader, content: Markup): Markup {
  return html`<section class="go-group"><h2>${title}</h2>${content}</section>`;
}
