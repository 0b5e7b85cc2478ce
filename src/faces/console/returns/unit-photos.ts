import type { ReturnImage } from "../../../features/returns/images/schema.ts";
import { html, type Label, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";
import { thumbnail } from "./image.ts";

/** Of a return's images that a page shows. */
const MAX_SHOWN = 100;

/** Returns the images of an item; with `unit` those of this unit. */
export function photosOf(images: readonly ReturnImage[], itemId: string, unit?: number): ReturnImage[] {
  return images.filter((image) => image.itemId === itemId && (unit === undefined || image.unit === unit));
}

/** Returns small pictures that lead to the whole ones, the latest ones if there are many. */
export function photos(
  { base, returnId, what }: { base: string; returnId: string; what: Label },
  images: readonly ReturnImage[],
): Markup | undefined {
  if (images.length === 0) return undefined;
  const shown = images.slice(-MAX_SHOWN);
  const rest = images.length - shown.length;
  const each = shown.map(({ url, unit }, i) => {
    const text = unit === null ? what : say("{what}, unit {unit}", { what, unit });
    const name =
      shown.length === 1 ? text : say("{text} ({n} of {all})", { text, n: i + 1, all: shown.length });
    return html`<figure>${thumbnail(base, returnId, url, name)}<figcaption><bdi>${text}</bdi></figcaption></figure>`;
  });
  return html`<div class="thumbnails">${each}</div>${rest > 0 && html`<p class="help">${say("and {count} older picture, in the timeline | and {count} older pictures, in the timeline", { count: rest })}</p>`}`;
}
