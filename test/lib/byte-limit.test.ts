import { expect, test } from "bun:test";
import { createByteLimit } from "../../src/lib/text-length.ts";

test.each([
  ["of one byte each", "abcd", 2],
  ["of three bytes each", "€", 3],
  ["of four bytes each, two units long", "😀", 2],
])("a limit of ten bytes is exceeded by the first byte after it: characters %s", (_, text, most) => {
  const add = createByteLimit(10);
  const answers = Array.from({ length: most + 1 }, () => add(text));
  expect(answers).toEqual([...Array(most).fill(false), true]);
  expect(add("")).toBe(true);
});

test("exactly the limit does not exceed it", () => {
  const add = createByteLimit(10);
  expect([add("12345"), add("€12"), add(""), add("x")]).toEqual([false, false, false, true]);
});
