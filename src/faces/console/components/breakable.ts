import { html, type Markup } from "../../pages/html.ts";

/** Returns an address or a code that breaks behind its parts, where one line has no room for it, rather than inside a word. */
export function breakable(text: string): Markup {
  const parts = text.split(/(?<=[^/]\/|[@?&_])(?=[^/])|(?<=:\/\/[^/]*)(?=\.)/);
  return html`<bdi>${parts.map((part, i) => html`${i > 0 && html`<wbr>`}${part}`)}</bdi>`;
}
