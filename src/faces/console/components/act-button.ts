import { html, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { type ButtonLook, button } from "./button.ts";

type Options = {
  act: string;
  text: string;
  look?: ButtonLook;
  hidden?: Record<string, string>;
  /** Asked in a dialog before it is done, when JavaScript runs. */
  confirm?: { title: string; text: string };
};

/** Returns a form of one button, which does an act of its page. */
export function actButton(
  visit: Visit,
  { act, text, look = "plain", hidden = {}, confirm }: Options,
): Markup {
  const values = Object.entries({ _act: act, _token: visit.formToken, ...hidden });
  const inputs = values.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const action = visit.url.pathname + visit.url.search;
  if (!confirm)
    return html`<form class="inline" method="post" action="${action}">${inputs}${button(text, { look })}</form>`;
  const id = `confirm-${act}-${Object.values(hidden)
    .join("-")
    .replaceAll(/[^\w-]/g, "_")}`;
  return html`<form class="inline" method="post" action="${action}">${inputs}
    <button class="button ${look}" data-opens="${id}">${text}</button>
    <dialog id="${id}" aria-labelledby="${`${id}-title`}">
      <h2 id="${`${id}-title`}">${confirm.title}</h2>
      <p>${confirm.text}</p>
      <div class="form-buttons">${button(text, { look: look === "plain" ? "primary" : "danger" })}<button type="button"
        class="button plain" data-closes>Cancel</button></div>
    </dialog></form>`;
}
