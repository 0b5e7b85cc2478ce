import { expect, test } from "bun:test";
import { createLoadMeter } from "../../../src/core/turns/load-meter.ts";

/** A meter after observations, the last one last. */
function meterAfter(...observations: boolean[]) {
  const meter = createLoadMeter();
  for (const isBusy of observations) meter.observe(isBusy);
  return meter;
}

const quiet = (count: number) => Array<boolean>(count).fill(false);

test("a database is quiet until something else was seen at work, and two polls are let pass", () => {
  expect(meterAfter().isQuiet()).toBe(true);
  expect(meterAfter(...quiet(50), true, true).isQuiet()).toBe(true);
  expect(meterAfter(true, ...quiet(3), true, true).isQuiet()).toBe(false);
});

test("it is busy while every tenth observation is, and quiet soon after the last", () => {
  const everyTenth = Array.from({ length: 200 }, (_, i) => i % 10 === 0);
  expect(meterAfter(...everyTenth).isQuiet()).toBe(false);
  expect(meterAfter(...everyTenth, ...quiet(40)).isQuiet()).toBe(true);
});
