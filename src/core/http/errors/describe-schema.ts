import { Kind, type TSchema } from "@sinclair/typebox";
import { MAX_BYTES, NOT_BLANK, NOT_NUL } from "../../../lib/schema-types.ts";
import { FORMATS } from "./formats.ts";

/** Returns the end of a sentence "… must be": the type of a schema and its bounds. */
export function describeSchema(schema: TSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(", ")}`;
  if (schema[Kind] === "Repeated") return describeSchema(schema.items);
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(" or ");
  switch (schema.type) {
    case "string":
      return describeString(schema);
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
      return `an object${length(undefined, schema.maxProperties, "field")}`;
    default:
      return "a valid value";
  }
}

function describeString(schema: TSchema): string {
  const format = schema.format && FORMATS[schema.format]?.description;
  if (format) return format;
  const characters = length(schema.minLength, schema.maxLength, "character");
  if (schema.pattern === NOT_NUL) return `a string${characters} without NUL characters`;
  if (schema.pattern === NOT_BLANK) return `a non-blank string${characters}`;
  if (schema.pattern) return `a string${describePattern(schema)}`;
  if (schema[MAX_BYTES]) return `a string${length(schema.minLength, schema[MAX_BYTES], "byte")}`;
  return `a string${characters}`;
}

/** What a pattern means, from the schema's description: a regular expression is the last resort. */
function describePattern({ pattern, description, examples }: TSchema): string {
  const clause = description && /^(?:`[^`]*`|[^.;:`])*/.exec(description)?.[0];
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
