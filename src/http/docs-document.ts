import { HEADERS } from "./docs-headers.ts";
import { completeOperation, type Operation } from "./docs-operation.ts";
import { nameSchemas } from "./docs-schemas.ts";
import { SECURITY_SCHEMES, TAGS } from "./docs-words.ts";

type Paths = Record<string, Record<string, Operation>>;
type Document = { paths: Paths; [member: string]: unknown };

/**
 * The generated description made whole. What is true of every operation, or follows from what an operation takes, is
 * added here, so that a route says only what is its own; schemas with a title become components.
 */
export function completeDocument(generated: unknown): Document {
  // Through JSON, so that nothing here is shared with the routes and the symbols of their schemas are gone.
  const document: Document = JSON.parse(JSON.stringify(generated));
  const { value: paths, schemas } = nameSchemas(completePaths(document.paths));
  const used = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)),
  );
  return {
    ...document,
    servers: [{ url: "/", description: "This service" }],
    tags: TAGS.filter(({ name }) => used.has(name)),
    paths,
    components: { schemas, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
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
