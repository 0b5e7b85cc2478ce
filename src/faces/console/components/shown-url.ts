import { html, type Markup } from "../../pages/html.ts";
import { breakable } from "./breakable.ts";

/** A part of a path as long as this, with digits and letters, is a credential more likely than a name. */
const CREDENTIAL = /^(?=.*\d)(?=.*[a-z])[\w.~-]{20,}$/i;
const HIDDEN = "•••";

/** Returns a receiver's URL without what may let others in: values of its query, and long random parts of its path. */
export function shownUrl(url: string): string {
  const [, start = "", path = "", query] = /^([a-z]+:\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?/is.exec(url) ?? [];
  const parts = path.split("/").map((part) => (CREDENTIAL.test(part) ? HIDDEN : part));
  const pairs = query?.split("&").map((pair) => pair.replace(/(=).+$|^[^=]{20,}$/, `$1${HIDDEN}`));
  return start + parts.join("/") + (pairs === undefined ? "" : `?${pairs.join("&")}`);
}

/** Returns the same to be read, isolated from the text around it. */
export function urlText(url: string): Markup {
  return html`<span class="url">${breakable(shownUrl(url))}</span>`;
}
