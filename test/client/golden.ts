import { createHash } from "node:crypto";
import { type Described, type Document, operationsOf, type Schema } from "../contract/document.ts";

/** Members that say something to a reader and nothing to a validator. */
const TEXTS = ["title", "summary", "description", "example", "examples", "externalDocs"];
/** Members whose own members have names of the API's choice. */
const NAMED = ["properties", "schemas", "headers", "responses", "content"];

type Parts = { shape: unknown[]; text: unknown[] };

/**
 * Returns the golden description: a line for each operation and webhook with its method, path, id, parameters and
 * statuses, and hashes of its shape and its texts, those of the schemas that it refers to included. The last
 * line's hash is of the whole description.
 */
export function goldenOf(description: string): string {
  const document = JSON.parse(description) as Document;
  const sent = Object.entries(document.webhooks).map(([path, { post }]) => ({
    method: "WEBHOOK",
    path,
    ...post,
  }));
  const lines = [...operationsOf(document), ...sent].map(({ method, path, ...described }) =>
    [method, path, ...signatureOf(described), ...hashesOf(document, described)].join(" "),
  );
  return `${[...lines, `everything ${hash(description)}`].join("\n")}\n`;
}

function signatureOf({ operationId, parameters = [], responses }: Partial<Described>): string[] {
  const names = parameters.map((each) => `${each.in}:${each.name}${each.required ? "" : "?"}`);
  return [operationId ?? "", ...names, Object.keys(responses ?? {}).join(",")];
}

function hashesOf(document: Document, described: object): string[] {
  const parts: Parts = { shape: [], text: [] };
  const reached = new Set<string>();
  collect(described, { parts, document, reached }, false);
  return [`shape:${hash(parts.shape)}`, `text:${hash(parts.text)}`];
}

type Visit = { parts: Parts; document: Document; reached: Set<string> };

/** Adds each place of `value`, with its names in front of it, to the parts that it belongs to. */
function collect(value: unknown, visit: Visit, isNamed: boolean): void {
  if (typeof value !== "object" || value === null) {
    visit.parts.shape.push(value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!isNamed && (TEXTS.includes(name) || name.startsWith("x-"))) {
      visit.parts.text.push(name, inner);
      continue;
    }
    visit.parts.shape.push(name);
    if (name === "$ref" && typeof inner === "string") follow(inner, visit);
    collect(inner, visit, !isNamed && NAMED.includes(name) && !Array.isArray(value));
  }
}

function follow(ref: string, visit: Visit): void {
  if (visit.reached.has(ref)) return;
  visit.reached.add(ref);
  const [, , kind = "", name = ""] = ref.split("/");
  const components = visit.document.components as Record<string, Record<string, Schema>>;
  const found = components[kind]?.[name];
  if (!found) throw new Error(`there is no ${ref}`);
  collect(found, visit, false);
}

function hash(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
