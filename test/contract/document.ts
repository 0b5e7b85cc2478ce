import type { App } from "../../src/app.ts";

export type Schema = { [keyword: string]: unknown };

type Header = { required?: boolean; schema: Schema };

type Media = { schema?: Schema; example?: unknown };

export type Parameter = {
  in: "path" | "query" | "header";
  name: string;
  required?: boolean;
  schema: Schema;
};

export type Described = {
  operationId: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    {
      description: string;
      headers?: Record<string, Header | { $ref: string }>;
      content?: Record<string, Media>;
    }
  >;
};

/** The parts of the OpenAPI description that responses and requests are compared with. */
export type Document = {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
};

export type Operation = Described & { method: string; path: string };

export async function readDocument(app: App): Promise<Document> {
  const answer = await app.fetch(new Request("http://localhost/docs/json"));
  return (await answer.json()) as Document;
}

export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** Returns the headers of a response by lower-case name, with references resolved. */
export function headersOf(
  document: Document,
  headers: Record<string, Header | { $ref: string }> = {},
): Map<string, Header> {
  const followed = Object.entries(headers).map(([name, header]): [string, Header] => {
    if (!("$ref" in header)) return [name.toLowerCase(), header];
    const found = document.components.headers[header.$ref.split("/").at(-1) ?? ""];
    if (!found) throw new Error(`there is no header ${header.$ref}`);
    return [name.toLowerCase(), found];
  });
  return new Map(followed);
}
