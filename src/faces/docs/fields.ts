import type { Schema } from "../../core/openapi/components.ts";
import { escapeText } from "../../lib/escape-text.ts";
import { plural } from "../../lib/plural.ts";
import { MAX_BYTES } from "../../lib/schema-types.ts";
import { anchorOf } from "./html.ts";
import { type Known, renderMarkdown } from "./markdown.ts";

export type Schemas = Record<string, Schema>;

const MAX_DEPTH = 8;

/** Returns the fields of a schema as nested lists. Named schemas are links to their own section. */
export function fieldsOf(schema: Schema, known: Known, depth = 0): string {
  const fields = Object.entries((schema.properties ?? {}) as Schemas);
  const required = new Set((schema.required ?? []) as string[]);
  if (fields.length > 0 && depth < MAX_DEPTH) {
    const items = fields.map(([name, field]) => {
      const inner = fieldsOf(field, known, depth + 1);
      const nested =
        inner && `<details><summary>Fields of <code>${escapeText(name)}</code></summary>${inner}</details>`;
      return fieldItem({ name, field, isRequired: required.has(name), nested }, known);
    });
    return `<ul class="fields">${items.join("\n")}</ul>`;
  }
  if (schema.items) return fieldsOf(schema.items as Schema, known, depth);
  return "";
}

type Field = { name: string; field: Schema; isRequired: boolean; nested?: string };

/** Returns a field or parameter: its name, its type, and what is said of it. */
export function fieldItem({ name, field, isRequired, nested = "" }: Field, known: Known): string {
  return `<li><p class="field"><code class="name">${escapeText(name)}</code> <span class="type">${typeOf(field)}</span>${
    isRequired ? ' <span class="required">required</span>' : ""
  }</p>${aboutOf(field, known)}${nested}</li>`;
}

/** Returns what is said of a field: its description, its values, its bounds and an example. */
export function aboutOf(field: Schema, known: Known): string {
  const text = typeof field.description === "string" ? renderMarkdown(field.description, known) : "";
  const values = renderMarkdown(valuesText(field), known);
  const limits = limitsOf(field).map(inlineCode);
  return `${text}${values}${limits.length ? `<p class="limits">${limits.join(" · ")}</p>` : ""}`;
}

/** Returns what each value of a list means, as a list in Markdown; nothing if that isn't said. */
export function valuesText({ enum: values, "x-enum-descriptions": meanings }: Schema): string {
  if (!Array.isArray(values) || !Array.isArray(meanings)) return "";
  return values.map((value, i) => `- \`${value}\`: ${meanings[i]}`).join("\n");
}

/** Returns the bounds and an example of a field, with code as in Markdown. */
export function limitsOf(field: Schema): string[] {
  return [...boundsOf(field), ...exampleOf(field)];
}

function* boundsOf(field: Schema): Iterable<string> {
  const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = field;
  const maxBytes = field[MAX_BYTES];
  if (Array.isArray(values) && !valuesText(field)) {
    yield `one of ${values.map((value) => `\`${value}\``).join(" ")}`;
  }
  if (field.const !== undefined) yield `always \`${field.const}\``;
  if (field.default !== undefined) yield `default \`${JSON.stringify(field.default)}\``;
  if (isBound(minimum)) yield `at least ${minimum}`;
  if (isBound(maximum)) yield `at most ${maximum}`;
  if (Number(minLength) > 1) yield `at least ${minLength} characters`;
  if (isBound(maxBytes)) yield `at most ${plural(maxBytes, "byte")} in UTF-8`;
  else if (isBound(maxLength)) yield `at most ${plural(maxLength, "character")}`;
  if (isBound(minItems)) yield `at least ${plural(minItems, "item")}`;
  if (isBound(maxItems)) yield `at most ${plural(maxItems, "item")}`;
}

/** Bounds of the number format itself say nothing. */
function isBound(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

function exampleOf({ examples, enum: values }: Schema): string[] {
  const [example] = Array.isArray(examples) ? examples : [];
  if (example === undefined || Array.isArray(values)) return [];
  const text = typeof example === "string" ? example : JSON.stringify(example);
  return text === "" || text.length > 120 ? [] : [`for example \`${text}\``];
}

function inlineCode(text: string): string {
  return escapeText(text).replace(/`([^`]*)`/g, "<code>$1</code>");
}

/**
 * Returns a schema's type in words, such as "string or null" or "array of Return". `refer` returns how a named
 * schema is called.
 */
export function typeOf(schema: Schema, refer: (name: string) => string = linkTo): string {
  if (typeof schema.$ref === "string") return refer(nameOf(schema.$ref));
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, refer)))].join(" or ");
  const types = [schema.type].flat().map((type) => {
    if (type === "array") {
      return `array of ${schema.items ? typeOf(schema.items as Schema, refer) : "anything"}`;
    }
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

function linkTo(name: string): string {
  return `<a href="#${anchorOf(name)}">${name}</a>`;
}
