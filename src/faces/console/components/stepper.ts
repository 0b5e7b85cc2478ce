import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** Returns a field for a number of units, with buttons for one less and one more, which are only shown with JavaScript. */
export function stepper(label: Label, control: Parameters<typeof attributes>[0]): Markup {
  const step = (by: number, sign: string, name: Label) =>
    html`<button type="button" class="button needs-script" tabindex="-1" data-step="${by}" aria-label="${name}: ${label}">${sign}</button>`;
  return html`<span class="stepper">${step(-1, "−", say("One less"))}<input type="number" inputmode="numeric" autocomplete="off"
    aria-label="${label}" ${attributes(control)}>${step(1, "+", say("One more"))}</span>`;
}
