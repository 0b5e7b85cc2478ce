import { nameSchemas } from "./components.ts";
import { HEADERS } from "./headers.ts";
import { INFO, SECURITY_SCHEMES, TAGS } from "./info.ts";
import { completeOperation, type Operation } from "./operation.ts";

type Paths = Record<string, Record<string, Operation>>;
export type Document = { paths: Paths; webhooks: Webhooks; [member: string]: unknown };

/** What the service sends by itself, by name: operations of OpenAPI, whole as they stand. */
export type Webhooks = Record<string, { post: { tags: string[]; [member: string]: unknown } }>;

/**
 * The generated description made whole. What is true of every operation, or follows from what an operation takes, is
 * added here, so that a route says only what is its own; schemas with a title become components.
 */
export function completeDocument(generated: unknown, sent: Webhooks): Document {
  // Through JSON, so that nothing here is shared with the routes and the symbols of their schemas are gone.
  const document: { paths: Paths } = JSON.parse(JSON.stringify(generated), opened);
  const { value, schemas } = nameSchemas({
    paths: completePaths(document.paths),
    webhooks: JSON.parse(JSON.stringify(sent), opened) as Webhooks,
  });
  const { paths, webhooks } = value;
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
    components: { schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

/** The framework closes a schema, in place, once it has compiled it. Bodies may have other members, and so may answers. */
function opened(keyword: string, value: unknown): unknown {
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
