import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";

/**
 * Returns what has one line where its row has no room for more. Pressing it shows everything in the row whole, pointing at
 * it shows `whole`.
 */
export function clipped(look: string, content: Content, whole?: Label): Markup {
  const shown = attributes({ class: `one-line ${look}`, title: whole });
  return html`<details class="clipped"><summary ${shown}>${content}</summary></details>`;
}
