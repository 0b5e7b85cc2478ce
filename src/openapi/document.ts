import { type Content, nameSchemas, type Schema } from "./components.ts";
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
 * that a route states only what is specific to it. Schemas with a title become components.
 */
export function completeDocument(generated: unknown, webhookDocs: Webhooks): Document {
  // A copy through JSON, which also drops the symbols of the schemas.
  const document: { paths: Paths } = JSON.parse(JSON.stringify(generated), withoutClosed);
  const { value, schemas } = nameSchemas({
    paths: completePaths(document.paths),
    webhooks: JSON.parse(JSON.stringify(webhookDocs), withoutClosed) as Webhooks,
  });
  const { paths, webhooks } = describeBodies(value);
  const operations = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) =>
    Object.values(path),
  );
  const used = new Set(operations.flatMap(({ tags }) => tags));
  return {
    ...document,
    openapi: "3.1.0",
    info: INFO,
    servers: [{ url: "/", description: "This service" }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    webhooks,
    components: { schemas: describeAll(schemas), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function describeAll(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, describeFields(one, name)]));
}

/** Describes the fields of the schemas that have no name of their own. */
function describeBodies<T extends { paths: Paths; webhooks: Webhooks }>(described: T): T {
  const all = [...Object.values(described.paths), ...Object.values(described.webhooks)];
  for (const { operationId, requestBody, responses } of all.flatMap((path) =>
    Object.values(path),
  ) as Operation[]) {
    for (const { content } of [requestBody, ...Object.values(responses)].filter(
      (body) => body !== undefined,
    )) {
      for (const media of Object.values((content ?? {}) as Content)) {
        if (media.schema) media.schema = describeFields(media.schema, operationId);
      }
    }
  }
  return described;
}

/**
 * Removes the `additionalProperties: false` that the framework adds. Requests and responses may have further
 * fields.
 */
function withoutClosed(keyword: string, value: unknown): unknown {
  return keyword === "additionalProperties" && value === false ? undefined : value;
}

function completePaths(paths: Paths): Paths {
  const complete = Object.entries(paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      completeOperation(operation),
    ]);
    return [path, Object.fromEntries(operations)];
  });
  return Object.fromEntries(complete);
}
