import { type Content, html, type Label, type Markup } from "../../pages/html.ts";

/** Returns what stands where a list has nothing to show: what would be here, and how it gets here. */
export function emptyState(title: Label, text: Content, action?: Markup): Markup {
  return html`<div class="empty"><p class="empty-title">${title}</p><p>${text}</p>${action}</div>`;
}
