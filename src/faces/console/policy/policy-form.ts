import type { FormState } from "../../pages/form.ts";
import { html, type Label, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { field, form } from "../components/form.ts";
import { faultText } from "../fault-words.ts";
import type { Visit } from "../page.ts";
import { say } from "../texts/texts.ts";
import {
  DOCUMENT_FIELDS,
  type PolicyField,
  REASON_FIELDS,
  REASON_WHEN_FIELDS,
  THEN_FIELDS,
  WHEN_FIELDS,
} from "./fields.ts";
import { itemsIn, type Json, LISTS, nameOf, textOf } from "./form-values.ts";
import { offeredText, ruleText } from "./words.ts";

type Options = {
  document: Json;
  version: number;
  state: FormState;
  /** Leads to what shoppers see of it. */
  shopperPage: Markup;
  /** What became of past returns, if it was tried on them. */
  tried?: Markup | undefined;
};

/** Returns the form of a policy: what holds for all lines, its rules, each with its sentence, and its reasons. */
export function policyForm(visit: Visit, options: Options): Markup {
  const { document, version, state, shopperPage, tried } = options;
  const rules = itemsIn(document, "rules");
  const reasons = itemsIn(document, "reasons");
  const counts = LISTS.map((list) => [`count-${list}`, String(itemsIn(document, list).length)]);
  return form(visit, {
    ...{ act: "save", state, hidden: { version: String(version), ...Object.fromEntries(counts) } },
    shows: state.faults.map(({ pointer = "" }) => pointer).filter((pointer) => isShown(pointer, document)),
    // Enter in a field presses a form's first button.
    before: html`<button class="hidden" name="next" value="save" tabindex="-1" aria-hidden="true">${say("Save")}</button>`,
    buttons: html`${tried}${button(say("Save"), { look: "primary", name: "next", value: "save" })}${button(say("Try on past returns"), { name: "next", value: "try" })}${shopperPage}`,
    extra: html`
      <fieldset class="condition"><legend>${say("Every line")}</legend>${line(document, "", DOCUMENT_FIELDS, state)}</fieldset>
      ${rules.map((rule, i) => ruleFields(rule, i, state))}
      <div class="form-buttons">${add(say("Add rule"), "rules")}</div>
      ${reasons.map((reason, i) => reasonFields(reason, i, state))}
      <div class="form-buttons">${add(say("Add reason"), "reasons")}</div>`,
  });
}

function ruleFields(rule: Json, i: number, state: FormState): Markup {
  const place = `rules.${i}`;
  const number = i + 1;
  return html`<fieldset class="condition"><legend>${say("Rule {number}", { number })}</legend>
    <p class="rule-text">${ruleText(rule)}</p>${faultOf(state, say("This rule"), `/rules/${i}`, `/rules/${i}/then`, `/rules/${i}/when`)}
    ${folded(say("When#rule"), place, rule, WHEN_FIELDS, state)}${folded(say("Then"), place, rule, THEN_FIELDS, state)}
    <div class="form-buttons">${i > 0 && move(`up:rules:${i}`, say("Up"), say("Move rule {number} up", { number }))}
    ${move(`remove:rules:${i}`, say("Remove"), say("Remove rule {number}", { number }))}</div></fieldset>`;
}

function reasonFields(reason: Json, i: number, state: FormState): Markup {
  const place = `reasons.${i}`;
  const number = i + 1;
  return html`<fieldset class="condition"><legend>${say("Reason {number}", { number })}</legend>
    ${line(reason, place, REASON_FIELDS, state)}<p class="rule-text">${offeredText(reason.when)}</p>
    ${folded(say("When#rule"), place, reason, REASON_WHEN_FIELDS, state)}
    <div class="form-buttons">${move(`remove:reasons:${i}`, say("Remove"), say("Remove reason {number}", { number }))}</div></fieldset>`;
}

/** Fields that are out of sight until they are wanted, or at fault; those of what decides nothing yet are in sight. */
function folded(title: Label, place: string, item: Json, fields: PolicyField[], state: FormState): Markup {
  const isNew = Object.keys((item.then as Json | undefined) ?? { code: 1 }).length === 0;
  const hasFault = fields.some((each) => faultsIn(state, pointerOf(place, each)).length > 0);
  const content = html`<summary>${title}</summary>${line(item, place, fields, state)}`;
  return isNew || hasFault
    ? html`<details class="fold" open>${content}</details>`
    : html`<details class="fold">${content}</details>`;
}

function line(item: Json, place: string, fields: PolicyField[], state: FormState): Markup {
  return html`<div class="condition-line">${fields.map((each) => control(item, place, each, state))}</div>`;
}

function control(item: Json, place: string, given: PolicyField, state: FormState): Markup {
  const { label, kind, options = {}, help } = given;
  const [name, pointer] = [nameOf(place, given), pointerOf(place, given)];
  if (kind === "checks") {
    const boxes = Object.entries(options).map(([option, title]) =>
      field(
        {
          type: "checkbox",
          name: `${name}.${option}`,
          label: title,
          value: textOf(item, given, option),
          pointer: `${pointer}/-`,
        },
        state,
      ),
    );
    return html`<fieldset class="field checks"><legend>${label}</legend>${boxes}${faultOf(state, label, pointer, ...faultsIn(state, pointer))}</fieldset>`;
  }
  const common = {
    name,
    label,
    pointer: kind === "null" ? `${pointer}/-` : pointer,
    help,
    value: textOf(item, given),
  };
  if (kind === "texts")
    return field({ ...common, type: "textarea", control: { rows: 2, dir: "auto" } }, state);
  if (kind === "date") return field({ ...common, type: "date" }, state);
  if (kind === "select" || kind === "boolean" || kind === "null") {
    const listed = Object.entries(options).map(([value, title]) => ({ value, title }));
    return field({ ...common, type: "select", options: listed }, state);
  }
  const control = { autocomplete: "off", dir: "auto", inputmode: kind === "number" ? "numeric" : undefined };
  return field({ ...common, type: "text", control }, state);
}

function pointerOf(place: string, { path }: PolicyField): string {
  return `/${place.replace(".", "/")}${place && "/"}${path}`;
}

function faultsIn({ faults }: FormState, place: string): string[] {
  return faults.flatMap(({ pointer = "" }) =>
    pointer === place || pointer.startsWith(`${place}/`) ? [pointer] : [],
  );
}

function faultOf({ faults }: FormState, label: Label, ...places: string[]): Markup | undefined {
  const found = faults.filter(({ pointer = "" }) => places.includes(pointer));
  return found.length === 0
    ? undefined
    : html`${found.map((fault) => html`<p class="fault">${faultText(fault, label)}</p>`)}`;
}

/** Whether a fault is beside a field; what has no field stands above the form. */
function isShown(pointer: string, document: Json): boolean {
  const within = (place: string, fields: PolicyField[]) =>
    fields.some((each) => each.kind !== "null" && `${pointer}/`.startsWith(`${pointerOf(place, each)}/`));
  const ofRules = itemsIn(document, "rules").some(
    (_, i) =>
      within(`rules.${i}`, [...WHEN_FIELDS, ...THEN_FIELDS]) ||
      [`/rules/${i}`, `/rules/${i}/then`, `/rules/${i}/when`].includes(pointer),
  );
  const ofReasons = itemsIn(document, "reasons").some((_, i) =>
    within(`reasons.${i}`, [...REASON_FIELDS, ...REASON_WHEN_FIELDS]),
  );
  return within("", DOCUMENT_FIELDS) || ofRules || ofReasons;
}

function add(text: Label, list: string): Markup {
  return button(text, { name: "next", value: `add:${list}`, formnovalidate: true });
}

function move(value: string, text: Label, label: Label): Markup {
  return html`<button class="button quiet" formnovalidate name="next" value="${value}" aria-label="${label}">${text}</button>`;
}
