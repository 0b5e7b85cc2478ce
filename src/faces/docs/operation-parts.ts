import type { Content, Schema } from "../../core/openapi/components.ts";
import type { DescribedOperation, Operation } from "../../core/openapi/operation.ts";
import { nameOf, type Schemas } from "./fields.ts";

type Responses = Operation["responses"];

/** Where parameters are, in the order of the page. */
export const PLACES = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
] as const;

export function addressOf({ method, path, isWebhook }: DescribedOperation): string {
  return `${method} ${isWebhook ? "your callback URL" : path}`;
}

/** Returns the description with headings that fit below the title of a page. */
export function descriptionOf({ description }: DescribedOperation): string {
  return description.replace(/^###/gm, "##");
}

export function bodyOf({ requestBody }: DescribedOperation): Content[string] | undefined {
  return requestBody?.content["application/json"];
}

/** Returns the responses: what was created comes before its repeat. */
export function responsesOf(responses: Responses): [status: string, response: Responses[string]][] {
  const entries = Object.entries(responses);
  const isFirst = ([status]: [string, unknown]) => status === "201";
  return [...entries.filter(isFirst), ...entries.filter((entry) => !isFirst(entry))];
}

/** The statuses of errors, those first that are specific to an operation. */
const MOST_SPECIFIC = ["409", "404", "422", "400", "403", "401"];

/** Returns the body of the error that says most about the operation. */
export function errorExample(
  responses: Responses,
  schemas: Schemas,
): { status: string; example: unknown } | undefined {
  for (const status of MOST_SPECIFIC) {
    const [media] = Object.values(responses[status]?.content ?? {});
    const [ofSchema] = (schemas[nameOf(String(media?.schema?.$ref))]?.examples ?? []) as unknown[];
    const example = media?.example ?? ofSchema;
    if (example !== undefined) return { status, example };
  }
  return undefined;
}

/** Returns the names of the schemas that a value refers to, and those that they refer to, sorted. */
export function namesIn(value: unknown, schemas: Schemas): string[] {
  const found = new Set<string>();
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [, reference = ""] of JSON.stringify(next).matchAll(REFERENCE)) {
      const name = nameOf(reference);
      if (found.has(name)) continue;
      found.add(name);
      waiting.push(schemas[name] ?? ({} satisfies Schema));
    }
  }
  return [...found].sort();
}

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g;
