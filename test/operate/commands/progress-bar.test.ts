import { expect, test } from "bun:test";
import { createProgressBar } from "../../../src/operate/commands/progress-bar.ts";

function bar(isTerminal: boolean) {
  const output = { text: "", now: 0 };
  const made = createProgressBar({
    write: (text) => {
      output.text += text;
    },
    isTerminal,
    now: () => output.now,
  });
  return { output, bar: made };
}

test("on a terminal the bar is redrawn, at most ten times a second, and lines stand above it", () => {
  const { output, bar: shown } = bar(true);
  shown.show(0.5, "orders");
  shown.show(0.6, "too soon");
  output.now = 100;
  shown.note("12 lines read");
  shown.show(1.5, "orders");
  shown.print("line 3: broken");
  shown.end();
  expect(output.text).toBe(
    `[${"#".repeat(15)}${".".repeat(15)}]  50 %  orders\r\x1b[2K` +
      `[${"#".repeat(30)}] 100 %  12 lines read\r\x1b[2Kline 3: broken\n`,
  );
});

test("elsewhere it is a line every five seconds, so that a log stays short", () => {
  const { output, bar: shown } = bar(false);
  for (; output.now < 11_000; output.now += 1_000) shown.show(output.now / 10_000, "orders");
  shown.note("12 lines read");
  shown.end();
  expect(output.text).toBe("50 %  orders\n100 %  orders\n12 lines read\n");
});
