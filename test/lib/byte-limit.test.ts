import { expect, test } from "bun:test";
import fc from "fast-check";
import { createByteLimit, cutText, isLongerThan, shortened, storableText } from "../../src/lib/text.ts";

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

test("a text is cut after so many code points, and none is cut in two", () => {
  const text = fc.string({ unit: "binary", maxLength: 12 });
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 14 }), (whole, max) => {
      const cut = cutText(whole, max);
      expect(cut).toBe([...whole].slice(0, max).join(""));
      expect(shortened(whole, max)).toBe(cut === whole ? whole : `${cut}…`);
      expect(cut === whole).toBe(!isLongerThan(whole, max));
      expect(storableText(whole, max)).toBe(cut.replaceAll("\0", "\ufffd"));
    }),
  );
  expect([cutText("a\u{1f381}", 2), cutText("a\u{1f381}", 1), cutText("a\ud83d", 2)]).toEqual([
    "a\u{1f381}",
    "a",
    "a\ud83d",
  ]);
});
