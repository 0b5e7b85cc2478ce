import type { TSchema } from "@sinclair/typebox";
import { FORMATS } from "./formats.ts";

/** A schema as the end of "… must be": what it takes and the bounds that it sets. */
export function describeSchema(schema: TSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(" or ");
  switch (schema.type) {
    case "string":
      return text(schema);
    case "number":
      return `a number${range(schema.minimum, schema.maximum)}`;
    case "integer":
      return `a whole number${range(schema.minimum, schema.maximum)}`;
    case "array":
      return `an array${length(schema.minItems, schema.maxItems, "element")}`;
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "object":
      return `an object${length(undefined, schema.maxProperties, "member")}`;
    default:
      return "a valid value";
  }
}

function text(schema: TSchema): string {
  const form = schema.format && FORMATS[schema.format]?.words;
  if (form) return form;
  if (schema.pattern) return `a string${meaning(schema)}`;
  return `a string${length(schema.minLength, schema.maxLength, "character")}`;
}

/** What a pattern wants, out of the documentation: few readers speak regular expressions. */
function meaning({ pattern, description, examples }: TSchema): string {
  const clause = description?.split(/[.;:]/)[0];
  if (clause) return ` (${clause})`;
  return examples ? ` such as ${JSON.stringify(examples[0])}` : ` that matches ${pattern}`;
}

function length(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined) return ` of ${min} to ${max} ${unit}s`;
  if (max !== undefined) return ` of at most ${max} ${unit}s`;
  if (min === undefined) return "";
  return min === 1 ? " that is not empty" : ` of at least ${min} ${unit}s`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (max !== undefined) return ` of at most ${max}`;
  return min === undefined ? "" : ` of at least ${min}`;
}
