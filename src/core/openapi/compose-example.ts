import type { Schema } from "./components.ts";

/** Returns an example of a schema, composed of those of its fields. `schemas` are those that it may refer to. */
export function composeExample(schema: Schema, schemas: Record<string, Schema>): unknown {
  const [example] = (schema.examples ?? schema.enum ?? [schema.const]) as unknown[];
  if (example !== undefined) return example;
  if (typeof schema.$ref === "string") {
    return composeExample(schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, schemas);
  }
  const [choice] = (schema.anyOf ?? []) as Schema[];
  if (choice) return composeExample(choice, schemas);
  if ([schema.type].flat().includes("array")) return [composeExample(schema.items as Schema, schemas)];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(fields.map(([name, field]) => [name, composeExample(field, schemas)]));
}
