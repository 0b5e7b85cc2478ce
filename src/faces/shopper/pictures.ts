import { html, type Markup } from "../pages/html.ts";

/** Returns the picture of a product; without one, the first letter of its name. */
export function picture(title: string, imageUrl: string | null | undefined): Markup {
  if (imageUrl && /^https:/i.test(imageUrl)) {
    return html`<img class="picture" src="${imageUrl}" alt="" loading="lazy">`;
  }
  const [letter = ""] = title.trim();
  return html`<span class="picture" aria-hidden="true">${letter.toUpperCase()}</span>`;
}
