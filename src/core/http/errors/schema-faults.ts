import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Fault, pointerTo } from "../../../lib/problem.ts";
import { findUnstorable } from "../body/body.ts";
import { unknownField } from "../body/body-faults.ts";
import { describeSchema } from "./describe-schema.ts";
import { fieldName } from "./validation-errors.ts";

type Json = Record<string, unknown>;
type Properties = Record<string, TSchema>;

/**
 * Returns every fault of a document, in its order: fields that its schema doesn't know too, and of a union those of the
 * alternative whose fields it has.
 */
export function* schemaFaults(schema: TSchema, value: unknown, pointer = ""): Generator<Fault> {
  if (schema.anyOf) yield* unionFaults(schema, value, pointer);
  else if (schema.patternProperties && isObject(value)) yield* recordFaults(schema, value, pointer);
  else if (schema.properties && isObject(value)) yield* objectFaults(schema, value, pointer);
  else if (schema.items && Array.isArray(value)) yield* arrayFaults(schema, value, pointer);
  else if (!Value.Check(schema, value)) yield mustBe(schema, pointer);
  else if (typeof value === "string") yield* unstorable(value, pointer);
}

function* unionFaults(schema: TSchema, value: unknown, pointer: string): Generator<Fault> {
  const alternatives = alternativesOf(schema);
  if (!isObject(value)) {
    const plain = alternatives.filter(({ properties }) => !properties);
    if (!plain.some((each) => Value.Check(each, value))) yield mustBe(schema, pointer);
    return;
  }
  const [best] = alternatives
    .filter(({ properties }) => properties)
    .toSorted((a, b) => knownIn(b.properties, value) - knownIn(a.properties, value));
  if (!best) yield mustBe(schema, pointer);
  else yield* objectFaults(best, value, pointer, Object.assign({}, ...alternatives.map(fieldsOf)));
}

/** `elsewhere`: the fields of all alternatives, of which the schema is one. */
function* objectFaults(
  { properties, required = [], minProperties = 0 }: TSchema,
  value: Json,
  pointer: string,
  elsewhere: Properties = {},
): Generator<Fault> {
  for (const name of Object.keys(value)) {
    const at = pointerTo(pointer, name);
    const schema: TSchema | undefined = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) yield* schemaFaults(schema, value[name], at);
    else if (Object.hasOwn(elsewhere, name)) yield fault(at, "can't stand beside the other fields");
    else yield unknownField(at, name, Object.keys({ ...elsewhere, ...properties }));
  }
  for (const name of required as string[]) {
    if (!Object.hasOwn(value, name)) yield fault(pointerTo(pointer, name), "is required");
  }
  if (Object.keys(value).length < minProperties) yield fault(pointer, "must not be empty");
}

function* recordFaults(schema: TSchema, value: Json, pointer: string): Generator<Fault> {
  const [[pattern, inner] = ["", {}]] = Object.entries(schema.patternProperties as Properties);
  const names = Object.keys(value);
  if (names.length < (schema.minProperties ?? 0)) yield fault(pointer, "must not be empty");
  if (names.length > schema.maxProperties) {
    yield fault(pointer, `must have at most ${schema.maxProperties} fields`);
    return;
  }
  for (const name of names) {
    const at = pointerTo(pointer, name);
    if (new RegExp(pattern, "u").test(name)) yield* schemaFaults(inner as TSchema, value[name], at);
    else yield fault(at, `has a name that is not ${schema.propertyNames.description}`);
  }
}

function* arrayFaults(schema: TSchema, value: unknown[], pointer: string): Generator<Fault> {
  const { minItems = 0, maxItems = Infinity, uniqueItems = false } = schema;
  if (value.length < minItems || value.length > maxItems) {
    yield mustBe(schema, pointer);
    return;
  }
  const seen = new Set<unknown>();
  for (const [i, each] of value.entries()) {
    const at = `${pointer}/${i}`;
    if (uniqueItems && seen.has(each)) yield fault(at, "is there twice");
    else yield* schemaFaults(schema.items, each, at);
    seen.add(each);
  }
}

function alternativesOf(schema: TSchema): TSchema[] {
  return (schema.anyOf as TSchema[] | undefined)?.flatMap(alternativesOf) ?? [schema];
}

function fieldsOf({ properties = {} }: TSchema): Properties {
  return properties;
}

function knownIn(properties: Properties, value: Json): number {
  return Object.keys(value).filter((name) => Object.hasOwn(properties, name)).length;
}

function* unstorable(text: string, pointer: string): Generator<Fault> {
  const found = findUnstorable(text, pointer);
  if (found) yield found;
}

function mustBe(schema: TSchema, pointer: string): Fault {
  const kinds = new Set(alternativesOf(schema).map(describeSchema));
  return fault(pointer, `must be ${[...kinds].join(" or ")}`);
}

function fault(pointer: string, reason: string): Fault {
  return { detail: `${fieldName("body", pointer)} ${reason}.`, pointer };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
