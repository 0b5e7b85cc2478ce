import { html, type Markup } from "../html.ts";

/** Returns a link to another host, in a tab of its own; a text that is no such address stays a text. */
export function externalLink(url: string, text: string = url): Markup {
  if (!/^https?:\/\//i.test(url)) return html`<bdi>${text}</bdi>`;
  return html`<a href="${url}" target="_blank" rel="noopener noreferrer"><bdi>${text}</bdi></a>`;
}
