import { hmacOf } from "../../../core/delivery/sign.ts";
import { html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

export type Product = { name: string; imageUrl?: string | null | undefined };

/** Pictures of other hosts come through a page of ours, which loads only what this person's pages name. */
export const PICTURE_PATH = "/picture";

type Look = {
  /** Whether the product's name stands beside its picture. */
  isNamed?: boolean;
};

/** Returns a product's picture beside what is said of it; without a picture, the first letter of its name. */
export function productCell(
  visit: Visit,
  product: Product | undefined,
  words: Markup,
  { isNamed = true }: Look = {},
): Markup {
  return html`<span class="product">${product && thumb(visit, product, isNamed)}<span>${words}</span></span>`;
}

function thumb(visit: Visit, { name, imageUrl }: Product, isNamed: boolean): Markup {
  if (imageUrl && /^https?:/i.test(imageUrl)) {
    const query = new URLSearchParams({ of: imageUrl, by: pictureSignature(visit, imageUrl) });
    return html`<img class="thumb" src="${`${visit.base}${PICTURE_PATH}?${query}`}" alt="${isNamed ? "" : name}" width="36" height="36" loading="lazy" decoding="async">`;
  }
  const [letter = ""] = name.trim();
  return html`<span class="thumb" aria-hidden="true">${letter.toUpperCase()}</span>`;
}

/** Returns what says that a page of this session has named an address. */
export function pictureSignature({ formToken, store }: Visit, imageUrl: string): string {
  return hmacOf(formToken, `picture ${store.storeId} ${imageUrl}`);
}
