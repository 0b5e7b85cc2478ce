import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { checkedAs } from "../../../src/core/http/body/body-schema.ts";
import { OPERATIONS, useBench } from "../../support/bench.ts";
import { placesIn, pointerTo, withAt } from "../../support/json-places.ts";
import type { Answer } from "../../support/returns.ts";

const MET_OFTEN = [
  null,
  0,
  -1,
  1.5,
  2 ** 53,
  "",
  " ",
  "open",
  "USD",
  true,
  [],
  {},
  [[]],
  [{}],
  { length: 3 },
];

const bench = useBench();

describe("a body with one value replaced by any other never causes a 5xx", () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(...MET_OFTEN),
    fc.string({ unit: "binary" }),
  );

  test.each(OPERATIONS)(
    "a value that violates the schema is 400, and the error names its location: %s",
    async (operation) => {
      const schema = schemaOf(operation);
      const nth = fc.nat({ max: placesIn(bench.body(operation)).length - 1 });
      await fc.assert(
        fc.asyncProperty(nth, anything, async (n, value) => {
          const valid = bench.body(operation);
          const path = placesIn(valid)[n] ?? [];
          const text = JSON.stringify(withAt(valid, path, value));
          const answer = await bench.send(operation, text);
          const fits = Value.Check(schema, JSON.parse(text));
          if (!fits) expect(answer.status).toBe(400);
          expect([200, 201, 202, 204, 400, 404, 409, 429]).toContain(answer.status);
          // What fits by itself may be wrong beside another value, as an operator is beside its number.
          if (answer.status === 400)
            expectPlaceNamed(answer, pointerTo(fits && path.length > 1 ? path.slice(0, -1) : path));
        }),
        { numRuns: 75 },
      );
    },
  );
});

test("no request here caused a 5xx or changed a prototype", () => bench.unharmed());

/** Returns the schema of an operation's body. It allows unknown fields, which the framework would reject. */
function schemaOf(operation: string): TSchema {
  const route = bench.app.routes.find(({ method, path }) => `${method} ${path}` === operation);
  const { hooks } = route as unknown as { hooks: { body: TSchema } };
  return { ...checkedAs(hooks.body), additionalProperties: true };
}

/**
 * Expects that a problem points to the value, to a part of it or to its parent; an {error} must be a
 * sentence.
 */
function expectPlaceNamed({ body }: Answer, place: string): void {
  const { error, errors = [] } = body as { error?: string; errors?: { pointer: string }[] | object };
  // Errors that mirror the body stand beside a sentence.
  const named =
    Array.isArray(errors) &&
    errors.some(({ pointer }) => pointer.startsWith(place) || place.startsWith(pointer));
  expect(named || /^\S.{5,}\.$/s.test(error ?? "")).toBe(true);
}
