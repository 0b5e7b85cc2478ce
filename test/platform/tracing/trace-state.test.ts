import { expect, test } from "bun:test";
import { carriedTraceState } from "../../../src/platform/tracing/trace-state.ts";
import { startWork } from "../../support/event-loop.ts";

const members = (count: number, value: string) => Array.from({ length: count }, (_, i) => `k${i}=${value}`);

test("the members of other vendors are carried on in their order, without spaces and empty members", () => {
  expect(carriedTraceState("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")).toBe(
    "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE",
  );
  expect(carriedTraceState(" b=1 , ,\ta@v=2 3\t,")).toBe("b=1,a@v=2 3");
  for (const none of [undefined, null, "", " , "]) expect(carriedTraceState(none)).toBeUndefined();
});

test.each([
  "a",
  "A=1",
  "a=",
  "a=1,a=2",
  "a=b=c",
  "a=\u00e4",
  "=1",
  "1a=1@",
  "a@=1",
  members(33, "1").join(","),
])("what is against the rules is not carried on at all: %s", (header) => {
  expect(carriedTraceState(`ok=1,${header}`)).toBeUndefined();
});

test("at most 512 characters are carried on: long members go first, then the last ones", () => {
  const long = `long=${"x".repeat(200)}`;
  const all = [long, ...members(20, "x".repeat(20))];
  const kept = carriedTraceState(all.join(",")) ?? "";
  expect(kept).toBe(all.slice(1, 1 + kept.split(",").length).join(","));
  expect(kept.length).toBeLessThanOrEqual(512);
  expect(kept.length).toBeGreaterThan(512 - 30);
  const most = members(32, "x".repeat(8)).join(",");
  expect(carriedTraceState(most)).toBe(most);
});

test("a header of any length takes no longer than its length", () => {
  const worked = startWork();
  expect(carriedTraceState(`${"a=1 ,".repeat(200_000)}`)).toBeUndefined();
  expect(carriedTraceState(`${" ".repeat(1_000_000)}a=1${"\t".repeat(1_000_000)}`)).toBe("a=1");
  expect(worked()).toBeLessThan(5_000);
});
