export type Schema = { [keyword: string]: unknown };

/** Members whose value is data, however much it looks like a schema. */
const DATA = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * A part of the description in which every schema with a title is a reference, and the schemas referred to. Of two
 * different schemas under one title the second stays where it is.
 */
export function nameSchemas<T>(described: T): { value: T; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {};
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(([key, member]) => [
      key,
      DATA.has(key) ? member : visit(member),
    ]);
    return referred(withNullAsType(Object.fromEntries(members)), schemas);
  };
  const value = visit(described) as T;
  return { value, schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** "A text or null" as one schema of two types, which readers and generators show better than a choice of two schemas. */
function withNullAsType(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return schema;
  const { type, enum: values, ...first }: Schema = anyOf[0];
  if (typeof type !== "string") return schema;
  return {
    ...rest,
    ...first,
    type: [type, "null"],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

function referred(schema: Schema, schemas: Record<string, Schema>): Schema {
  if (typeof schema.title !== "string" || !("type" in schema)) return schema;
  const name = schema.title
    .replace(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/\W/g, "");
  const known = schemas[name];
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) return schema;
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}
