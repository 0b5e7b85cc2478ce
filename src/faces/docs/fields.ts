import type { Schema } from "../../core/openapi/components.ts";
import { escapeText } from "../../lib/escape-text.ts";
import { anchorOf } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";

export type Schemas = Record<string, Schema>;

const MAX_DEPTH = 8;

/** Returns the fields of a schema as nested lists. Named schemas are links to their own section. */
export function fieldsOf(schema: Schema, depth = 0): string {
  const fields = Object.entries((schema.properties ?? {}) as Schemas);
  const required = new Set((schema.required ?? []) as string[]);
  if (fields.length > 0 && depth < MAX_DEPTH) {
    const items = fields.map(([name, field]) => fieldOf(name, field, required.has(name), depth));
    return `<ul class="fields">${items.join("\n")}</ul>`;
  }
  if (schema.items) return fieldsOf(schema.items as Schema, depth);
  return "";
}

function fieldOf(name: string, field: Schema, isRequired: boolean, depth: number): string {
  const inner = fieldsOf(field, depth + 1);
  const nested =
    inner && `<details><summary>Fields of <code>${escapeText(name)}</code></summary>${inner}</details>`;
  return `<li><p class="field"><code class="name">${escapeText(name)}</code> <span class="type">${typeOf(field)}</span>${
    isRequired ? ' <span class="required">required</span>' : ""
  }</p>${aboutOf(field)}${nested}</li>`;
}

/** Returns what is said of a field: its description, its bounds and an example. */
export function aboutOf(field: Schema): string {
  const text = typeof field.description === "string" ? renderMarkdown(field.description) : "";
  const limits = [...boundsOf(field), ...exampleOf(field)];
  return `${text}${limits.length ? `<p class="limits">${limits.join(" · ")}</p>` : ""}`;
}

function* boundsOf(field: Schema): Iterable<string> {
  const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  if (Array.isArray(values)) {
    yield `one of ${values.map((value) => `<code>${escapeText(String(value))}</code>`).join(" ")}`;
  }
  if (field.const !== undefined) yield `always <code>${escapeText(String(field.const))}</code>`;
  if (field.default !== undefined) yield `default <code>${escapeText(JSON.stringify(field.default))}</code>`;
  if (isBound(minimum)) yield `at least ${minimum}`;
  if (isBound(maximum)) yield `at most ${maximum}`;
  if (Number(minLength) > 1) yield `at least ${minLength} characters`;
  if (isBound(maxLength)) yield `at most ${count(maxLength, "character")}`;
  if (isBound(minItems)) yield `at least ${count(minItems, "item")}`;
  if (isBound(maxItems)) yield `at most ${count(maxItems, "item")}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Bounds of the number format itself say nothing. */
function isBound(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function exampleOf({ examples, enum: values }: Schema): string[] {
  const [example] = Array.isArray(examples) ? examples : [];
  if (example === undefined || Array.isArray(values)) return [];
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return text === "" || text.length > 120 ? [] : [`for example <code>${escapeText(text)}</code>`];
}

/** Returns a schema's type in words, such as "string or null" or "array of Return". */
export function typeOf(schema: Schema): string {
  if (typeof schema.$ref === "string") return linkTo(schema.$ref);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
  const types = [schema.type].flat().map((type) => {
    if (type === "array") return `array of ${schema.items ? typeOf(schema.items as Schema) : "anything"}`;
    if (type === "string" && typeof schema.format === "string") return `string (${schema.format})`;
    if (type === "object" && typeof schema.additionalProperties === "object") return "map";
    return type === undefined ? "anything" : String(type);
  });
  return types.join(" or ");
}

/** Returns the name of the schema that a reference points to. */
export function nameOf(reference: string): string {
  return reference.split("/").at(-1) ?? "";
}

function linkTo(reference: string): string {
  const name = nameOf(reference);
  return `<a href="#${anchorOf(`object-${name}`)}">${name}</a>`;
}
