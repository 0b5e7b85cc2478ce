import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** What the script says when a request fails. */
const SAID = {
  "data-away": say("The service isn't available at the moment. Try again in a few seconds."),
  "data-unreached": say("The service can't be reached. Try again."),
};

/** Returns the corner where short messages appear, with the one that the last act left, and what can be done about it. */
export function toasts(notice: Label | undefined, action?: Markup): Markup {
  const toast =
    action === undefined
      ? html`<div class="toast">${notice}</div>`
      : html`<div class="toast with-action" data-stays><span>${notice}</span>${action}</div>`;
  return html`<div id="toasts" class="toasts" role="status" ${attributes(SAID)}>${(notice || action) && toast}</div>`;
}
