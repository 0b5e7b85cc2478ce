import { attributes, type Content, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

/**
 * Returns a part of a page that shows the store's changes by itself: when something changes, the page is requested
 * again and this part replaced, and the elements with the ids `also`. It waits while a box in it is checked or a dialog
 * is open. It may hold no form with other fields, because what is being typed would be lost. It is requested at most
 * once in `seconds`.
 */
export function livePart(
  visit: Visit,
  id: string,
  content: Content,
  also: readonly string[] = [],
  { seconds = 1 } = {},
): Markup {
  const address = visit.url.pathname + visit.url.search;
  const more = attributes({ "hx-select-oob": also.map((other) => `#${other}`).join() || undefined });
  return html`<div id="${id}" data-live-part hx-get="${address}" hx-trigger="${`live from:body throttle:${seconds}s`}" hx-select="${`#${id}`}"
    hx-target="this" hx-swap="outerHTML" hx-push-url="false" ${more}
    hx-disinherit="hx-select hx-select-oob hx-target hx-swap hx-push-url">${content}</div>`;
}
