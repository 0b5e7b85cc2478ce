import { html, type Label, type Markup } from "../../pages/html.ts";

/** Returns the corner where short messages appear, with the one that the last act left, and what can be done about it. */
export function toasts(notice: Label | undefined, action?: Markup): Markup {
  const toast =
    action === undefined
      ? html`<div class="toast">${notice}</div>`
      : html`<div class="toast with-action" data-stays><span>${notice}</span>${action}</div>`;
  return html`<div id="toasts" class="toasts" role="status">${(notice || action) && toast}</div>`;
}
