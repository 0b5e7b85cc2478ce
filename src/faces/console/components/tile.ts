import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";

type Tile = {
  name: Label;
  /** What exactly the number counts, for those who point at it. */
  counts?: Label;
  value: Content;
  note?: Content;
  /** The list behind the number. */
  href?: string | undefined;
  tone?: "warn" | "bad" | undefined;
  /** Whether the value is more than a number. */
  isLong?: boolean;
};

/** Returns a number with its name, which leads to the list behind it. */
export function tile({ name, counts, value, note, href, tone, isLong }: Tile): Markup {
  const content = html`<span class="tile-name">${name}</span>
    <span class="${isLong ? "tile-value many" : "tile-value"}">${value}</span>
    ${note && html`<span class="tile-note">${note}</span>`}`;
  const look = tone ? `tile ${tone}` : "tile";
  const title = attributes({ title: counts });
  return html`<li>${href === undefined ? html`<div class="${look}" ${title}>${content}</div>` : html`<a class="${look}" href="${href}" ${title}>${content}</a>`}</li>`;
}

/** Returns a list of tiles; those that are left out are undefined or false. */
export function tiles(all: readonly Content[]): Markup {
  return html`<ul class="tiles">${all}</ul>`;
}
