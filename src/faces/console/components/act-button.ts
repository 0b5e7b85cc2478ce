import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import { type ButtonLook, button } from "./button.ts";

type Options = {
  act: string;
  text: Label;
  look?: ButtonLook;
  hidden?: Record<string, string>;
  /** Tells its dialog from that of another row with the same fields. */
  row?: string;
  /** Asked in a dialog before it is done, when JavaScript runs. */
  confirm?: Question;
};

export type Question = {
  title: Label;
  text: Content;
  /** What is asked with it. It can be required by the act alone: without JavaScript the dialog is closed. */
  fields?: Content;
  /** The dialog is open, because what was given in it can't be taken. */
  isOpen?: boolean;
};

/** Returns a form of one button, which does an act of its page. */
export function actButton(
  visit: Visit,
  { act, text, look = "plain", hidden = {}, row, confirm }: Options,
): Markup {
  const values = Object.entries({ _act: act, _token: visit.formToken, ...hidden });
  const inputs = values.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const action = visit.url.pathname + visit.url.search;
  if (!confirm)
    return html`<form class="inline" method="post" action="${action}">${inputs}${button(text, { look })}</form>`;
  const id = `confirm-${act}-${[...Object.values(hidden), row ?? []]
    .flat()
    .join("-")
    .replaceAll(/[^\w-]/g, "_")}`;
  return html`<form class="inline" method="post" action="${action}">${inputs}
    <button class="button ${look}" data-opens="${id}">${text}</button>
    ${questionDialog(id, confirm, { text, look, cancelTo: action })}</form>`;
}

type Answer = { text: Label; look: ButtonLook; cancelTo: string };

/** Returns the dialog of a question, which stands in the form that its button sends. */
export function questionDialog(id: string, question: Question, { text, look, cancelTo }: Answer): Markup {
  const { title, text: asked, fields, isOpen } = question;
  return html`<dialog id="${id}" aria-labelledby="${`${id}-title`}" ${attributes({ open: isOpen, "data-open": isOpen })}>
      <h2 id="${`${id}-title`}">${title}</h2>
      <p>${asked}</p>
      ${fields}
      <div class="form-buttons">${button(text, { look: ["plain", "primary"].includes(look) ? "primary" : "danger" })}<a
        class="button plain" href="${cancelTo}" data-closes>${say("Cancel")}</a></div>
    </dialog>`;
}
