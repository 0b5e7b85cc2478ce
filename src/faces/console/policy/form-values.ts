import { sameJson } from "../../../lib/same-json.ts";
import type { Form } from "../../pages/form.ts";
import {
  DOCUMENT_FIELDS,
  type PolicyField,
  REASON_FIELDS,
  REASON_WHEN_FIELDS,
  RULE_FIELDS,
} from "./fields.ts";

export type Json = Record<string, unknown>;
type Get = Form["get"];

/** As many as the API takes. */
const MAX = { rules: 250, reasons: 100 };
export const LISTS = ["rules", "reasons"] as const;
type List = (typeof LISTS)[number];
const FIELDS: Record<List, PolicyField[]> = {
  rules: RULE_FIELDS,
  reasons: [...REASON_FIELDS, ...REASON_WHEN_FIELDS],
};

/** Returns the name of a field in the form. `place` is that of its rule or reason, such as `rules.0`. */
export function nameOf(place: string, { path }: PolicyField): string {
  return place === "" ? path : `${place}.${path}`;
}

/** Returns the document that a form has, as it was typed: the API finds the faults. */
export function documentOf(get: Get): Json {
  const listOf = (list: List) => {
    const count = Math.min(Number(get(`count-${list}`)) || 0, MAX[list]);
    return Array.from({ length: count }, (_, i) => objectOf(get, `${list}.${i}`, FIELDS[list]));
  };
  const rules = listOf("rules").map((rule) => ({ then: {}, ...rule }));
  return { ...objectOf(get, "", DOCUMENT_FIELDS), rules, reasons: listOf("reasons") };
}

/** Returns the document after a button of the form: a rule or reason more, less, or before the one above it. */
export function pressed(document: Json, button: string): Json {
  const [verb = "", name = "", position = ""] = button.split(":");
  const list = LISTS.find((each) => each === name);
  if (!list) return document;
  const [items, at] = [[...(document[list] as Json[])], Number(position)];
  if (verb === "add" && items.length < MAX[list]) items.push(list === "rules" ? { then: {} } : {});
  if (verb === "remove") items.splice(at, 1);
  if (verb === "up" && at > 0) items.splice(at - 1, 0, ...items.splice(at, 1));
  return { ...document, [list]: items };
}

/** Returns whether the form shows all that a document has. */
export function isShownWhole(document: Json): boolean {
  const texts = new Map<string, string>();
  for (const list of LISTS) {
    const items = itemsIn(document, list);
    texts.set(`count-${list}`, String(items.length));
    for (const [i, item] of items.entries()) addTexts(texts, item, `${list}.${i}`, FIELDS[list]);
  }
  addTexts(texts, document, "", DOCUMENT_FIELDS);
  return sameJson(pruned(documentOf((name) => texts.get(name) ?? "")), pruned(document));
}

export function itemsIn(document: Json, list: List): Json[] {
  return (document[list] as Json[] | undefined) ?? [];
}

/** Returns the text that a field shows of a rule, a reason or a document; of check boxes that of the option. */
export function textOf(item: Json, { path, kind }: PolicyField, option = ""): string {
  const value = valueAt(item, path);
  if (kind === "null") return value === null ? "none" : "";
  if (value === undefined || value === null) return "";
  if (kind === "checks") return (value as string[]).includes(option) ? "on" : "";
  if (kind === "list") return Array.isArray(value) ? value.join(", ") : String(value);
  if (kind === "texts") {
    return Object.entries(value as Json)
      .map(([language, text]) => `${language}: ${text}`)
      .join("\n");
  }
  return String(value);
}

function addTexts(texts: Map<string, string>, item: Json, place: string, fields: PolicyField[]): void {
  for (const field of fields) {
    const name = nameOf(place, field);
    if (field.kind !== "checks") texts.set(name, textOf(item, field));
    else
      for (const option of Object.keys(field.options ?? {}))
        texts.set(`${name}.${option}`, textOf(item, field, option));
  }
}

function objectOf(get: Get, place: string, fields: PolicyField[]): Json {
  const object: Json = {};
  const values = fields.map((field) => [field, readField(get, nameOf(place, field), field)] as const);
  // What stands beside other values comes after them.
  for (const [{ path }, value] of values.filter(([{ beside }]) => !beside)) setAt(object, path, value);
  for (const [{ path, beside = "" }, value] of values.filter(([field]) => field.beside)) {
    if (isGiven(valueAt(object, beside))) setAt(object, path, value);
  }
  return object;
}

function readField(get: Get, name: string, { kind, options = {} }: PolicyField): unknown {
  if (kind === "checks") {
    const chosen = Object.keys(options).filter((option) => get(`${name}.${option}`) === "on");
    return chosen.length > 0 ? chosen : undefined;
  }
  const text = get(name);
  if (text === "") return undefined;
  if (kind === "null") return null;
  if (kind === "number") return /^\d{1,9}$/.test(text) ? Number(text) : text;
  if (kind === "boolean") return text === "true" ? true : text === "false" ? false : text;
  if (kind === "list") {
    const values = text.split(",").map((each) => each.trim());
    return values.filter((each) => each !== "");
  }
  return kind === "texts" ? textsIn(text) : text;
}

/** A line without a language goes on with the one before it. */
function textsIn(lines: string): Json {
  const texts: [string, string][] = [];
  for (const line of lines.split(/\r?\n/)) {
    const [, language, text = ""] = /^\s*([A-Za-z-]{2,20}):\s?(.*)$/.exec(line) ?? [];
    const last = texts.at(-1);
    if (language !== undefined) texts.push([language, text]);
    else if (last) last[1] += `\n${line}`;
    else texts.push(["en", line]);
  }
  return Object.fromEntries(texts.map(([language, text]) => [language, text.trim()]));
}

function valueAt(item: Json, path: string): unknown {
  return path.split("/").reduce<unknown>((value, name) => (value as Json | null | undefined)?.[name], item);
}

function setAt(object: Json, path: string, value: unknown): void {
  if (value === undefined) return;
  const names = path.split("/");
  const last = names.pop() ?? "";
  let inner = object;
  for (const name of names) {
    if (!isGiven(inner[name])) inner[name] = {};
    inner = inner[name] as Json;
  }
  inner[last] = value;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** What has check boxes, whose order means nothing. */
const UNORDERED = ["outcomes", "needs"];

/** Amounts are as well numbers as texts, and what is empty is as well absent. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pruned);
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(
    ([name, part]) => [name, UNORDERED.includes(name) ? [part].flat().toSorted() : pruned(part)] as const,
  );
  return Object.fromEntries(parts.filter(([, part]) => !isEmpty(part)));
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
