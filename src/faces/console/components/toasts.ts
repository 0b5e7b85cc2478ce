import { html, type Markup } from "../../pages/html.ts";

/** Returns the corner where short messages appear, with the one that the last act left. */
export function toasts(notice: string | undefined): Markup {
  return html`<div id="toasts" class="toasts" role="status">${notice && html`<div class="toast">${notice}</div>`}</div>`;
}
