import type { TSchema } from "@sinclair/typebox";
import { pointerTo } from "../lib/json-pointer.ts";
import { nearest } from "../lib/nearest.ts";
import { type Fault, problem } from "../lib/problem.ts";
import { fieldName } from "./validation-errors.ts";

const MAX_FAULTS = 100;

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
 * Throws a 400 that names the fields of a body that its schema doesn't know, at most 100. Objects that may have
 * any fields have no unknown ones.
 */
export function requireKnownFields(schema: TSchema, body: unknown): void {
  const errors = [...unknownFields(schema, body, "").take(MAX_FAULTS)];
  const [first] = errors;
  if (first) throw problem("unknown_field", first.detail, { errors });
}

function* unknownFields(schema: TSchema, value: unknown, pointer: string): Generator<Fault> {
  if (!isObject(value)) return;
  if (schema.anyOf) {
    const fitting = (schema.anyOf as TSchema[]).filter(({ type }) => mayBe(type, value));
    yield* fewest(fitting.map((alternative) => unknownFields(alternative, value, pointer)));
  } else if (Array.isArray(value)) {
    // Without `entries`, which would make an array of each: there may be many.
    for (let i = 0; schema.items && i < value.length; i++) {
      if (isObject(value[i])) yield* unknownFields(schema.items, value[i], `${pointer}/${i}`);
    }
  } else if (schema.properties) {
    const known: Record<string, TSchema> = schema.properties;
    for (const name of Object.keys(value)) {
      const property = Object.hasOwn(known, name) ? known[name] : undefined;
      const field = (value as Record<string, unknown>)[name];
      if (property && isObject(field)) yield* unknownFields(property, field, pointerTo(pointer, name));
      if (property || schema.additionalProperties) continue;
      yield unknownField(pointerTo(pointer, name), name, Object.keys(known));
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns whether a type of JSON Schema, undefined for any, may fit an object or an array. */
function mayBe(type: unknown, value: object): boolean {
  const types = type === undefined ? undefined : [type].flat();
  return types?.includes(Array.isArray(value) ? "array" : "object") ?? true;
}

/** Of a union the alternative that a value is closest to counts, by the first faults of each. */
function fewest(alternatives: Generator<Fault>[]): Fault[] {
  const [first = [], ...others] = alternatives.map((faults) => [...faults.take(MAX_FAULTS)]);
  return others.reduce((best, faults) => (faults.length < best.length ? faults : best), first);
}

function unknownField(pointer: string, name: string, known: string[]): Fault {
  const similar = nearest(name, known);
  const hint = similar ? `: did you mean ${similar}?` : ".";
  return { detail: `There is no field ${fieldName("body", pointer)}${hint}`, pointer };
}
