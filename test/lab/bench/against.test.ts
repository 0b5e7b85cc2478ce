import { expect, test } from "bun:test";
import { comparison, type Figure } from "./against.ts";
import { codeOf } from "./commit-code.ts";

const figure = (ours: string, ratio: number, more: Partial<Figure> = {}): Figure[] => [
  { what: "reads", ours, ratio, ...more },
];

test("a comparison has the run in the middle of each side, and ratios of the medians with their error", () => {
  const theirs = [
    figure("100/s", 0.1, { p50Ms: 8, cpuUs: 900 }),
    figure("300/s", 0.3, { p50Ms: 4, cpuUs: 1_000 }),
    figure("200/s", 0.2, { p50Ms: 5, cpuUs: 1_100 }),
  ];
  const ours = [
    figure("500/s", 0.5, { p50Ms: 2, cpuUs: 400 }),
    figure("400/s", 0.4, { p50Ms: 2.5, cpuUs: 500 }),
    figure("300/s", 0.3, { p50Ms: null, cpuUs: 700 }),
  ];
  expect(comparison("0123abc", { theirs, ours })).toBe(
    [
      "|  | 0123abc | this code | ratio | median, ms: 0123abc | this code | ratio | CPU, µs: 0123abc | this code | ratio |",
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
      "| reads | 200/s | 400/s | 2.00 ± 1.20 | 5.00 | 2.25 | 0.45 | 1000 | 500 | 0.50 |",
      "",
    ].join("\n"),
  );
});

test("a figure without medians and CPU, or that the commit doesn't have, leaves its places empty", () => {
  expect(comparison("0123abc", { theirs: [[]], ours: [figure("5/s", 1)] })).toContain(
    "| reads |  | 5/s |  |  |  |  |  |  |  |\n",
  );
});

test("a commit that isn't there is named", async () => {
  expect(codeOf("0000000000000000000000000000000000000000")).rejects.toThrow(
    "There is no commit 0000000000000000000000000000000000000000 here.",
  );
});
