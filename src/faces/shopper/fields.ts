import { attributes, type Content, html, type Markup } from "../pages/html.ts";

/** What is wrong with a form, in the shopper's language, by the names of its fields. */
export type Faults = ReadonlyMap<string, string>;

type Field = {
  name: string;
  label: string;
  /** What stands after the label of a field that may be empty; nothing if it is empty itself. */
  optional?: string | undefined;
  help?: string | undefined;
  fault?: string | undefined;
  control(common: ReturnType<typeof attributes>, id: string): Markup;
};

/** Returns a field with its label, help and fault. */
export function field({ name, label, optional, help, fault, control }: Field): Markup {
  const id = fieldId(name);
  const described = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(" ");
  const common = attributes({
    ...{ id, name, required: optional === undefined },
    "aria-invalid": fault ? "true" : undefined,
    "aria-describedby": described || undefined,
  });
  return html`<div class="field"><label for="${id}">${label}${
    optional && html` <span class="optional">(${optional})</span>`
  }</label>${help && html`<p class="help" id="${`${id}-help`}">${help}</p>`}${control(common, id)}${
    fault && html`<p class="fault" id="${`${id}-fault`}">${fault}</p>`
  }</div>`;
}

/** Returns the id of a field in the page. */
export function fieldId(name: string): string {
  return `field-${name.replace(/[^\w-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}`)}`;
}

type CheckField = { name: string; label: string; fault: string | undefined; isChecked: boolean };

/** Returns a box to check, whose value is 1. */
export function checkField({ name, label, fault, isChecked }: CheckField): Markup {
  const id = fieldId(name);
  const state = attributes({
    ...{ checked: isChecked, "aria-invalid": fault ? "true" : undefined },
    "aria-describedby": fault ? `${id}-fault` : undefined,
  });
  return html`<div class="field"><label class="choice"><input type="checkbox" id="${id}" name="${name}" value="1" ${state}>
    <span>${label}</span></label>${fault && html`<p class="fault" id="${`${id}-fault`}">${fault}</p>`}</div>`;
}

/** Returns hidden fields. */
export function hidden(values: Iterable<[string, string]>): Content {
  return [...values].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}
