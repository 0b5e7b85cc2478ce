import { expect, test } from "bun:test";
import { comparison, type Figure } from "./against.ts";
import { codeOf } from "./commit-code.ts";

const figure = (ours: string, ratio: number, cpuUs?: number): Figure[] => [
  { what: "reads", ours, ratio, ...(cpuUs !== undefined && { cpuUs }) },
];

test("a comparison has the run in the middle of each side, and ratios of the medians", () => {
  const theirs = [figure("100/s", 0.1, 900), figure("300/s", 0.3, 1_000), figure("200/s", 0.2, 1_100)];
  const ours = [figure("500/s", 0.5, 400), figure("400/s", 0.4, 500), figure("300/s", 0.3, 700)];
  expect(comparison("0123abc", { theirs, ours })).toBe(
    [
      "|  | 0123abc | this code | ratio | CPU of 0123abc, µs | CPU of this code, µs | ratio |",
      "| --- | --- | --- | --- | --- | --- | --- |",
      "| reads | 200/s | 400/s | 2.00 | 1000 | 500 | 0.50 |",
      "",
    ].join("\n"),
  );
});

test("a figure without CPU, or that the commit doesn't have, leaves its places empty", () => {
  expect(comparison("0123abc", { theirs: [[]], ours: [figure("5/s", 1)] })).toContain(
    "| reads |  | 5/s |  |  |  |  |\n",
  );
});

test("a commit that isn't there is named", async () => {
  expect(codeOf("0000000000000000000000000000000000000000")).rejects.toThrow(
    "There is no commit 0000000000000000000000000000000000000000 here.",
  );
});
