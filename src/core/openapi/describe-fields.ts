import type { Schema } from "./components.ts";

const EXAMPLES_BY_FORMAT: Record<string, unknown> = {
  "date-time": "2026-03-02T14:05:09.000Z",
  email: "ada@example.com",
  e164: "+4915112345678",
};

/** Returns the schema with an example of every field that has none, where its format or type says one. */
export function describeFields(schema: Schema): Schema {
  const described = { ...schema };
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const choices = schema[keyword];
    if (Array.isArray(choices)) described[keyword] = choices.map(describeFields);
  }
  for (const keyword of ["items", "additionalProperties"]) {
    if (isSchema(schema[keyword])) described[keyword] = describeFields(schema[keyword]);
  }
  if (isSchema(schema.properties)) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [
      name,
      withExample(describeFields(field as Schema)),
    ]);
    described.properties = Object.fromEntries(fields);
  }
  return described;
}

function withExample(field: Schema): Schema {
  const example = needsExample(field) ? exampleOf(field) : undefined;
  return example === undefined ? field : { ...field, examples: [example] };
}

function exampleOf({ type, format }: Schema): unknown {
  const types = [type].flat();
  if (types.includes("boolean")) return true;
  return (
    EXAMPLES_BY_FORMAT[String(format)] ??
    (types.includes("null") && !types.includes("string") ? null : undefined)
  );
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

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
