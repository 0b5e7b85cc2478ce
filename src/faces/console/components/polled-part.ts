import { type Content, html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

/**
 * Returns a part of a page that requests its page again every two seconds while work is in progress, and replaces
 * itself. It may hold no form with fields.
 */
export function polledPart(visit: Visit, id: string, content: Content, isBusy: boolean): Markup {
  if (!isBusy) return html`<div id="${id}">${content}</div>`;
  const address = visit.url.pathname + visit.url.search;
  return html`<div id="${id}" data-polled-part hx-get="${address}" hx-trigger="every 2s" hx-select="${`#${id}`}" hx-target="this"
    hx-swap="outerHTML" hx-push-url="false" hx-disinherit="hx-select hx-target hx-swap hx-push-url">${content}</div>`;
}
