import { html, type Markup } from "../../pages/html.ts";

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** Returns a word with a dot in the colour of its meaning. */
export function badge(text: string, tone: Tone = "neutral"): Markup {
  return html`<span class="badge ${tone}">${text}</span>`;
}
