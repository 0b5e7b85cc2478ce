import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { nearest } from "../../../lib/nearest.ts";
import { type Fault, invalid, pointerTo, problem, requireNoFaults } from "../../../lib/problem.ts";
import { cutText } from "../../../lib/text.ts";
import { fieldName, validationErrorsOf } from "../errors/validation-errors.ts";

const MAX_FAULTS = 100;
const MAX_IGNORED = 20;
/** Proxies take some 4 KB of headers. */
const MAX_HEADER = 2_500;
const MAX_POINTER = 200;
/** Between the pointers. */
export const SEPARATOR = ", ";

/**
 * Returns whether a request asks for strict handling: `Prefer: handling=strict` (RFC 7240, section 4.4). Of
 * several `handling` preferences the first counts.
 */
export function prefersStrict(headers: Headers): boolean {
  const preferences = headers.get("prefer")?.split(",") ?? [];
  const handling = preferences.find((preference) => /^\s*handling\s*(?:=|;|$)/i.test(preference));
  return handling !== undefined && /^\s*handling\s*=\s*(?:strict|"strict")\s*(?:;|$)/i.test(handling);
}

/**
 * Returns the fields of a body that its schema doesn't know, at most 100, as faults. Objects that may have any
 * fields have no unknown ones.
 */
export function unknownFieldFaults(schema: TSchema, body: unknown): Fault[] {
  const found = unknownFields(schema, body, MAX_FAULTS);
  return found.map(({ pointer, name, known }) => unknownField(pointer, name, Object.keys(known)));
}

/**
 * Returns pointers to the fields of a body that are ignored, at most 20, percent-encoded where a list in a header
 * can't have a character, and as many as fit into a header that proxies take.
 */
export function ignoredFields(schema: TSchema, body: unknown): string[] {
  let room = MAX_HEADER;
  const texts = unknownFields(schema, body, MAX_IGNORED).map(({ pointer }) => headerText(pointer));
  return texts.filter(({ length }) => {
    room -= length + SEPARATOR.length;
    return room >= 0;
  });
}

/** What is kept of a request's ignored fields has at most this many characters. */
const MAX_KEPT = 500;
const PLAIN_NAME = /^(?:[A-Za-z_$][\w$-]{0,49}|\d{1,5})$/;

/**
 * Returns pointers to ignored fields in the form in which the log of requests keeps them. What is no plain name may be
 * data, such as an e-mail address, and is replaced by `*`.
 */
export function keptFields(pointers: string[]): string {
  const texts = pointers.map((pointer) =>
    pointer
      .split("/")
      .map((name, i) => (i === 0 || PLAIN_NAME.test(name) ? name : "*"))
      .join("/"),
  );
  let room = MAX_KEPT;
  const fitting = texts.filter(({ length }) => {
    room -= length + SEPARATOR.length;
    return room >= 0;
  });
  return [...new Set(fitting)].join(SEPARATOR);
}

function headerText(pointer: string): string {
  const cut = cutText(pointer, MAX_POINTER).toWellFormed();
  return encodeURI(cut).replaceAll(",", "%2C") + (cut.length < pointer.length ? "..." : "");
}

type Unknown = { pointer: string; name: string; known: Record<string, TSchema> };

/** Returns the fields of a value that its schema doesn't know, in their order, at most `max`. */
function unknownFields(schema: TSchema, value: unknown, max: number): Unknown[] {
  const found: Unknown[] = [];
  if (isObject(value)) collect(schema, value, "", { found, max });
  return found;
}

type Collected = { found: Unknown[]; max: number };

function collect(schema: TSchema, value: object, pointer: string, collected: Collected): void {
  const { found, max } = collected;
  if (schema.anyOf) {
    const fitting = (schema.anyOf as TSchema[]).filter(({ type }) => mayBe(type, value));
    const [first, ...others] = fitting;
    // A nullable object has one alternative that fits.
    if (first && others.length === 0) collect(first, value, pointer, collected);
    else found.push(...fewest(fitting, value, pointer).slice(0, max - found.length));
  } else if (Array.isArray(value)) {
    for (let i = 0; schema.items && i < value.length && found.length < max; i++) {
      if (isObject(value[i])) collect(schema.items, value[i], `${pointer}/${i}`, collected);
    }
  } else if (schema.properties) {
    const known: Record<string, TSchema> = schema.properties;
    for (const name of Object.keys(value)) {
      if (found.length >= max) return;
      const property = Object.hasOwn(known, name) ? known[name] : undefined;
      const field = (value as Record<string, unknown>)[name];
      if (property && isObject(field)) collect(property, field, pointerTo(pointer, name), collected);
      if (property || schema.additionalProperties) continue;
      found.push({ pointer: pointerTo(pointer, name), name, known });
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns whether a type of JSON Schema, undefined for any, may fit an object or an array. */
function mayBe(type: unknown, value: object): boolean {
  const wanted = Array.isArray(value) ? "array" : "object";
  return type === undefined || type === wanted || (Array.isArray(type) && type.includes(wanted));
}

/** Of a union the alternative that a value is closest to counts, by the first unknown fields of each. */
function fewest(alternatives: TSchema[], value: object, pointer: string): Unknown[] {
  const [first = [], ...others] = alternatives.map((alternative) => {
    const found: Unknown[] = [];
    collect(alternative, value, pointer, { found, max: MAX_FAULTS });
    return found;
  });
  return others.reduce((best, fields) => (fields.length < best.length ? fields : best), first);
}

/** Returns the fault of a field that an object doesn't know, with the known one that it may be. */
export function unknownField(pointer: string, name: string, known: string[]): Fault {
  const similar = nearest(name, known);
  const hint = similar ? `: did you mean ${similar}?` : ".";
  return { detail: `There is no field ${fieldName("body", pointer)}${hint}`, pointer };
}

/** Returns what is wrong with a body beside what its schema says. The body may have any form. */
export type BodyRules = (body: unknown) => Fault[];

/**
 * Returns a check of unmodified bodies, which throws a 400 that names each fault. Where there are
 * `unknown` fields it names these, and with `namesAll` the others after them. What is wrong by `rules` is named
 * beside other faults; alone it is left to the verb. The framework checks later,
 * after it has rebuilt the body from its schema: there a string passes for an empty object, and `{"length":
 * 1e9}` for an array.
 */
export function createBodyCheck(
  schema: TSchema,
  namesAll: boolean,
  rules: BodyRules = () => [],
): (body: unknown, unknown: Fault[]) => void {
  let check: TypeCheck<TSchema> | undefined;
  return (body, unknown) => {
    // Unknown fields are ignored. The framework sets additionalProperties to false on the schema itself.
    check ??= TypeCompiler.Compile({ ...schema, additionalProperties: true });
    const [first] = unknown;
    const isValid = check.Check(body);
    if (isValid && !first) return;
    const ofSchema = isValid || (first && !namesAll) ? [] : validationErrorsOf(check.Errors(body), "body");
    const faults = namesAll ? [...ofSchema, ...rules(body)] : ofSchema;
    if (first) throw problem("unknown_field", first.detail, { errors: [...unknown, ...faults] });
    requireNoFaults(faults);
    throw invalid({ detail: "The body is not valid.", pointer: "" });
  };
}

/**
 * Returns the fault of an id that can't be a segment of a URL path: `.` or `..`; none for any other. Clients resolve
 * them, escaped or not, before they send a request (RFC 3986, section 5.2.4; the URL standard reads `%2e` in the
 * same way).
 */
export function faultsOfPathId(id: unknown, pointer: string): Fault[] {
  if (id !== "." && id !== "..") return [];
  const name = fieldName("body", pointer);
  return [{ detail: `${name} can't be . or .., which can't be part of a URL path.`, pointer }];
}

/** Throws 400 for an id that can't be a segment of a URL path. */
export function requirePathId(id: string | null | undefined, pointer: string): void {
  requireNoFaults(faultsOfPathId(id, pointer));
}
