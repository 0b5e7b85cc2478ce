import { createYielder } from "../../lib/yielder.ts";
import { type Content, createSchemaNames, type Schema } from "./components.ts";
import { describeFields } from "./describe-fields.ts";
import { HEADERS } from "./headers.ts";
import { INFO, SECURITY_SCHEMES, TAGS } from "./info.ts";
import { completeOperation, type Operation } from "./operation.ts";

type Paths = Record<string, Record<string, Operation>>;
export type Document = { paths: Paths; webhooks: Webhooks; [field: string]: unknown };

/** The webhooks that the service sends, as complete OpenAPI operations by name. */
export type Webhooks = Record<string, { post: { tags: string[]; [field: string]: unknown } }>;

/**
 * Completes the generated description: adds what is common to operations or follows from their parameters, so
 * that a route states only what is specific to it. Schemas with a title become components. Yields between paths.
 */
export async function completeDocument(generated: unknown, webhookDocs: Webhooks): Promise<Document> {
  const given = generated as { paths: Paths };
  const pace = createYielder();
  const schemas = createSchemaNames();
  const paths: Paths = {};
  for (const [path, methods] of Object.entries(given.paths)) {
    paths[path] = describeBodies(schemas.name(completeMethods(methods)));
    await pace();
  }
  const webhooks: Webhooks = {};
  for (const [name, methods] of Object.entries(webhookDocs)) {
    webhooks[name] = describeBodies(schemas.name(methods));
  }
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) =>
    Object.values(path),
  );
  const used = new Set(operations.flatMap(({ tags }) => tags));
  const components: Record<string, Schema> = {};
  for (const [name, schema] of schemas.named()) {
    components[name] = describeFields(schema);
    await pace();
  }
  for (const { responses } of operations as Operation[]) addExamples(responses, components);
  return {
    openapi: "3.1.0",
    info: INFO,
    paths,
    components: { schemas: components, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
    servers: [{ url: "/", description: "This service" }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    webhooks,
  };
}

/** Describes the fields of the schemas that have no name of their own. */
function describeBodies<T extends object>(methods: T): T {
  for (const { requestBody, responses } of Object.values(methods) as Operation[]) {
    const bodies = [requestBody, ...Object.values(responses)].filter((body) => body !== undefined);
    for (const { content } of bodies) {
      for (const media of Object.values((content ?? {}) as Content)) {
        if (media.schema) media.schema = describeFields(media.schema);
      }
    }
  }
  return methods;
}

/** Adds an example to the bodies of successes that have none of their own. */
function addExamples(responses: Operation["responses"], components: Record<string, Schema>): void {
  for (const [status, { content }] of Object.entries(responses)) {
    const json = content?.["application/json"];
    if (!status.startsWith("2") || !json?.schema || json.example !== undefined) continue;
    json.example = composeExample(json.schema, components);
  }
}

function completeMethods(methods: Record<string, Operation>): Record<string, Operation> {
  const complete = Object.entries(methods).map(([method, operation]) => [
    method,
    completeOperation(operation),
  ]);
  return Object.fromEntries(complete);
}

/** Returns an example of a schema, composed of those of its fields. `schemas` are those that it may refer to. */
function composeExample(schema: Schema, schemas: Record<string, Schema>): unknown {
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
