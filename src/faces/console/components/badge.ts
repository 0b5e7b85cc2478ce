import { html, type Label, type Markup } from "../../pages/html.ts";

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** Returns a word with a dot in the colour of its meaning; `means` explains it to those who point at it. */
export function badge(text: Label, tone: Tone = "neutral", means?: Label): Markup {
  return means === undefined
    ? html`<span class="badge ${tone}">${text}</span>`
    : html`<span class="badge ${tone}" title="${means}">${text}</span>`;
}
