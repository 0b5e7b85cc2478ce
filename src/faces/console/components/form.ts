import type { FormState } from "../../pages/form.ts";
import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { faultText, unplacedText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

type FormOptions = {
  /** The act of the page that the form sends. */
  act: string;
  fields?: Field[];
  state: FormState;
  /** The buttons below the fields. */
  buttons: Content;
  /** Further hidden values, such as the id of what is changed. */
  hidden?: Record<string, string>;
  /** Whether it has files. */
  upload?: boolean;
  /** Whether its fields, a few short ones, stand side by side where there is room. */
  inRow?: boolean;
  /** What stands before the fields, and between them and the buttons. */
  before?: Content;
  extra?: Content;
  /** The places in the API's body whose faults `before` and `extra` show. */
  shows?: readonly string[];
};

export type Field = {
  name: string;
  label: Label;
  /** The place of the value in the API's body, at or below which its faults point; `/name` by default. */
  pointer?: string;
  help?: Content;
  value?: string | undefined;
  required?: boolean;
  /** Further attributes of the control. */
  control?: Parameters<typeof attributes>[0];
} & (
  | { type: "text" | "email" | "password" | "url" | "number" | "search" | "date" | "datetime-local" | "file" }
  | { type: "textarea" }
  | { type: "select"; options: { value: string; title: Label }[] }
  | { type: "checkbox" }
  | { type: "choices"; options: Choice[] }
);

export type Choice = {
  value: string;
  title: Label;
  text?: Label;
  control?: Record<string, string | boolean>;
};

/** Returns a form that posts to its own page, with each fault beside its field and the typed values kept. */
export function form(visit: Visit, options: FormOptions): Markup {
  const { act, fields = [], state, buttons, hidden = {}, upload, inRow, before, extra, shows = [] } = options;
  state.claim();
  const isShown = (pointer: string) =>
    shows.includes(pointer) || fields.some((each) => isIn(pointer, pointerOf(each)));
  const others = state.faults.filter(({ pointer }) => pointer === undefined || !isShown(pointer));
  const message = others.length > 0 ? unplacedText(others) : state.message;
  const isInFields = state.faults.length > 0 && others.length === 0;
  return html`<form class="${inRow ? "form in-row" : "form"}" method="post" action="${visit.url.pathname + visit.url.search}" ${attributes(
    {
      enctype: upload ? "multipart/form-data" : undefined,
      "hx-encoding": upload ? "multipart/form-data" : undefined,
    },
  )}>
    <input type="hidden" name="_act" value="${act}">
    <input type="hidden" name="_token" value="${visit.formToken}">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    ${!isInFields && message && html`<p class="form-fault" role="alert">${message}</p>`}
    ${before}
    ${fields.map((each) => field(each, state))}
    ${extra}
    <div class="form-buttons">${buttons}</div>
  </form>`;
}

/** Returns a field with its label, help and fault. */
export function field(given: Field, state: FormState): Markup {
  const place = pointerOf(given);
  const found = state.faults.find(({ pointer = "" }) => isIn(pointer, place));
  const fault = found && faultText(found, given.label);
  const id = `field-${given.name}`;
  const described = [given.help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const help = given.help && html`<p class="help" id="${`${id}-help`}">${given.help}</p>`;
  const below = fault && html`<p class="fault" id="${`${id}-fault`}">${fault}</p>`;
  if (given.type === "choices") {
    return html`<fieldset class="field"><legend>${given.label}</legend>${help}${choices(given, state)}${below}</fieldset>`;
  }
  const common = {
    id,
    name: given.name,
    required: given.required,
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": described || undefined,
    ...given.control,
  };
  const value = state.value(given.name) ?? given.value ?? "";
  if (given.type === "checkbox") {
    const checked = state.message === undefined ? given.value === "on" : state.value(given.name) === "on";
    return html`<div class="field check"><input type="checkbox" value="on" ${attributes({ ...common, checked })}>
      <label for="${id}">${given.label}</label>${help}${below}</div>`;
  }
  return html`<div class="field"><label for="${id}">${given.label}${
    given.required ? undefined : html` <span class="optional">${say("optional")}</span>`
  }</label>${control(given, common, value)}${help}${below}</div>`;
}

function control(given: Field, common: Parameters<typeof attributes>[0], value: string): Markup {
  // Names and sentences in any script; addresses and numbers keep their direction.
  if (given.type === "textarea")
    return html`<textarea rows="4" dir="auto" ${attributes(common)}>${value}</textarea>`;
  if (given.type === "select") {
    const options = given.options.map(
      ({ value: each, title }) =>
        html`<option value="${each}" ${attributes({ selected: each === value })}>${title}</option>`,
    );
    return html`<select ${attributes(common)}>${options}</select>`;
  }
  // A password is never sent back, and a file can't be.
  const shown = given.type === "password" || given.type === "file" ? undefined : value;
  const dir = given.type === "text" ? "auto" : undefined;
  return html`<input type="${given.type}" ${attributes({ ...common, value: shown, dir })}>`;
}

function choices(given: Field & { type: "choices" }, state: FormState): Content {
  const chosen = state.value(given.name) || given.value;
  return html`<div class="choice-cards">${given.options.map(
    ({ value, title, text, control: more }) => html`<label class="choice-card">
      <input type="radio" name="${given.name}" value="${value}" ${attributes({ checked: value === chosen, ...more })}>
      <span><strong>${title}</strong>${text && html`<small>${text}</small>`}</span></label>`,
  )}</div>`;
}

function pointerOf({ name, pointer }: Field): string {
  return pointer ?? `/${name}`;
}

/** Whether a pointer is a field's place, or leads to something inside it. */
function isIn(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
