import { expect, test } from "bun:test";
import { plotOf } from "./plot.ts";
import { atLeast, atMost, jsonOf, tableOf } from "./report.ts";

const RATIOS = [
  atLeast("reads <of one>", { ours: "900/s", yardstick: "1,800/s", p50Ms: 1.25, p99Ms: 9 }, 0.5, 0.4),
  atMost("a page", "12.0 ms", 12, 10),
];

test("the table of a bench has a column for each part of a figure", () => {
  expect(tableOf(RATIOS)).toBe(
    [
      "                ours     yardstick  ratio  p50 ms  p99 ms  wanted  met",
      "reads <of one>  900/s    1,800/s    0.50   1.3     9.0     >= 0.4  yes",
      "a page          12.0 ms             12.00                  <= 10   NO",
      "",
    ].join("\n"),
  );
});

test("the JSON of a bench has every figure, with null for what was not measured", () => {
  expect(JSON.parse(jsonOf(RATIOS))).toEqual([
    {
      what: "reads <of one>",
      ours: "900/s",
      yardstick: "1,800/s",
      ratio: 0.5,
      p50Ms: 1.25,
      p99Ms: 9,
      wanted: ">= 0.4",
      met: true,
    },
    {
      what: "a page",
      ours: "12.0 ms",
      yardstick: null,
      ratio: 12,
      p50Ms: null,
      p99Ms: null,
      wanted: "<= 10",
      met: false,
    },
  ]);
});

test("the plot of a bench has a bar per figure, in proportion to what is wanted", () => {
  const widths = plotOf(RATIOS)
    .matchAll(/<rect class="(\w+)" .*?width="([\d.]+)"/g)
    .map(([, name, width]) => [name, Number(width)] as const)
    .toArray();
  const [, first = 0] = widths[0] ?? [];
  expect(widths.map(([name]) => name)).toEqual(["met", "missed"]);
  expect(widths[1]?.[1]).toBeCloseTo((first * 1.2) / 1.25, 0);
  expect(plotOf(RATIOS)).toContain("reads &lt;of one&gt;");
});
