import { type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { authorName } from "./api-words.ts";
import type { Tone } from "./badge.ts";
import { ago } from "./time.ts";

export type Entry = { at: string; title: Content; by?: Label; tone?: Tone; body?: Content };

/** Returns what has happened, in the order given: when, what, by whom, and more below. */
export function timeline(entries: readonly Entry[], now: Date): Markup {
  const items = entries.map(
    ({ at, title, by, tone = "neutral", body }) => html`<li class="${tone}">
      <p class="timeline-head"><span>${title}</span>${by && html`<span class="by"><bdi>${authorName(by)}</bdi></span>`}${ago(at, now)}</p>
      ${body && html`<div class="timeline-body">${body}</div>`}</li>`,
  );
  return html`<ol class="timeline">${items}</ol>`;
}
