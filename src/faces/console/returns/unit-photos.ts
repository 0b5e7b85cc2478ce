import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import { html, type Markup } from "../../pages/html.ts";
import { thumbnail } from "./image.ts";

/** Of a return's images that a page shows. */
const MAX_SHOWN = 100;

/** Returns the images of an item; with `unit` those of this unit. */
export function photosOf(images: readonly ReturnImage[], itemId: string, unit?: number): ReturnImage[] {
  return images.filter((image) => image.itemId === itemId && (unit === undefined || image.unit === unit));
}

/** Returns small pictures that lead to the whole ones, the latest ones if there are many. */
export function photos(
  { base, returnId, what }: { base: string; returnId: string; what: string },
  images: readonly ReturnImage[],
): Markup | undefined {
  if (images.length === 0) return undefined;
  const shown = images.slice(-MAX_SHOWN);
  const rest = images.length - shown.length;
  const each = shown.map(({ url, unit }, i) => {
    const text = unit === null ? what : `${what}, unit ${unit}`;
    const name = shown.length === 1 ? text : `${text} (${i + 1} of ${shown.length})`;
    return html`<figure>${thumbnail(base, returnId, url, name)}<figcaption><bdi>${text}</bdi></figcaption></figure>`;
  });
  return html`<div class="thumbnails">${each}</div>${rest > 0 && html`<p class="help">and ${rest} older pictures, in the timeline</p>`}`;
}
