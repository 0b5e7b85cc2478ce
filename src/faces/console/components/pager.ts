import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";
import { countText, number } from "./count.ts";

/** How many rows a page shows, of how many, if that is known, and in which order. */
type Shown = {
  rows: number;
  of?: { count: number; isAtLeast: boolean } | undefined;
  order?: Label | undefined;
};

/**
 * Returns where in its list a page is, and links to the next page and back to the first; the other parameters of the address
 * stay. The cursor stands in the parameter `after`, the number of rows before it in `n`.
 */
export function pager(url: URL, next: string | undefined, shown?: Shown): Markup | undefined {
  const isFirst = !url.searchParams.has("after");
  const position = shown && placeText(url, next, shown);
  if (isFirst && next === undefined && !position) return undefined;
  const first = new URLSearchParams(url.searchParams);
  first.delete("after");
  first.delete("n");
  const following = new URLSearchParams(url.searchParams);
  if (next !== undefined) following.set("after", next);
  if (shown && next !== undefined) following.set("n", String(rowsBefore(url) + shown.rows));
  return html`<nav class="pager" aria-label="${say("Pages")}">${position && html`<span class="pager-place">${position}</span>`}
    ${isFirst ? undefined : html`<a class="button plain" href="${`${url.pathname}?${first}`}">${say("First page")}</a>`}
    ${next !== undefined && html`<a class="button plain" rel="next" href="${`${url.pathname}?${following}`}">${say("Next page")}</a>`}
  </nav>`;
}

/** Returns such as "51–100 of 154, the newest first". */
function placeText(url: URL, next: string | undefined, { rows, of, order }: Shown): Content {
  if (rows === 0) return undefined;
  const before = rowsBefore(url);
  const last = before + rows;
  const range = rows === 1 ? html`${number(last)}` : html`${number(before + 1)}–${number(last)}`;
  // The last page knows how many there are: rows may have come since they were counted.
  const total = next === undefined ? { count: last, isAtLeast: false } : of;
  return html`${total ? say("{range} of {total}", { range, total: countText(total) }) : range}${order && html`, ${order}.`}`;
}

function rowsBefore(url: URL): number {
  const text = url.searchParams.get("n") ?? "";
  return url.searchParams.has("after") && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
