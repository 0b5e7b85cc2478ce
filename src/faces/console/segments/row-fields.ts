import type { Fault } from "../../../lib/problem.ts";
import type { FormState } from "../../pages/form.ts";
import { attributes, type Content, html, type Label, type Markup } from "../../pages/html.ts";
import { faultText } from "../fault-words.ts";
import { say } from "../texts/texts.ts";
import { pointerOf } from "./condition-of.ts";
import type { Comparison, Row, Rows } from "./rows.ts";
import { AMOUNTS, FIELDS, OPERATORS, RELATIVE, TIMES, timeText, UNITS } from "./words.ts";

type Options = Record<string, Label>;
type Control = Record<string, Label | number | boolean | undefined>;
type Given = { name: string; label: Label; value: Label; pointer?: string; control?: Control };

/** Of a field of the profile, which may be a date. */
const FIELD_OPERATORS: Options = {
  ...OPERATORS,
  ...Object.fromEntries(Object.entries(RELATIVE).map(([name, { title }]) => [name, title])),
};
const TYPES: Options = { text: say("Text"), number: say("Number"), boolean: say("True or false") };

/** Returns one condition of a segment with its controls, and each fault beside the control that it is in. */
export function conditionRow(rows: Rows, row: Row, i: number, state: FormState): Markup {
  const pointer = pointerOf(rows.match, row, i);
  const shown: string[] = [];
  const faultAt = (place: string | undefined) => {
    if (place === undefined) return undefined;
    const fault = state.faults.find(
      (each) => each.pointer === place || each.pointer?.startsWith(`${place}/`),
    );
    if (fault?.pointer) shown.push(fault.pointer);
    return fault;
  };
  const controls = controlsOf(faultAt);
  const fields =
    row.kind === "event" ? eventFields(controls, row, i, pointer) : fieldsOf(controls, row, i, pointer);
  // A fault of the whole condition, and of what has no control.
  const rest = state.faults.filter(
    (each) => isWithin(each.pointer, `/where/${rows.match}/${i}`) && !shown.includes(each.pointer ?? ""),
  );
  const title = { customer: say("Profile"), custom: say("Custom field"), event: say("Event") }[row.kind];
  return html`<fieldset class="condition"><legend>${title}</legend>
    <input type="hidden" name="${`kind-${i}`}" value="${row.kind}">
    ${fields}${rest.map((fault) => html`<p class="fault">${faultText(fault, say("This condition"))}</p>`)}
    <button class="button quiet remove" formnovalidate name="next" value="${`remove:${i}`}"
      aria-label="${say("Remove condition {number}", { number: i + 1 })}">${say("Remove")}</button></fieldset>`;
}

/** Whether a fault is at a place of the body or within it. */
export function isWithin(pointer: string | undefined, place: string): boolean {
  return pointer === place || pointer?.startsWith(`${place}/`) === true;
}

function fieldsOf(controls: Controls, row: Row, i: number, pointer: string): Markup {
  const { input, select } = controls;
  const name = { name: `name-${i}`, value: row.name, pointer: `${pointer}/customer` };
  return html`<div class="condition-line">
    ${not(controls, row, i, say("Has"), say("Has not"))}
    ${
      row.kind === "custom"
        ? input({
            ...name,
            label: say("Name of the field"),
            control: { maxlength: 255, placeholder: "plan" },
          })
        : select({ ...name, label: say("Field") }, FIELDS)
    }
    ${comparison(controls, row, { names: ["op", "value", "type"], suffix: String(i), pointer, operators: FIELD_OPERATORS }, row.kind === "custom")}
    </div>`;
}

function eventFields(controls: Controls, row: Row, i: number, pointer: string): Markup {
  const { input, select } = controls;
  const number = { type: "number", min: 0, inputmode: "numeric" };
  const data = row.data.map(({ key, ...test }, j) => {
    const at = `${pointer}/data/${j}`;
    const place = {
      names: ["dataOp", "dataValue", "dataType"] as const,
      suffix: `${i}-${j}`,
      pointer: at,
      operators: OPERATORS,
    };
    return html`<div class="condition-line property">
      ${input({ name: `dataKey-${i}-${j}`, label: say("Property"), value: key, pointer: `${at}/key`, control: { maxlength: 255, placeholder: "total" } })}
      ${comparison(controls, test, place, true)}
      <button class="button quiet" formnovalidate name="next" value="${`removeData:${i}:${j}`}" aria-label="${say("Remove property {property} of condition {number}", { property: j + 1, number: i + 1 })}">${say("Remove")}</button></div>`;
  });
  return html`<div class="condition-line">
    ${not(controls, row, i, say("Did"), say("Did not"))}
    ${input({ name: `name-${i}`, label: say("Name of the event"), value: row.name, pointer: `${pointer}/event`, control: { maxlength: 255, placeholder: "ordered" } })}
    ${select({ name: `timesOp-${i}`, label: say("How often"), value: row.timesOp, pointer: `${pointer}/times/op` }, TIMES)}
    ${input({ name: `times-${i}`, label: say("Times"), value: row.times, pointer: `${pointer}/times/value`, control: { ...number, placeholder: "1" } })}
    </div><div class="condition-line">
    ${select({ name: `amountOp-${i}`, label: say("Its value"), value: row.amountOp, pointer: `${pointer}/value/op` }, AMOUNTS)}
    ${input({ name: `amount-${i}`, label: say("Compared with"), value: row.amount, pointer: `${pointer}/value/value`, control: { inputmode: "decimal", placeholder: say("any value") } })}
    </div><div class="condition-line">
    ${input({ name: `last-${i}`, label: say("In the last"), value: row.last, pointer: `${pointer}/within/last`, control: { ...number, min: 1, placeholder: say("any time") } })}
    ${select({ name: `lastUnit-${i}`, label: say("Unit"), value: row.lastUnit }, UNITS)}
    ${input({ name: `since-${i}`, label: say("From (UTC)"), value: row.since, pointer: `${pointer}/within/since`, control: { placeholder: "2026-01-31" } })}
    ${input({ name: `until-${i}`, label: say("Until before (UTC)"), value: row.until, pointer: `${pointer}/within/until`, control: { placeholder: "2026-02-28" } })}
    </div>${data}
    <button class="button quiet" formnovalidate name="next" value="${`addData:${i}`}" aria-label="${say("Add property to condition {number}", { number: i + 1 })}">${say("Add property")}</button>`;
}

type Place = {
  names: readonly [string, string, string];
  suffix: string;
  pointer: string;
  operators: Options;
};

function comparison(
  { input, select }: Controls,
  { op, value, type, time }: Comparison,
  { names: [opName, valueName, typeName], suffix, pointer, operators }: Place,
  isTyped: boolean,
): Markup {
  const shown = time === undefined ? value : timeText(time);
  return html`${select({ name: `${opName}-${suffix}`, label: say("Comparison"), value: op, pointer: `${pointer}/op` }, operators)}
    ${input({ name: `${valueName}-${suffix}`, label: say("Value"), value: shown, pointer: `${pointer}/value`, control: { maxlength: 10_000 } })}
    ${isTyped && select({ name: `${typeName}-${suffix}`, label: say("Compared as"), value: type }, TYPES)}`;
}

function not({ select }: Controls, { isNot }: Row, i: number, yes: Label, no: Label): Markup {
  return select({ name: `not-${i}`, label: say("Customer"), value: isNot ? "on" : "" }, { "": yes, on: no });
}

type Controls = {
  input(given: Given): Markup;
  select(given: Given, options: Options): Markup;
};

function controlsOf(faultAt: (pointer: string | undefined) => Fault | undefined): Controls {
  const wrapped = ({ name, label, pointer }: Given, control: (state: Control) => Content) => {
    const fault = faultAt(pointer);
    const state = {
      "aria-invalid": fault ? "true" : undefined,
      "aria-describedby": fault && `${name}-fault`,
    };
    return html`<div class="field"><label for="${name}">${label}</label>${control({ ...state, id: name, name })}${
      fault && html`<p class="fault" id="${`${name}-fault`}">${faultText(fault, label)}</p>`
    }</div>`;
  };
  return {
    input: (given) =>
      wrapped(
        given,
        (state) =>
          html`<input value="${given.value}" ${attributes({ type: "text", autocomplete: "off", dir: "auto", ...given.control, ...state })}>`,
      ),
    select: (given, options) =>
      wrapped(given, (state) => {
        const listed = Object.entries(options).map(
          ([value, title]) =>
            html`<option value="${value}" ${attributes({ selected: value === given.value })}>${title}</option>`,
        );
        return html`<select ${attributes(state)}>${listed}</select>`;
      }),
  };
}
