import { html, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/**
 * Returns links to the next page of a list, and back to the first; the other parameters of the address stay. The
 * cursor stands in the parameter `after`.
 */
export function pager(url: URL, next: string | undefined): Markup | undefined {
  const isFirst = !url.searchParams.has("after");
  if (isFirst && next === undefined) return undefined;
  const first = new URLSearchParams(url.searchParams);
  first.delete("after");
  const following = new URLSearchParams(url.searchParams);
  if (next !== undefined) following.set("after", next);
  return html`<nav class="pager" aria-label="${say(({ parts }) => parts.pages)}">
    ${isFirst ? undefined : html`<a class="button plain" href="${`${url.pathname}?${first}`}">${say(({ parts }) => parts.firstPage)}</a>`}
    ${next !== undefined && html`<a class="button plain" rel="next" href="${`${url.pathname}?${following}`}">${say(({ parts }) => parts.nextPage)}</a>`}
  </nav>`;
}
