import type { Parameter, Schema } from "../../core/openapi/components.ts";
import type { DescribedOperation, Operation } from "../../core/openapi/operation.ts";
import { limitsOf, type Schemas, typeOf, valuesText } from "./fields.ts";
import {
  addressOf,
  bodyOf,
  descriptionOf,
  errorExample,
  namesIn,
  PLACES,
  responsesOf,
} from "./operation-parts.ts";

const MAX_DEPTH = 8;

/** Returns an operation's page as Markdown, with the objects that it refers to. */
export function operationText(operation: DescribedOperation, schemas: Schemas): string {
  const { parameters = [], responses } = operation;
  const body = bodyOf(operation);
  const parts = [
    `# ${operation.summary}`,
    `\`${addressOf(operation)}\``,
    descriptionOf(operation),
    `Its name in the description is \`${operation.operationId}\`.`,
    ...PLACES.flatMap(([place, title]) => {
      const lines = parameters.filter((one) => one.in === place).map(parameterLine);
      return lines.length > 0 ? [`## ${title}`, lines.join("\n")] : [];
    }),
    ...(body?.schema ? ["## Request body", schemaText(body.schema), codeOf(body.example)] : []),
    "## Responses",
    ...responsesOf(responses).map(([status, response]) => responseText(status, response)),
    codeOf(errorExample(responses, schemas)?.example),
    ...objectsText(operation, schemas),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function objectsText(operation: DescribedOperation, schemas: Schemas): string[] {
  const names = namesIn(operation, schemas);
  const objects = names.map((name) => `### ${name}\n\n${schemaText(schemas[name] ?? {})}`);
  return names.length > 0 ? ["## Objects", ...objects] : [];
}

function parameterLine({ name, required, description, schema }: Parameter): string {
  return fieldLine(name, { ...schema, description }, required);
}

function responseText(status: string, { description = "", content }: Operation["responses"][string]): string {
  const isSuccess = status.startsWith("2");
  const [media] = Object.values(content ?? {});
  const type = media?.schema && isSuccess ? ` ${typeOf(media.schema, ownName)}.` : "";
  return [`**${status}** ${oneLine(description)}${type}`, isSuccess && codeOf(media?.example)]
    .filter(Boolean)
    .join("\n\n");
}

/** Named schemas that it refers to have texts of their own. */
function schemaText(schema: Schema): string {
  const lines = [...fieldLines(schema, 0)];
  const about = typeof schema.description === "string" ? oneLine(schema.description) : "";
  const first = about || (lines.length === 0 ? typeOf(schema, ownName) : "");
  return [first, valuesText(schema), lines.join("\n")].filter(Boolean).join("\n\n");
}

function* fieldLines(schema: Schema, depth: number): Iterable<string> {
  const required = new Set((schema.required ?? []) as string[]);
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Schemas)) {
    yield `${"  ".repeat(depth)}${fieldLine(name, field, required.has(name))}`;
    if (depth < MAX_DEPTH) yield* fieldLines(field, depth + 1);
  }
  if (schema.items && !schema.properties) yield* fieldLines(schema.items as Schema, depth);
}

function fieldLine(name: string, field: Schema, isRequired: boolean): string {
  const description = typeof field.description === "string" ? field.description : "";
  const about = [description, valuesText(field).replaceAll("\n- ", "; ").replace(/^- /, "")];
  const limits = limitsOf(field).join("; ");
  const text = oneLine([...about, limits && `(${limits})`].filter(Boolean).join(" "));
  return `- \`${name}\` ${typeOf(field, ownName)}${isRequired ? ", required" : ""}: ${text}`;
}

function codeOf(example: unknown): string {
  return example === undefined ? "" : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}

function ownName(name: string): string {
  return name;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
