import { attributes, html, type Markup } from "../../pages/html.ts";

/** Returns a field for a number of units, with buttons for one less and one more, which are only shown with JavaScript. */
export function stepper(label: string, control: Parameters<typeof attributes>[0]): Markup {
  const step = (by: number, sign: string, name: string) =>
    html`<button type="button" class="button needs-script" tabindex="-1" data-step="${by}" aria-label="${`${name}: ${label}`}">${sign}</button>`;
  return html`<span class="stepper">${step(-1, "−", "One less")}<input type="number" inputmode="numeric" autocomplete="off"
    aria-label="${label}" ${attributes(control)}>${step(1, "+", "One more")}</span>`;
}
