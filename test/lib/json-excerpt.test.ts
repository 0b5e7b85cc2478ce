import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonExcerpt } from "../../src/lib/json-excerpt.ts";

test("the excerpt of a JSON value that is short enough is all of it, indented", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(jsonExcerpt(value, 1_000_000)).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test("the excerpt of a longer one begins as all of it, and is hardly longer than wanted", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 60 }), (value, characters) => {
      const whole = JSON.stringify(value, null, 2);
      const excerpt = jsonExcerpt(value, characters);
      expect(excerpt.slice(0, characters)).toBe(whole.slice(0, characters));
    }),
  );
  const large = { list: Array(1_000_000).fill({ text: "x".repeat(100) }), text: "x".repeat(1_000_000) };
  expect(jsonExcerpt(large, 1_000).length).toBeLessThan(3_000);
});
