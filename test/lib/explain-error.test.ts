import { expect, test } from "bun:test";
import { explainError } from "../../src/lib/explain-error.ts";

const circular: { self?: unknown } = {};
circular.self = circular;
const own = new Error("", { cause: new Error("its cause") });
const refused = Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" });

test.each<[thrown: unknown, text: string]>([
  [new Error("a reason"), "a reason"],
  [
    new AggregateError([refused, refused, new Error("and IPv4")], ""),
    "connect ECONNREFUSED ::1:5432; and IPv4",
  ],
  [new AggregateError([], ""), "AggregateError"],
  [own, "its cause"],
  [Object.assign(new Error(""), { code: "57P01" }), "57P01"],
  [new Error("  "), "Error"],
  ["a text", "a text"],
  ["", "an error without a message"],
  [undefined, "an error without a message"],
  [null, "null"],
  [7, "7"],
  [{ message: "like an error" }, "like an error"],
  [{ status: 500 }, '{"status":500}'],
  [{}, "an error without a message"],
  [circular, "an error without a message"],
])("what is thrown says something: %#", (thrown, text) => {
  expect(explainError(thrown)).toBe(text);
});
