import { beforeAll, expect, test } from "bun:test";
import Ajv from "ajv/dist/2020.js";
import { createApp } from "../../../src/app.ts";
import type { Schema } from "../../../src/core/openapi/components.ts";
import { needsExample } from "../../../src/core/openapi/describe-fields.ts";
import { type Document, operationsOf, readDocument } from "../../contract/document.ts";
import { useService } from "../../support/use-service.ts";

type Field = { at: string; name: string; schema: Schema };

const service = useService();
const fields: Field[] = [];
let document: Document;

beforeAll(async () => {
  document = await readDocument(createApp(service.ctx, { ready: true, stopping: false }));
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  for (const [name, schema] of Object.entries(schemas)) collect(schema, name);
  const bodies = [...operationsOf(document), ...Object.values(document.webhooks).map(({ post }) => post)];
  for (const { operationId, requestBody, responses } of bodies) {
    for (const [at, body] of Object.entries({ request: requestBody, ...responses })) {
      for (const { schema } of Object.values(body?.content ?? {})) collect(schema, `${operationId}:${at}`);
    }
  }
});

test("every field of every schema has a description", () => {
  expect(fields.length).toBeGreaterThan(1_000);
  expect(fields.filter(({ schema }) => !schema.description).map(({ at }) => at)).toEqual([]);
});

test("every field has an example or values to choose from, or the fields in it have", () => {
  expect(fields.filter(({ schema }) => needsExample(schema)).map(({ at }) => at)).toEqual([]);
});

test("every example of a field is one: its schema accepts it", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, "description");
  const wrong = fields.flatMap(({ at, schema }) => {
    const accepts = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/')));
    return ((schema.examples ?? []) as unknown[]).filter((example) => !accepts(example)).map(() => at);
  });
  expect(wrong).toEqual([]);
});

function collect(schema: Schema | undefined, at: string): void {
  if (!schema || typeof schema !== "object" || "$ref" in schema) return;
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    for (const choice of (schema[keyword] ?? []) as Schema[]) collect(choice, at);
  }
  collect(schema.items as Schema, at);
  collect(schema.additionalProperties as Schema, at);
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    fields.push({ at: `${at}.${name}`, name, schema: field });
    collect(field, `${at}.${name}`);
  }
}
