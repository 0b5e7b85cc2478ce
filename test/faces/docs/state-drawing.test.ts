import { expect, test } from "bun:test";
import { stateDrawing } from "../../../src/faces/docs/state-drawing.ts";
import { TRANSITIONS } from "../../../src/features/returns/status.ts";

const ENDS = ["complete", "rejected", "deleted"];
const ADDED = {
  ...TRANSITIONS,
  open: [...TRANSITIONS.open, "lost"],
  lost: ["open", "found", ...ENDS],
  found: ENDS,
};

test.each<[string, Record<string, readonly string[]>]>([
  ["the statuses", TRANSITIONS],
  ["statuses that are added later", ADDED],
])("%s stand apart, inside of the drawing", (_, transitions) => {
  const drawing = stateDrawing(transitions);
  const [, width, height] = drawing.match(/viewBox="0 0 (\d+) (\d+)"/)?.map(Number) ?? [];
  const boxes = [
    ...drawing.matchAll(/<g class="state[^"]*"><rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/g),
  ].map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number]);
  expect(boxes).toHaveLength(Object.keys(transitions).length);
  const outside = boxes.filter(
    ([x, y, w, h]) => x < 0 || y < 0 || x + w > Number(width) || y + h > Number(height),
  );
  const overlapping = boxes.filter(([x, y, w, h], i) =>
    boxes.slice(i + 1).some(([a, b]) => Math.abs(a - x) < w && Math.abs(b - y) < h),
  );
  expect({ outside, overlapping }).toEqual({ outside: [], overlapping: [] });
});
