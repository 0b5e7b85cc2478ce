import Ajv, { type ValidateFunction } from "ajv/dist/2020.js";
import { FORMATS } from "../../src/core/http/errors/formats.ts";
import type { Document, Schema } from "./document.ts";

export type Check = (value: unknown) => string[];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns compilers for schemas of the description; those that say the same are compiled once: nine of ten do. `closed`
 * rejects unknown fields.
 */
export function createSchemas(document: Document): {
  open(schema: Schema): Check;
  closed(schema: Schema): Check;
} {
  return { open: compiler(document, (schema) => schema), closed: compiler(document, close) };
}

function compiler(document: Document, change: (schema: Schema) => Schema): (schema: Schema) => Check {
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const [name, { isValid }] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
  ajv.addFormat("uuid", UUID);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, change(schema)]);
  ajv.addSchema({ $id: "description", components: { schemas: Object.fromEntries(schemas) } });

  const compiled = new Map<Schema, ValidateFunction>();
  const byText = new Map<string, ValidateFunction>();
  const compile = (schema: Schema) => {
    const text = JSON.stringify(schema);
    const validate = byText.get(text) ?? ajv.compile(fromDescription(change(schema)));
    byText.set(text, validate);
    compiled.set(schema, validate);
    return validate;
  };
  return (schema) => {
    const validate = compiled.get(schema) ?? compile(schema);
    return (value) => {
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message, params }) => {
        const member = "additionalProperty" in params ? ` (${params.additionalProperty})` : "";
        return `${instancePath || "the whole"} ${message}${member}`;
      });
    };
  };
}

/** References inside the description are relative; a schema outside it needs the description's id in them. */
function fromDescription(schema: Schema): Schema {
  return everySchema(schema, (one) =>
    typeof one.$ref === "string" && one.$ref.startsWith("#/")
      ? { ...one, $ref: `description${one.$ref}` }
      : one,
  );
}

function close(schema: Schema): Schema {
  return everySchema(schema, (one) => {
    if ("allOf" in one) return { ...one, unevaluatedProperties: false };
    const isObject = one.type === "object" || "properties" in one;
    return isObject && !("additionalProperties" in one) ? { ...one, additionalProperties: false } : one;
  });
}

/** Returns a copy of a schema with every nested schema changed, except the parts of `allOf`. */
function everySchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const within = (value: unknown) => everySchema(value as Schema, change);
  const members = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === "properties" || keyword === "patternProperties") {
      const all = Object.entries(value as Record<string, Schema>);
      return [keyword, Object.fromEntries(all.map(([name, one]) => [name, within(one)]))];
    }
    if (keyword === "anyOf" || keyword === "oneOf") return [keyword, (value as Schema[]).map(within)];
    const isSchema = keyword === "items" || keyword === "additionalProperties" || keyword === "not";
    return [keyword, isSchema && typeof value === "object" ? within(value) : value];
  });
  return change(Object.fromEntries(members));
}
