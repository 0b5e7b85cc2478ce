import type { FieldTexts, Schema } from "./components.ts";
import { CUSTOMERS } from "./field-texts/customers.ts";
import { ORDERS } from "./field-texts/orders.ts";
import { RETURNS } from "./field-texts/returns.ts";
import { SEVERAL_OBJECTS } from "./field-texts/several-objects.ts";
import { STOCK_AND_WEBHOOKS } from "./field-texts/stock-and-webhooks.ts";
import { WAREHOUSE } from "./field-texts/warehouse.ts";

export const MAIN: FieldTexts = {
  ...SEVERAL_OBJECTS,
  ...ORDERS,
  ...RETURNS,
  ...CUSTOMERS,
  ...STOCK_AND_WEBHOOKS,
};

const EXAMPLES_BY_FORMAT: Record<string, unknown> = {
  "date-time": "2026-03-02T14:05:09.000Z",
  email: "robin@example.test",
  e164: "+4915112345678",
};
const WAREHOUSE_NAME = /^(?:New)?Warehouse|^listNotes/;

/** Returns the schema with a description of every field, and an example of every field or of what is in it. */
export function describeFields(schema: Schema, name: string): Schema {
  return describeWithin(schema, { root: name, parent: name });
}

type Place = {
  /** The name of the schema, or of the operation whose body it is. */
  root: string;
  /** The name of the schema or field that the fields stand in. */
  parent: string;
};

function describeWithin(schema: Schema, place: Place): Schema {
  const described = { ...schema };
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const choices = schema[keyword];
    if (Array.isArray(choices)) described[keyword] = choices.map((choice) => describeWithin(choice, place));
  }
  for (const keyword of ["items", "additionalProperties"]) {
    if (isSchema(schema[keyword])) described[keyword] = describeWithin(schema[keyword], place);
  }
  if (isSchema(schema.properties)) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      describeField(field as Schema, name, place),
    ]);
    described.properties = Object.fromEntries(fields);
  }
  return described;
}

function describeField(field: Schema, name: string, { root, parent }: Place): Schema {
  const within = describeWithin(field, { root, parent: name });
  const texts = textsOf(root, parent, name);
  const [[text] = []] = texts;
  const description = field.type === "null" && text ? `${text} Always null here.` : text;
  const examples = [
    ...texts.flatMap(([, ...given]) => given),
    EXAMPLES_BY_FORMAT[String(field.format)],
    true,
    null,
  ];
  const example = needsExample(within)
    ? examples.find((one) => one !== undefined && fits(one, field))
    : undefined;
  return {
    ...within,
    ...(description !== undefined && !within.description && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The most specific text first. The warehouse API has words of its own. */
function textsOf(root: string, parent: string, name: string): FieldTexts[string][] {
  const catalogues = WAREHOUSE_NAME.test(root) ? [WAREHOUSE, MAIN] : [MAIN];
  const keys = [`${parent}.${name}`, name];
  return keys.flatMap((key) => catalogues.map((texts) => texts[key]).filter((text) => text !== undefined));
}

/** Whether there is no example, and no value to choose from, of a field or of anything in it. */
export function needsExample(field: Schema): boolean {
  return !hasExample(field);
}

function hasExample(schema: Schema): boolean {
  if (["$ref", "example", "examples", "enum", "const"].some((keyword) => schema[keyword] !== undefined)) {
    return true;
  }
  const choices = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => (schema[keyword] ?? []) as Schema[]);
  const fields = Object.values((schema.properties ?? {}) as Record<string, Schema>);
  return [...choices, ...fields, schema.items, schema.additionalProperties].some(
    (part) => isSchema(part) && hasExample(part),
  );
}

function fits(example: unknown, { type, format, pattern, minimum }: Schema): boolean {
  const types = [type].flat();
  if (example === null) return types.includes("null") && !types.includes("string");
  if (
    format !== undefined &&
    EXAMPLES_BY_FORMAT[String(format)] !== undefined &&
    typeof example === "string"
  ) {
    return isOfFormat(example, String(format));
  }
  if (typeof pattern === "string" && typeof example === "string" && !new RegExp(pattern).test(example))
    return false;
  if (typeof example === "number") {
    const isType = types.includes("number") || (types.includes("integer") && Number.isInteger(example));
    return isType && !(typeof minimum === "number" && example < minimum);
  }
  if (type === undefined) return true;
  return types.includes(Array.isArray(example) ? "array" : typeof example);
}

function isOfFormat(example: string, format: string): boolean {
  if (format === "date-time") return /^\d{4}-\d\d-\d\dT.*Z$/.test(example);
  return format === "email" ? example.includes("@") : example.startsWith("+");
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
