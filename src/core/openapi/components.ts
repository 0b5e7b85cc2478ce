import { OF_FIELD } from "../../lib/schema-types.ts";

export type Schema = { [keyword: string]: unknown };

export type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  description?: string;
  required: boolean;
  schema: Schema;
  example?: string;
};

export type Content = Record<string, { schema?: Schema; example?: unknown }>;

export type ApiResponse = {
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Content;
};

/** Keywords whose value is data and not a schema. */
const DATA = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Returns a function that replaces every schema with a title by a reference, and the schemas that it has
 * replaced, by name. When two different schemas have the same title, the second stays inline.
 */
export function createSchemaNames(): { name<T>(value: T): T; named(): [string, Schema][] } {
  const schemas: Record<string, Schema> = {};
  /** What became of each object: some stand at hundreds of places, as the schema of problems does. */
  const visited = new Map<object, unknown>();
  /** In a map of fields a key is the name of a field, also one such as `examples`. */
  const visitFields = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, visit(field)]));
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const known = visited.get(value);
    if (known !== undefined) return known;
    const schema: Schema = {};
    for (const [key, property] of Object.entries(value)) {
      // The framework closes objects. Requests and responses may have further fields.
      const isClosed = key === "additionalProperties" && property === false;
      if (property === undefined || isClosed) continue;
      if (DATA.has(key)) schema[key] = property;
      else schema[key] = key === "properties" ? visitFields(property) : visit(property);
    }
    const changed = toReference(withNullAsType(withEnumNames(schema)), schemas);
    visited.set(value, changed);
    return changed;
  };
  return {
    name: <T>(value: T) => visit(value) as T,
    named: () => Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Turns "a string or null" into one schema of two types, which tools display better than `anyOf`. */
function withNullAsType(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || anyOf[1]?.type !== "null") return schema;
  const { type, enum: values, ...first }: Schema = anyOf[0];
  if (typeof type !== "string") return schema;
  return {
    ...first,
    type: [type, "null"],
    ...(Array.isArray(values) && { enum: [...values, null] }),
    ...rest,
  };
}

/** The texts of a field stand beside the reference. */
function toReference({ [OF_FIELD]: texts, ...schema }: Schema, schemas: Record<string, Schema>): Schema {
  if (typeof schema.title !== "string" || !("type" in schema)) return schema;
  const name = schema.title
    .replace(/(?:^|\W+)(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/\W/g, "");
  const existing = schemas[name];
  if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
    return { ...schema, ...(texts as Schema) };
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}`, ...(texts as Schema) };
}

/**
 * Returns a list of strings with a name for each of them, by which generators of clients call the constants
 * (`x-enum-varnames`, in the same order): `IN_TRANSIT` of `in_transit`, `CREATED_AT_DESC` of `-created_at` beside
 * `created_at`. Other schemas stay as they are.
 */
function withEnumNames(schema: Schema): Schema {
  const { enum: values } = schema;
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) return schema;
  return { ...schema, "x-enum-varnames": namesOf(values) };
}

/** What has no letters, in words. */
const OPERATORS: Record<string, string> = {
  ...{ "=": "equal", "!=": "not_equal", ">": "greater", ">=": "greater_or_equal" },
  ...{ "<": "less", "<=": "less_or_equal" },
};

/** Returns a value of a list with what its sign says: `-` in front turns an order. */
function wordsOf(value: string, values: string[]): string {
  if (values.includes(`-${value}`)) return `${value}_asc`;
  if (value.startsWith("-") && values.includes(value.slice(1))) return `${value}_desc`;
  return OPERATORS[value] ?? value;
}

function namesOf(values: string[]): string[] {
  const names = new Set<string>();
  for (const value of values) {
    const words = wordsOf(value, values)
      .replace(/(?<=[a-z\d])(?=[A-Z])/g, "_")
      .match(/[\p{L}\p{N}]+/gu) ?? ["empty"];
    const name = words
      .join("_")
      .toUpperCase()
      .replace(/^(?=\d)/, "_");
    let unique = name;
    for (let i = 2; names.has(unique); i++) unique = `${name}_${i}`;
    names.add(unique);
  }
  return [...names];
}
