import fc from "fast-check";
import { type Document, type Operation, operationsOf, type Parameter } from "../contract/document.ts";
import { valuesOf } from "./arbitrary.ts";
import { corrupted } from "./corrupt.ts";

/** A request in parts. The body undefined means no body; a string is sent as it is. */
export type RequestParts = {
  operation: Operation;
  /** Whether every part matches the description. */
  isValid: boolean;
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: unknown;
};

/** Returns requests to every operation of the description, half of them with one corrupted part. */
export function requestsOf(document: Document): fc.Arbitrary<RequestParts> {
  return fc.oneof(
    ...operationsOf(document).map((operation) => {
      const valid = validOf(operation, document);
      return fc.oneof(valid, valid.chain(corrupted));
    }),
  );
}

function validOf(operation: Operation, { components }: Document): fc.Arbitrary<RequestParts> {
  const { parameters, requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const paramsIn = (place: Parameter["in"]) => {
    const here = parameters.filter((one) => one.in === place);
    const model = Object.fromEntries(
      here.map(({ name, schema }) => [
        name,
        valuesOf(schema, components.schemas).map((value) => (place === "header" ? line(value) : `${value}`)),
      ]),
    );
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(model, { requiredKeys });
  };
  return fc.record({
    operation: fc.constant(operation),
    isValid: fc.constant(true),
    path: fc.constant({}),
    query: paramsIn("query"),
    headers: paramsIn("header"),
    body: schema ? valuesOf(schema, components.schemas) : fc.constant(undefined),
  }) as fc.Arbitrary<RequestParts>;
}

/** Returns the value as a valid header value. */
function line(value: unknown): string {
  return `${value}`.replace(/[^!-~]/g, "x");
}
